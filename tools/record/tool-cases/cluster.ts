import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Server, send } from '../server.ts';
import { type Case, objectsOf } from './case.ts';

/** A kind that a server lists. */
interface Kind {
  /** `/apis/apps/v1`. */
  readonly base: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const own = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
/** Kinds whose objects the server makes by itself, or nobody deploys. */
const skipped = new Set([
  'Event',
  'Lease',
  'ComponentStatus',
  'Node',
  'APIService',
  'FlowSchema',
  'PriorityLevelConfiguration',
]);

/** Returns all objects of a case's namespaces, and the cluster-scoped ones that it writes of, in a fixed order. */
export async function dump(server: Server, asked: Case): Promise<readonly ValueMap[]> {
  const named = new Set(objectsOf(asked).map((object) => `${stringAt(object, 'kind')}/${nameOf(object)}`));
  const kindsNamed = new Set([...named].map((each) => each.split('/')[0]));
  const namespaces = new Set(namespacesOf(asked));
  const lists = (await kindsOf(server))
    .filter((kind) => kind.namespaced || kindsNamed.has(kind.kind))
    .map(async (kind) =>
      (await list(server, kind)).filter((object) => {
        const namespace = stringAt(mapAt(object, 'metadata'), 'namespace');
        return namespace === undefined ? named.has(`${kind.kind}/${nameOf(object)}`) : namespaces.has(namespace);
      }),
    );
  return (await Promise.all(lists)).flat().toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  return [
    stringAt(object, 'apiVersion'),
    stringAt(object, 'kind'),
    stringAt(metadata, 'namespace') ?? '',
    nameOf(object),
  ].join(' ');
}

function nameOf(object: ValueMap): string {
  return stringAt(mapAt(object, 'metadata'), 'name') ?? '';
}

/** The namespaces that a case writes to. */
export function namespacesOf(asked: Case): readonly string[] {
  const objects = objectsOf(asked);
  const named = objects.flatMap((object) => stringAt(mapAt(object, 'metadata'), 'namespace') ?? []);
  const made = objects.filter((object) => stringAt(object, 'kind') === 'Namespace').map(nameOf);
  return [...new Set([asked.namespace, ...named, ...made])].filter((name) => !own.includes(name));
}

/** Makes the namespaces of a case, but for those that it makes itself. */
export async function makeNamespaces(server: Server, asked: Case): Promise<void> {
  const made = objectsOf(asked)
    .filter((object) => stringAt(object, 'kind') === 'Namespace')
    .map(nameOf);
  for (const name of namespacesOf(asked).filter((each) => each === asked.namespace || !made.includes(each))) {
    await ask(server, 'POST', '/api/v1/namespaces', { metadata: { name } });
  }
}

/** Takes everything away that is not the server's own, so that the next case finds nothing. */
export async function empty(server: Server): Promise<void> {
  const kinds = await kindsOf(server);
  const isLast = ({ kind }: Kind) => kind === 'CustomResourceDefinition' || kind === 'Namespace';
  for (const some of [
    kinds.filter((kind) => kind.namespaced),
    kinds.filter((kind) => !kind.namespaced && !isLast(kind)),
    kinds.filter(isLast),
  ]) {
    await Promise.all(
      some.map(async (kind) => {
        for (const object of await list(server, kind)) if (!isOwn(kind, object)) await remove(server, kind, object);
      }),
    );
  }
}

function isOwn(kind: Kind, object: ValueMap): boolean {
  const metadata = mapAt(object, 'metadata');
  if (kind.namespaced) return own.includes(stringAt(metadata, 'namespace') ?? '');
  if (kind.kind === 'Namespace') return own.includes(nameOf(object));
  if (mapAt(metadata, 'labels')?.has('kubernetes.io/bootstrapping')) return true;
  return (
    /^system|^(?:cluster-admin|admin|edit|view|kubernetes|pinned-.*)$/.test(nameOf(object)) ||
    kind.kind === 'ServiceCIDR' ||
    kind.kind === 'IPAddress'
  );
}

async function remove(server: Server, kind: Kind, object: ValueMap): Promise<void> {
  const namespace = stringAt(mapAt(object, 'metadata'), 'namespace');
  const place = namespace === undefined ? kind.base : `${kind.base}/namespaces/${namespace}`;
  const path = `${place}/${kind.plural}/${nameOf(object)}`;
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, propagationPolicy: 'Background' };
  for (let tries = 0; tries < 50; tries++) {
    if ((await ask(server, 'DELETE', path, options)) === 404) return;
    if (kind.kind === 'Namespace') {
      await ask(server, 'PUT', `${path}/finalize`, { metadata: { name: nameOf(object) }, spec: { finalizers: [] } });
    } else if (mapAt(object, 'metadata')?.has('finalizers') || tries > 0) {
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      const body = '{"metadata":{"finalizers":null}}';
      // Once a definition is deleted, a finalizer of the server sees to its instances.
      if (kind.kind !== 'CustomResourceDefinition')
        await send(server, { method: 'PATCH', path, query: {}, headers, body });
    }
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} does not go`);
}

/** Waits until the kinds of all definitions among some objects are served. */
export async function untilServed(server: Server, objects: readonly ValueMap[]): Promise<void> {
  const made = objects.filter((object) => stringAt(object, 'kind') === 'CustomResourceDefinition');
  for (const definition of made) {
    const spec = mapAt(definition, 'spec');
    const [version] = listAt(spec, 'versions') ?? [];
    const group = stringAt(spec, 'group');
    const plural = stringAt(mapAt(spec, 'names'), 'plural');
    const path = `/apis/${group}/${isMap(version) ? stringAt(version, 'name') : ''}/${plural}`;
    for (let tries = 0; tries < 100 && (await get(server, path)) === undefined; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // What is published of a definition comes a moment later.
  if (made.length > 0) await new Promise((resolve) => setTimeout(resolve, 2500));
}

async function kindsOf(server: Server): Promise<readonly Kind[]> {
  const groups = listAt(await get(server, '/apis'), 'groups') ?? [];
  const preferred = groups.flatMap((group) => {
    const version = isMap(group) ? mapAt(group, 'preferredVersion') : undefined;
    return stringAt(version, 'groupVersion') ?? [];
  });
  const found = ['v1', ...preferred].map(async (apiVersion) => {
    const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    const resources = listAt(await get(server, base), 'resources') ?? [];
    return resources.filter(isMap).flatMap((resource): Kind[] => {
      const plural = stringAt(resource, 'name') ?? '';
      const kind = stringAt(resource, 'kind') ?? '';
      const verbs = listAt(resource, 'verbs') ?? [];
      if (plural.includes('/') || !verbs.includes('list') || !verbs.includes('delete') || skipped.has(kind)) return [];
      return [{ base, apiVersion, kind, plural, namespaced: resource.get('namespaced') === true }];
    });
  });
  return (await Promise.all(found)).flat();
}

async function list(server: Server, kind: Kind): Promise<readonly ValueMap[]> {
  const items = listAt(await get(server, `${kind.base}/${kind.plural}`), 'items') ?? [];
  return items.filter(isMap).map((item) => {
    const head: [string, Value][] = [
      ['apiVersion', kind.apiVersion],
      ['kind', kind.kind],
    ];
    return new Map<string, Value>([...head, ...[...item].filter(([key]) => key !== 'apiVersion' && key !== 'kind')]);
  });
}

async function get(server: Server, path: string): Promise<ValueMap | undefined> {
  const { code, body } = await send(server, {
    method: 'GET',
    path,
    query: {},
    headers: { Accept: 'application/json' },
  });
  return code === 200 ? mapFromJson(body) : undefined;
}

async function ask(server: Server, method: string, path: string, body: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await send(server, { method, path, query: {}, headers, body: JSON.stringify(body) })).code;
}

/** Sends a request of a case, and throws where it is refused. */
export async function sendRequest(
  server: Server,
  request: { method: string; path: string; query: Readonly<Record<string, string>>; contentType: string; body: Value },
): Promise<void> {
  const { method, path, query, contentType, body } = request;
  const answered = await send(server, {
    method,
    path,
    query,
    headers: { 'Content-Type': contentType },
    body: formatJson(body),
  });
  if (answered.code >= 300) throw new Error(`${method} ${path} was answered ${answered.code}: ${answered.body}`);
}
