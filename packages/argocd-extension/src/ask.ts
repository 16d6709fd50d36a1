import { nearestVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { asRecord, textAt } from './plain.ts';

/** An object of a cluster by its names, as Argo CD asks for them. */
export interface ObjectNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The names of an object that Argo CD gave, whatever that is; undefined where it has none. */
export function namesIn(resource: unknown): ObjectNames | undefined {
  const [version = '', group = ''] = textAt(resource, 'apiVersion').split('/').toReversed();
  const kind = textAt(resource, 'kind');
  const name = textAt(resource, 'metadata', 'name');
  if (version === '' || kind === '' || name === '') return undefined;
  return { group, version, kind, namespace: textAt(resource, 'metadata', 'namespace'), name };
}

/** An answer of Argo CD's API: its JSON, or the HTTP status with which it refused; 0 where nobody answered. */
export type ApiAnswer =
  | { readonly kind: 'json'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number };

/** Asks Argo CD's API by the session of the reader, on the page's own origin. */
export type AskApi = (path: string, query: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** Asks by `fetch`, below the address that Argo CD's page names as its base. */
export function apiOf(signal: AbortSignal): AskApi {
  return async (path, query) => {
    const base = new URL(document.querySelector('head > base')?.getAttribute('href') ?? '/', location.origin);
    // Whatever a page says, nothing is asked of another origin.
    const root = base.origin === location.origin ? base.pathname.replace(/\/*$/, '/') : '/';
    const url = new URL(`${root}api/v1/${path}`, location.origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const answer = await fetch(url, { signal, credentials: 'same-origin', redirect: 'error' });
      if (!answer.ok) return { kind: 'refused', status: answer.status };
      return { kind: 'json', body: await answer.json() };
    } catch {
      return { kind: 'refused', status: 0 };
    }
  };
}

/** The names of an Application, as its API wants them. */
interface ApplicationNames {
  readonly name: string;
  readonly namespace: string;
}

function applicationNames(application: unknown): ApplicationNames {
  return { name: textAt(application, 'metadata', 'name'), namespace: textAt(application, 'metadata', 'namespace') };
}

/** The live object as the API reads it from the cluster, with its managedFields. Upstream: argo-cd server/application GetResource. */
export async function askLive(ask: AskApi, application: unknown, names: ObjectNames): Promise<unknown> {
  const app = applicationNames(application);
  const answer = await ask(`applications/${encodeURIComponent(app.name)}/resource`, {
    ...{ name: names.name, appNamespace: app.namespace, namespace: names.namespace, resourceName: names.name },
    ...{ version: names.version, kind: names.kind, group: names.group },
  });
  return answer.kind === 'json' ? parsed(textAt(answer.body, 'manifest')) : undefined;
}

/** What Argo CD wants an object to be. `none`: it manages no such object; `refused`: with the HTTP status. */
export type DesiredAnswer =
  | { readonly kind: 'desired'; readonly target: unknown }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly status: number };

/** Asks for the desired object. Upstream: argo-cd server/application ManagedResources, controller hideSecretData. */
export async function askDesired(ask: AskApi, application: unknown, names: ObjectNames): Promise<DesiredAnswer> {
  const app = applicationNames(application);
  const answer = await ask(`applications/${encodeURIComponent(app.name)}/managed-resources`, {
    ...{ appNamespace: app.namespace, namespace: names.namespace, name: names.name },
    ...{ kind: names.kind, group: names.group },
  });
  if (answer.kind === 'refused') return answer;
  const items = asRecord(answer.body)['items'];
  const found = (Array.isArray(items) ? items : []).find((item) => {
    const is = (key: keyof ObjectNames) => textAt(item, key) === names[key];
    return is('kind') && is('name') && is('group') && is('namespace');
  });
  const target = parsed(textAt(found, 'targetState'));
  return target === undefined || target === null ? { kind: 'none' } : { kind: 'desired', target };
}

/** The version of a cluster, and the one that is played for it. */
export interface ClusterVersion {
  /** As Argo CD says it. */
  readonly said: string;
  readonly played: PlayedVersion;
}

/** The version of the Application's cluster; undefined where Argo CD does not say it to this reader. */
export async function askVersion(ask: AskApi, application: unknown): Promise<ClusterVersion | undefined> {
  const server = textAt(application, 'spec', 'destination', 'server');
  const name = textAt(application, 'spec', 'destination', 'name');
  if (server === '' && name === '') return undefined;
  const answer = await ask(`clusters/${encodeURIComponent(server || name)}`, {
    'id.type': server === '' ? 'name_escaped' : 'url',
  });
  if (answer.kind === 'refused') return undefined;
  const said = textAt(answer.body, 'info', 'serverVersion') || textAt(answer.body, 'serverVersion');
  return /^v?1\.\d/.test(said) ? { said, played: nearestVersion(said) } : undefined;
}

/** A text of JSON as a value; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
