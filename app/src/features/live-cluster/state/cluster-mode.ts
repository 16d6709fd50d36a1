import type { ClusterUser, FrontRefusal } from '@managed-fields/live-cluster';
import { create } from 'zustand';

/** Why something that was asked of the cluster did not come. */
export type ClusterFailure =
  /** No connection, or none in time. */
  | { readonly kind: 'unreached' | 'timeout' }
  /** The server answered with an error, in its words. */
  | { readonly kind: 'status'; readonly code: number; readonly message: string; readonly reason: string }
  /** An answer that is not what was asked for, as when no API is served at this origin; `found` is its beginning. */
  | { readonly kind: 'unread'; readonly found: string }
  | { readonly kind: 'too-large' }
  /** The program that serves the page does not hand it on to the cluster. */
  | FrontRefusal
  /** The page itself does not send it. */
  | { readonly kind: 'refused'; readonly found: string };

/** The cluster mode of the page. */
export type ClusterMode =
  | { readonly kind: 'off' }
  /** The address asks for it and brings a scenario as well, which somebody else may have written: the user decides. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'failed'; readonly failure: ClusterFailure }
  | {
      readonly kind: 'connected';
      /** `v1.36.3` */
      readonly release: string;
      /** Who the server takes the user for; undefined where it does not say. */
      readonly user: ClusterUser | undefined;
    };

/** The store of the mode. Only `connect.ts` changes it. */
export const useCluster = create<{ readonly mode: ClusterMode }>(() => ({ mode: { kind: 'off' } }));

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
