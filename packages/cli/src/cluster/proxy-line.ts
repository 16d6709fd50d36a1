import { type Access, filters } from './filters.ts';

/** Where the page lies below the proxy's address. */
export const pagePrefix = '/playground/';

/** What the proxy is started with. */
export interface ProxySettings extends Access {
  /** The program: `kubectl`, or a path of one. */
  readonly kubectl: string;
  /** `--kubeconfig` and `--context`, where they were given. */
  readonly cluster: readonly string[];
  /** 0 lets kubectl choose one. */
  readonly port: number;
  /** The folder of the built page. */
  readonly page: string;
  /** The only host that requests may name. */
  readonly host: string;
}

/** The words of the command line that serves page and API, the program first. */
export function proxyLine({ kubectl, cluster, port, page, host, ...access }: ProxySettings): readonly string[] {
  const { acceptPaths, rejectPaths, rejectMethods } = filters(access);
  return [
    kubectl,
    ...cluster,
    'proxy',
    '--address=127.0.0.1',
    `--port=${port}`,
    `--www=${page}`,
    `--www-prefix=${pagePrefix}`,
    `--accept-hosts=^${host.replaceAll('.', '\\.')}$`,
    `--accept-paths=${acceptPaths.join(',')}`,
    `--reject-paths=${rejectPaths.join(',')}`,
    `--reject-methods=${rejectMethods.join(',')}`,
  ];
}

/** What the page opens: an object, as `deploy/web`, and the namespace of it or of the page's lists. */
export interface Opened {
  readonly object?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The address of the page that shows the cluster. */
export function pageAddress(host: string, port: number, { object, namespace }: Opened): string {
  const query = [
    'cluster',
    ...(object === undefined ? [] : [`open=${encodeURIComponent(object)}`]),
    ...(namespace === undefined ? [] : [`namespace=${encodeURIComponent(namespace)}`]),
  ];
  return `http://${host}:${port}${pagePrefix}?${query.join('&')}`;
}

/** The port in what kubectl prints when it serves; undefined in anything else. Upstream: pkg/cmd/proxy RunProxy. */
export function portServed(printed: string): number | undefined {
  const port = /^Starting to serve on \S*:(\d+)\n/m.exec(printed)?.[1];
  return port === undefined ? undefined : Number(port);
}
