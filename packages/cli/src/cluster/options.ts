import type { Io } from '../io.ts';
import { oneOf, readOptions } from '../options.ts';
import { publicAddress } from '../page-address.ts';
import { type Behind, type FrontSettings, pagePrefix } from './front/settings.ts';

/** What was chosen: how the page is served, by which kubectl, and what it opens. */
export interface Chosen extends Pick<FrontSettings, 'port' | 'page' | 'access' | 'pageAddress'> {
  readonly kubectl: Kubectl;
  readonly opened: Opened;
  readonly output: 'text' | 'json';
}

/** What the arguments of `cluster` come to, or why they cannot be used. */
export type ClusterOptions =
  | { readonly kind: 'usage'; readonly message: string }
  | ({ readonly kind: 'options' } & Chosen);

/** Reads the arguments of `cluster`. */
export function clusterOptions(args: readonly string[], io: Io): ClusterOptions {
  const read = readOptions(args, {
    namespace: { type: 'string', short: 'n' },
    context: { type: 'string' },
    kubeconfig: { type: 'string' },
    kubectl: { type: 'string' },
    port: { type: 'string' },
    page: { type: 'string' },
    'page-address': { type: 'string' },
    'read-only': { type: 'boolean' },
    secrets: { type: 'boolean' },
    output: { type: 'string', short: 'o' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const usage = (message: string) => ({ kind: 'usage', message }) as const;
  const output = oneOf('--output', values.output, ['text', 'json']);
  if (output.kind === 'usage') return output;
  const [object] = words;
  if (words.length > 1 || (object !== undefined && !/^[^/]+\/[^/]+$/.test(object))) {
    return usage(`name one object as KIND/NAME, such as deploy/web, not ${JSON.stringify(words.join(' '))}`);
  }
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return usage(`--port is a number from 0 to 65535, not ${JSON.stringify(port)}`);
  }
  const page = values.page ?? io.page;
  if (page === undefined)
    return usage('there is no page beside this program: name a built playground by --page FOLDER');
  if (!io.isPage(page)) return usage(`${page} is no built playground: it has no index.html`);
  const others = publicAddress(values['page-address'] ?? io.env['MANAGED_FIELDS_PAGE']);
  if (others.kind === 'usage') return others;
  const given = (name: 'kubeconfig' | 'context') => (values[name] === undefined ? [] : [`--${name}=${values[name]}`]);
  return {
    kind: 'options',
    port: Number(port),
    page,
    access: { readOnly: values['read-only'] === true, secrets: values.secrets === true },
    pageAddress: others.address,
    kubectl: { program: values.kubectl ?? 'kubectl', cluster: [...given('kubeconfig'), ...given('context')] },
    opened: { object, namespace: values.namespace },
    output: output.value,
  };
}

/** What the page opens: an object, as `deploy/web`, and the namespace of it or of the page's lists. */
export interface Opened {
  readonly object?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The address of the page that shows the cluster. The token stands in the fragment, which browsers do not send. */
export function printedAddress(port: number, token: string, { object, namespace }: Opened): string {
  const query = [
    'cluster',
    ...(object === undefined ? [] : [`open=${encodeURIComponent(object)}`]),
    ...(namespace === undefined ? [] : [`namespace=${encodeURIComponent(namespace)}`]),
  ];
  return `http://127.0.0.1:${port}${pagePrefix}?${query.join('&')}#t/${token}`;
}

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
