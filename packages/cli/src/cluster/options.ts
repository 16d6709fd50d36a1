import type { Io } from '../io.ts';
import { type Kubectl, kubectlOf, kubectlOptions } from '../kubectl.ts';
import { oneOf, readOptions } from '../options.ts';
import { publicAddress } from '../page-address.ts';
import { type FrontSettings, pagePrefix } from './front/settings.ts';

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
    ...kubectlOptions,
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
  return {
    kind: 'options',
    port: Number(port),
    page,
    access: { readOnly: values['read-only'] === true, secrets: values.secrets === true },
    pageAddress: others.address,
    kubectl: kubectlOf(values),
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
