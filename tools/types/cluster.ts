import { isDeepStrictEqual } from 'node:util';
import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import {
  type ClusterKinds,
  type ClusterResource,
  loadClusterTypes,
  loadKubernetesTypes,
  nearestVersion,
} from '@managed-fields/kubernetes-types';
import { schemaFromOpenApi, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { closingLines, emptyTally, judge, sum } from '../../conformance/replay/judge.ts';
import namedDifferences from '../../conformance/replay/named-differences.json' with { type: 'json' };
import { playTrace } from '../../conformance/replay/play.ts';
import { readTrace, traceFiles } from '../../conformance/replay/trace.ts';
import { readArguments } from '../arguments.ts';
import { reachServer, send, serverOptions } from '../record/server.ts';

/** The media type in which a server lists all groups at once. */
const aggregatedDiscovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const { values, words: positionals } = readArguments({
  name: 'npx tsx tools/types/cluster.ts',
  about: `Reads a server's own documents as the page does in front of a cluster, and compares what is made of them with our data of
its version: the types that its documents compile to by themselves, and every kind of the catalog that is made of both. Then
it plays traces by that catalog. Ends with 1 where anything differs without a reason.`,
  options: serverOptions,
  words: { name: 'PATH…', about: 'files and folders of traces, by default none', there: true },
});
const server = await reachServer(values);
const kinds = await readClusterKinds(async (path, accept = 'application/json') => {
  const answered = await send(server, { method: 'GET', path, query: {}, headers: { Accept: accept } });
  if (answered.code !== 200) throw new Error(`GET ${path} was answered ${answered.code}`);
  return answered.body;
});
const version = nearestVersion(kinds.release);
const [ours, theirs] = await Promise.all([loadKubernetesTypes(version), loadClusterTypes(kinds)]);
const differing = [...differencesByDocument(kinds, ours), ...differencesOfCatalogs(kinds, ours, theirs)];
for (const line of differing) console.log(line);

let tally = emptyTally;
let unnamed = 0;
for (const file of positionals.length === 0 ? [] : traceFiles(positionals)) {
  const trace = readTrace(file);
  if (nearestVersion(trace.release) !== version) continue;
  const judged = judge(trace, playTrace(trace, theirs), namedDifferences);
  for (const line of judged.unnamed) console.log(line);
  unnamed += judged.unnamed.length;
  tally = sum(tally, judged.tally);
}
if (positionals.length > 0) for (const line of closingLines(tally)) console.log(line);
process.exitCode = differing.length + unnamed === 0 ? 0 : 1;

/** Compares the types that each document compiles to by itself with those of our data. */
function differencesByDocument(
  { release, documents, resources }: ClusterKinds,
  catalog: TypeCatalog,
): readonly string[] {
  const lines: string[] = [];
  let same = 0;
  for (const { group, version: of, text } of documents) {
    const { components }: { components: { schemas: Record<string, Record<string, unknown>> } } = JSON.parse(text);
    const { schemas } = components;
    const schema = schemaFromOpenApi({
      get: (name) => (Object.hasOwn(schemas, name) ? (valueFromPlain(schemas[name]) as ValueMap) : undefined),
    });
    for (const { kind, plural } of resources.filter((each) => each.group === group && each.version === of)) {
      const known = catalog.find(group, of, plural);
      const name = Object.keys(schemas).find((each) => {
        const [only, ...more] = (schemas[each]?.['x-kubernetes-group-version-kind'] ?? []) as { kind: string }[];
        return more.length === 0 && only?.kind === kind;
      });
      if (known === undefined && !catalog.isBuiltinGroup(group)) continue;
      const theirs = name === undefined ? undefined : schema.type(name);
      if (known !== undefined && theirs !== undefined && isDeepStrictEqual(known.type, theirs)) same++;
      else lines.push(`${release} ${group}/${of} ${kind}: its document compiles to another type`);
    }
  }
  console.log(`${release}: ${same} kinds compile to the types of ${version}`);
  return lines;
}

/** Compares the kinds of two catalogs, in what a server says of them. */
function differencesOfCatalogs(
  { release, resources }: ClusterKinds,
  a: TypeCatalog,
  b: TypeCatalog,
): readonly string[] {
  const facts = (found: ResourceVersion | undefined) =>
    found && [
      found.type,
      found.written?.root,
      found.zero,
      found.subresources,
      found.warnings,
      ['', ...found.subresources.keys()].map((name) => found.resetFields(name)),
      [found.resource.storageVersion, found.resource.namespaced, found.resource.singular, found.resource.unmodelled],
      [...found.resource.versions.keys()],
    ];
  const builtin = resources.filter(({ group }) => a.isBuiltinGroup(group));
  const lines = builtin
    .filter(
      ({ group, version: of, plural }) =>
        !isDeepStrictEqual(facts(a.find(group, of, plural)), facts(b.find(group, of, plural))),
    )
    .map(({ group, version: of, plural }) => `${release} ${group}/${of} ${plural}: the catalogs differ`);
  const served = new Set(builtin.map(({ group, plural }) => `${group}/${plural}`));
  const gone = a.names().filter(({ group, plural }) => !served.has(`${group}/${plural}`));
  if (!isDeepStrictEqual(a.names(), b.names())) lines.push(`${release}: the names of resources differ`);
  console.log(`${release}: ${builtin.length - lines.length} of ${builtin.length} kinds are the same in both catalogs`);
  return [...lines, ...gone.map(({ group, plural }) => `${release} ${group} ${plural}: only here`)];
}

/** Gives the text of a path of a server. */
type ReadPath = (path: string, accept?: string) => Promise<string>;

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: { readonly kind: string };
        readonly scope: string;
        readonly singularResource?: string;
        readonly shortNames?: readonly string[];
        readonly subresources?: readonly { readonly subresource: string }[];
      }[];
    }[];
  }[];
}

/** What a server says of all its kinds: each document of OpenAPI v3, and the whole of discovery. */
async function readClusterKinds(read: ReadPath): Promise<ClusterKinds> {
  const { gitVersion: release }: { gitVersion: string } = JSON.parse(await read('/version'));
  const { paths }: { paths: Record<string, { serverRelativeURL: string }> } = JSON.parse(await read('/openapi/v3'));
  const documents = [];
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    const [, group = '', version = ''] = /^(?:api|apis\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
    if (version === '') continue;
    const hash = new URL(serverRelativeURL, 'http://server').searchParams.get('hash') ?? '';
    documents.push({ group, version, hash, text: await read(`/openapi/v3/${path}`) });
  }
  const resources: ClusterResource[] = [];
  for (const path of ['/api', '/apis']) {
    const { items }: Discovery = JSON.parse(await read(path, aggregatedDiscovery));
    for (const { metadata, versions } of items) {
      for (const [index, { version, resources: found = [] }] of versions.entries()) {
        for (const each of found) {
          resources.push({
            group: metadata.name ?? '',
            version,
            plural: each.resource,
            singular: each.singularResource ?? '',
            kind: each.responseKind?.kind ?? '',
            namespaced: each.scope === 'Namespaced',
            shortNames: each.shortNames ?? [],
            subresources: (each.subresources ?? []).map(({ subresource }) => subresource),
            preferred: index === 0,
          });
        }
      }
    }
  }
  return { release, documents, resources };
}
