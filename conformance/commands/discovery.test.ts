import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Cluster, catalogOf, emptyCluster, setLive } from '@managed-fields/api-server/whole';
import {
  builtinKinds,
  customKinds,
  describedSchemas,
  discovered,
  isToldToGetAlone,
  kindSchemaOf,
  rootPaths,
  serverVersion,
  wantsAggregated,
} from '@managed-fields/kubectl/discovery';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { kubectlTexts } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The hashes of what is stored, by version and resource, as api/discovery of k8s.io/kubernetes has them at each release. */
const recorded: Readonly<Record<string, Readonly<Record<string, string>>>> = read('./discovery.cases.json');

type Json = Readonly<Record<string, unknown>>;
type ByName = Readonly<Record<string, Json>>;

/** What servers of several versions answered that had some definitions. */
interface Documents {
  readonly definitions: readonly Json[];
  /** What v1.36.3 told at a path; `/apis aggregated` in the aggregated form. */
  readonly told: ByName;
  /** The digests of what each version told. */
  readonly digests: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The schemas of the definitions, by name, as OpenAPI v3 and v2 of v1.36.3 had them. */
  readonly v3: ByName;
  readonly v2: ByName;
  /** Those that are others in other versions. */
  readonly others: Readonly<Record<string, { readonly v3: ByName; readonly v2: ByName }>>;
  /** What v1.36.3 told at `/`. */
  readonly paths: readonly string[];
  /** What it answered to an Accept header: the kind, or that it refused. */
  readonly accepts: readonly (readonly [accept: string, path: string, answer: string])[];
  /** Whether it answered 405 to other methods than GET. */
  readonly methods: readonly (readonly [path: string, refuses: boolean])[];
  /** What kubectl v1.36.3 explained of the definitions, by the words behind `kubectl explain`. */
  readonly explained: Readonly<Record<string, string>>;
  /** What servers told at `/version`. */
  readonly versions: Readonly<Record<string, Parameters<typeof serverVersion>[1] & { readonly gitVersion: string }>>;
}

const documents: Documents = read('./discovery-documents.cases.json');
const versions = Object.keys(documents.digests);

/** A cluster of a version with the definitions. */
async function clusterOf(version: string): Promise<Cluster> {
  const put = (cluster: Cluster, definition: unknown): Cluster => {
    const set = setLive(cluster, valueFromPlain(definition));
    if (set.kind !== 'set') throw new Error(set.message);
    return set.cluster;
  };
  return documents.definitions.reduce(put, emptyCluster(await loadCatalog(version)));
}

const clusters = new Map<string, Promise<Cluster>>();

/** A server of a version with the definitions. */
async function serverOf(version: string) {
  const known = clusters.get(version) ?? clusterOf(version);
  clusters.set(version, known);
  const cluster = await known;
  const catalog = catalogOf(cluster);
  return { cluster, catalog, kinds: [...builtinKinds(catalog, catalog.discovered?.() ?? []), ...customKinds(catalog)] };
}

type Server = Awaited<ReturnType<typeof serverOf>>;

/** What is told at a path. A server lists the custom kinds of a group and version by chance. */
function toldAt(path: string, { catalog, kinds }: Server): Json {
  const [at = '', aggregated] = path.split(' ');
  const asked = { host: 'SERVER', aggregated: aggregated !== undefined, minor: catalog.minor };
  const found = structuredClone(discovered(at, kinds, asked)) as { resources?: { name: string }[] } & Json;
  const [, , group = 'apps'] = at.split('/');
  if (!catalog.isBuiltinGroup(group)) found.resources?.sort((a, b) => (a.name < b.name ? -1 : 1));
  return found;
}

/** The same text for what is the same, in whatever order its fields stand. */
function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedJson)}]`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${sortedJson(each)}`)}}`;
}

function digest(value: unknown): string {
  return createHash('sha256').update(sortedJson(value)).digest('hex').slice(0, 12);
}

it.each(Object.keys(recorded))('discovery of %s tells in which version each kind is stored', async (version) => {
  const catalog = await loadCatalog(version);
  const kinds = builtinKinds(catalog, catalog.discovered?.() ?? []);
  const hashes = kinds.flatMap(({ group, version: of, resource, storageVersionHash }) =>
    storageVersionHash === undefined
      ? []
      : [[`${group === '' ? '' : `${group}/`}${of}/${resource}`, storageVersionHash]],
  );
  expect(hashes.length).toBeGreaterThan(50);
  expect(Object.fromEntries(hashes)).toEqual(
    Object.fromEntries(hashes.map(([key = '']) => [key, recorded[version]?.[key]])),
  );
});

describe('what a server tells of its kinds', () => {
  it.each(Object.entries(documents.told))('%s', async (path, told) => {
    expect(toldAt(path, await serverOf('v1.36'))).toEqual(told);
  });
  it.each(versions)('%s', async (version) => {
    const server = await serverOf(version);
    const asked = documents.digests[version] ?? {};
    expect(Object.keys(asked).length).toBeGreaterThan(60);
    expect(Object.fromEntries(Object.keys(asked).map((path) => [path, digest(toldAt(path, server))]))).toEqual(asked);
  });
  it('at other paths nothing', async () => {
    const { kinds } = await serverOf('v1.36');
    const ofGroups = ['/apis/none.io', '/apis/none.io/v1', '/apis/apps/v9', '/apis/apps/v1/deployments'];
    for (const path of ['/', '/version', '/api/v2', '/api/v1/pods', ...ofGroups])
      expect(discovered(path, kinds, { host: '' }), path).toBeUndefined();
  });
  it('the paths of groups, and others of which a server has more', async () => {
    const { paths } = rootPaths((await serverOf('v1.36')).kinds) as { paths: readonly string[] };
    const isTold = (path: string) => /^\/(?:api|openapi|version)|^\/(?:health|live|ready)z$/.test(path);
    expect(paths).toEqual(documents.paths.filter(isTold));
  });
  it.each(documents.accepts)('in the form for %s at %s', (accept, _, answer) => {
    expect(wantsAggregated(accept)).toBe(answer === 'APIGroupDiscoveryList');
  });
  it('to any method, or to GET alone', async () => {
    const { catalog } = await serverOf('v1.36');
    const answered = documents.methods.map(([path]) => [path, isToldToGetAlone(path, catalog)]);
    expect(answered).toEqual(documents.methods);
  });
  it.each(Object.values(documents.versions))('$gitVersion', (told) => {
    const { gitCommit, gitTreeState, buildDate, goVersion, compiler, platform } = told;
    const build = { gitCommit, gitTreeState, buildDate, goVersion, compiler, platform };
    expect(serverVersion(told.gitVersion, build)).toEqual(told);
  });
});

describe('what a server publishes of its definitions', () => {
  it.each(versions)('%s', async (version) => {
    const { catalog, kinds } = await serverOf(version);
    const named = describedSchemas(catalog);
    const found = kinds.flatMap((kind) => {
      const published = catalog.find(kind.group, kind.version, kind.resource);
      return kind.isCustom && published !== undefined ? [kindSchemaOf(named, published, catalog)] : [];
    });
    const published = new Map(found.map((schema) => [schema.name, schema]));
    const other = documents.others[version];
    const expected = { v3: { ...documents.v3, ...other?.v3 }, v2: { ...documents.v2, ...other?.v2 } };
    expect(Object.keys(expected.v3).length).toBeGreaterThan(25);
    for (const name of Object.keys(expected.v3)) {
      const { group, version: of, kind, root, versionTwo } = published.get(name) ?? expect.fail(name);
      const [v3, v2] = [root, versionTwo].map((schema) => ({
        ...JSON.parse(formatJson(schema)),
        'x-kubernetes-group-version-kind': [{ group, version: of, kind }],
      }));
      expect(v3, name).toEqual(expected.v3[name]);
      // A reference stands by itself in v2, as that to the metadata of every object.
      const reference = /"allOf":\[\{"\$ref":"#\/components\/schemas\/([^"]+)"\}\]/g;
      expect(JSON.parse(JSON.stringify(v2).replace(reference, '"$ref":"#/definitions/$1"')), name).toEqual(
        expected.v2[name],
      );
    }
  });
});

describe('what kubectl explains of definitions', () => {
  it.each(Object.entries(documents.explained))('%s', async (words, text) => {
    const { cluster } = await serverOf('v1.36.3');
    const command = { line: `kubectl explain ${words}`, files: new Map(), namespace: 'default' };
    const ran = runKubectl(cluster, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
    expect(ran.stdout + ran.stderr).toBe(text);
  });
});
