import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ApiRequest, emptyCluster, serve } from '@managed-fields/api-server/whole';
import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { loadCatalog } from '../../conformance/replay/catalog.ts';
import { readArguments } from '../arguments.ts';

const { values } = readArguments({
  name: 'npx tsx tools/serve/cli.ts',
  about: `Serves this engine to a real kubectl, with as much of discovery as commands ask for, so that what kubectl itself says
can be recorded without a server:
pnpm record --server http://127.0.0.1:18123 --kubectl kubectl --out conformance/commands/cases FILE`,
  options: { port: { type: 'number', value: 'N', default: 18123, about: 'the port of this machine' } },
});

/** A resource as discovery lists it. */
interface Listed {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

const data = new URL('../../packages/kubernetes-types/src/data/v1.36/resources.json', import.meta.url);
const builtin: readonly Listed[] = JSON.parse(readFileSync(data, 'utf8')).resources;
const custom = new Map<string, readonly Listed[]>();
let cluster = emptyCluster(await loadCatalog());

/** The built-in kinds of the category `all`. */
const inAll = new Set(
  'pods replicationcontrollers services daemonsets deployments replicasets statefulsets horizontalpodautoscalers cronjobs jobs'.split(
    ' ',
  ),
);

const all = () => [...builtin, ...[...custom.values()].flat()];
const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** The resources of a definition. */
function resourcesOf(crd: ValueMap): readonly Listed[] {
  const spec = mapAt(crd, 'spec');
  const names = mapAt(spec, 'names');
  const kind = stringAt(names, 'kind') ?? '';
  const own = {
    group: stringAt(spec, 'group') ?? '',
    kind,
    resource: stringAt(names, 'plural') ?? '',
    singular: stringAt(names, 'singular') ?? kind.toLowerCase(),
    namespaced: stringAt(spec, 'scope') === 'Namespaced',
    verbs: allVerbs,
    shortNames: (listAt(names, 'shortNames') ?? []).map(String),
  };
  return (listAt(spec, 'versions') ?? []).filter(isMap).flatMap((version) => {
    const served = { ...own, version: stringAt(version, 'name') ?? '' };
    const parts = [...(mapAt(version, 'subresources') ?? new Map<string, Value>()).keys()];
    return [served, ...parts.map((part) => ({ ...served, resource: `${own.resource}/${part}`, shortNames: [] }))];
  });
}

/** The versions of each group, as the server prefers them. */
function groups(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { group, version } of all()) {
    const versions = found.get(group) ?? [];
    if (!versions.includes(version)) found.set(group, [...versions, version]);
  }
  const rank = (version: string) => (version.includes('alpha') ? 0 : version.includes('beta') ? 1 : 2);
  for (const versions of found.values()) {
    versions.sort((a, b) => rank(b) - rank(a) || b.localeCompare(a, 'en', { numeric: true }));
  }
  return found;
}

const inVersion = (group: string, version: string) =>
  all().filter((each) => each.group === group && each.version === version);

function resourceList(group: string, version: string): object {
  const resources = inVersion(group, version).map(({ resource, singular, ...rest }) => ({
    ...rest,
    name: resource,
    singularName: singular,
    categories: inAll.has(resource) ? ['all'] : [],
  }));
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources,
  };
}

/** The part of the OpenAPI document by which kubectl knows that the server checks fields. */
function openapi(group: string, version: string): object {
  const paths = inVersion(group, version).map(({ kind, resource }) => [
    `/${resource}/{name}`,
    {
      patch: {
        parameters: [{ name: 'fieldValidation', in: 'query', schema: { type: 'string' } }],
        'x-kubernetes-action': 'patch',
        'x-kubernetes-group-version-kind': { group, version, kind },
      },
    },
  ]);
  return { openapi: '3.0.0', info: { title: '', version: '' }, paths: Object.fromEntries(paths) };
}

/** Returns the answer of discovery; undefined for a path that is none of its own. */
function discovered(path: string): object | undefined {
  const [root, ...rest] = path.slice(1).split('/');
  const found = groups();
  if (path === '/version') return { gitVersion: 'v1.36.3', major: '1', minor: '36' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const listed = [...found].filter(([name]) => name !== '');
    const entries = listed.map(([name, names]) => {
      const versions = names.map((version) => ({ groupVersion: `${name}/${version}`, version }));
      return { name, versions, preferredVersion: versions[0] };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: entries };
  }
  if (path === '/openapi/v3') {
    const roots = [...found].flatMap(([group, versions]) =>
      versions.map((version) => (group === '' ? `api/${version}` : `apis/${group}/${version}`)),
    );
    const paths = roots.map((each) => [each, { serverRelativeURL: `/openapi/v3/${each}?hash=1` }]);
    return { paths: Object.fromEntries(paths) };
  }
  const [group = '', version = '', more] =
    root === 'openapi' ? (rest[1] === 'api' ? ['', rest[2]] : rest.slice(2)) : root === 'api' ? ['', ...rest] : rest;
  if (more !== undefined || found.get(group)?.includes(version) !== true) return undefined;
  return root === 'openapi' ? openapi(group, version) : resourceList(group, version);
}

async function requestOf(incoming: IncomingMessage, url: URL): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { 'content-type': contentType, 'user-agent': userAgent } = incoming.headers;
  const parsed = parseJson(text);
  const body = parsed.kind === 'error' ? ({ ...parsed, kind: 'malformed' } as const) : { ...parsed, duplicates: [] };
  return {
    method: incoming.method as ApiRequest['method'],
    path: decodeURI(url.pathname),
    query: new Map(url.searchParams),
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(text === '' ? {} : { body, bodyText: text }),
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const known = discovered(decodeURI(url.pathname));
  const json = { 'Content-Type': 'application/json' };
  if (known !== undefined || url.searchParams.get('watch') === 'true') {
    outgoing.writeHead(200, json).end(JSON.stringify(known) ?? '');
    return;
  }
  const now = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  const served = serve(cluster, await requestOf(incoming, url), now);
  cluster = served.cluster;
  const { code, body, warnings } = served.response;
  if (isMap(body) && body.get('kind') === 'CustomResourceDefinition') {
    custom.set(stringAt(mapAt(body, 'metadata'), 'name') ?? '', resourcesOf(body));
  }
  for (const warning of warnings) outgoing.appendHeader('Warning', `299 - ${JSON.stringify(warning)}`);
  outgoing.writeHead(code, json).end(formatJson(body));
}

// A connection that is kept is closed by the other side, however slow this one is.
createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => void answer(incoming, outgoing)).listen(
  values.port,
  '127.0.0.1',
  () => console.log(`http://127.0.0.1:${values.port}`),
);
