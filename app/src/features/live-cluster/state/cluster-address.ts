/** What an address that begins the cluster mode says. */
export interface ClusterAddress {
  /** An object to open at once, as it was typed: `deploy/web`. */
  readonly open: string | undefined;
  /** The namespace of that object, or the one whose objects are listed first. */
  readonly namespace: string | undefined;
}

const parameters = ['cluster', 'open', 'namespace'] as const;

/** Reads `?cluster&open=deploy/web&namespace=prod`; undefined where the address does not begin the mode. */
export function clusterAddress(search: string): ClusterAddress | undefined {
  const query = new URLSearchParams(search);
  if (!query.has('cluster')) return undefined;
  return { open: query.get('open') ?? undefined, namespace: query.get('namespace') ?? undefined };
}

/** The query without what begins the mode, or only without the object that was opened by now. */
export function withoutCluster(search: string, left: 'mode' | 'object'): string {
  // What the rest of the query looks like stays as it is.
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => {
      const name = part.split('=')[0];
      return part !== '' && !parameters.some((each) => each === name && (left === 'mode' || each === 'open'));
    });
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
