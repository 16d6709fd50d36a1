import type { Behind } from './front/settings.ts';

/** The kubectl that signs in at the cluster. */
export interface Kubectl {
  /** The program: `kubectl`, or a path of one. */
  readonly program: string;
  /** `--kubeconfig` and `--context`, where they were given. */
  readonly cluster: readonly string[];
}

/**
 * Where kubectl is to serve the API: at a Unix socket in a folder of its own, or, where Node knows no such sockets (on
 * Windows), at a port that answers to a secret host only.
 */
export type Place =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly host: string };

/** The words of the command line that serves the API, the program first. */
export function proxyLine({ program, cluster }: Kubectl, place: Place): readonly string[] {
  const at =
    place.kind === 'socket'
      ? [`--unix-socket=${place.path}`]
      : ['--address=127.0.0.1', '--port=0', `--accept-hosts=^${place.host}$`];
  return [program, ...cluster, 'proxy', ...at];
}

/**
 * Where the API is, in what kubectl prints when it serves; undefined in anything else.
 * Upstream: k8s.io/kubectl pkg/cmd/proxy/proxy.go RunProxy.
 */
export function servedAt(printed: string, place: Place): Behind | undefined {
  const address = /^Starting to serve on (.+)\n/m.exec(printed)?.[1];
  if (address === undefined) return undefined;
  if (place.kind === 'socket') return place;
  const port = /:(\d+)$/.exec(address)?.[1];
  return port === undefined ? undefined : { ...place, port: Number(port) };
}
