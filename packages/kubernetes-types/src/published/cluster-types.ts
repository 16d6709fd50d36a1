import type { TypeCatalog } from '@managed-fields/api-server';
import { remembered } from '@managed-fields/merge-engine';
import type { ClusterSchemas } from '../catalog/builtin-resource.ts';
import { kubernetesTypes, serverFacts } from '../catalog/kubernetes-types.ts';
import { withinStruct } from '../codec/within-struct.ts';
import type { KubernetesData } from '../kubernetes-data.ts';
import type { Checks } from '../validation/kind-checks.ts';
import type { PlayedVersion } from '../versions.ts';
import { clusterData, type Schemas } from './cluster-data.ts';
import { isOfVersion } from './nearest-version.ts';
import { publishedDefinition, publishedName } from './published-definition.ts';
import { apiVersionOf, type ClusterKinds, type ClusterResource, isDocument, isResource } from './published-kinds.ts';
import { type DocumentReading, readDocument } from './read-document.ts';

/**
 * The kinds of a cluster: `base`, the facts of a known version, with the schemas and the resources that the cluster
 * tells of. What no document tells (Go structs, defaults, strategies, validation) is that of the known version.
 *
 * - A built-in kind is read by the schema of the cluster's document, where there is one that can be read.
 * - A kind or version that `base` does not have is read by its schema alone; `unmodelled` says what is missing then.
 * - A kind that discovery of its group does not list is not found. Where `resources` says nothing of a group, the kinds
 *   of `base` stay.
 * - A custom resource is left to its definition. Where there is none, `published` makes one of its document.
 */
export function clusterTypes(
  kinds: ClusterKinds,
  base: KubernetesData,
  version: PlayedVersion,
  checks?: Checks,
): TypeCatalog {
  const facts = factsOf(kinds);
  const groups = new Set(base.resources.resources.map(({ group }) => group));
  const tabled = new Set(
    base.resources.resources.map((entry) => `${apiVersionOf(entry.group, entry.version)} ${entry.kind}`),
  );
  const isTabled = (group: string, of: string, kind: string) => tabled.has(`${apiVersionOf(group, of)} ${kind}`);
  const cluster: ClusterSchemas = {
    schemaFrom: (group, of) => ({
      release: kinds.release,
      rules: version,
      isSame: isOfVersion(kinds.release, version),
      document: documentState(facts.documents.get(apiVersionOf(group, of))),
    }),
    isTabled,
    heldAt(of, entries) {
      const entry = entries.find((each) => each.version === of);
      if (entry === undefined || isTabled(entry.group, of, entry.kind)) return entries;
      return entries.toSorted((a, b) => Number(b.version === of) - Number(a.version === of));
    },
    within: withinStruct,
  };
  const builtin = resourcesIn(facts, (group) => groups.has(group));
  const catalogs = [
    kubernetesTypes(clusterData(base, builtin.documents, builtin.resources), version, checks, cluster),
    // Each of the others may be served by a program of its own, with schemas of its own under the same names.
    ...[...facts.groups]
      .filter((group) => !groups.has(group))
      .map((group) => aggregated(group, facts, base))
      .flatMap((data) => (data === undefined ? [] : [kubernetesTypes(data, version, checks, cluster)])),
  ];
  return { ...firstOf(catalogs), ...serverFacts(version), published: publishedBy(kinds, facts) };
}

/** The facts of a cluster as they are looked up. */
interface Facts {
  /** The documents by group and version, `apps/v1`. */
  readonly documents: ReadonlyMap<string, DocumentReading>;
  readonly resources: readonly ClusterResource[];
  readonly groups: ReadonlySet<string>;
}

/** Reads the documents once for each set of facts, as catalogs with and without checks are made of them. */
const factsOf: (kinds: ClusterKinds) => Facts = remembered((kinds: ClusterKinds): Facts => {
  const documents = kinds.documents
    .filter(isDocument)
    .map(({ group, version, text }) => [apiVersionOf(group, version), readDocument(text)] as const);
  const resources = kinds.resources.filter(isResource);
  return { documents: new Map(documents), resources, groups: new Set(resources.map(({ group }) => group)) };
});

function documentState(reading: DocumentReading | undefined): 'read' | 'missing' | 'unreadable' {
  if (reading === undefined) return 'missing';
  return reading.kind;
}

/** The documents that were read and the resources of some groups. */
function resourcesIn({ documents, resources }: Facts, isMeant: (group: string) => boolean) {
  const groupOf = (apiVersion: string) =>
    apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const schemas = [...documents].flatMap(([apiVersion, reading]) =>
    reading.kind === 'read' && isMeant(groupOf(apiVersion)) ? [reading.schemas] : [],
  );
  return { documents: schemas, resources: resources.filter(({ group }) => isMeant(group)) };
}

/** The facts of a group of kinds that are no custom resources; undefined where it has none that can be read. */
function aggregated(group: string, facts: Facts, base: KubernetesData): KubernetesData | undefined {
  const { documents, resources } = resourcesIn(facts, (each) => each === group);
  const own = resources.filter(({ version, kind }) => {
    const reading = facts.documents.get(apiVersionOf(group, version));
    return reading?.kind === 'read' && !reading.schemas.has(publishedName(group, version, kind));
  });
  if (own.length === 0) return undefined;
  const data = clusterData({ ...base, resources: { resources: [] } }, documents, own);
  return data.resources.resources.length === 0 ? undefined : data;
}

/** Makes the definition of a custom resource of what the cluster publishes, each once. */
function publishedBy({ release }: ClusterKinds, facts: Facts): NonNullable<TypeCatalog['published']> {
  const made = new Map<string, ReturnType<typeof publishedDefinition>>();
  const documentOf = (group: string, version: string): Schemas | undefined => {
    const reading = facts.documents.get(apiVersionOf(group, version));
    return reading?.kind === 'read' ? reading.schemas : undefined;
  };
  return (apiVersion, kind) => {
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const versions = facts.resources.filter((each) => each.group === group && each.kind === kind);
    if (!versions.some((each) => apiVersionOf(group, each.version) === apiVersion)) return undefined;
    const key = `${group} ${kind}`;
    if (!made.has(key)) made.set(key, publishedDefinition(versions, documentOf));
    const definition = made.get(key);
    return definition === undefined ? undefined : { definition, release };
  };
}

/** Several catalogs as one; the first that has a kind wins. */
function firstOf(catalogs: readonly TypeCatalog[]): TypeCatalog {
  const first = <Found>(look: (catalog: TypeCatalog) => Found | undefined): Found | undefined => {
    for (const catalog of catalogs) {
      const found = look(catalog);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const [builtin] = catalogs;
  return {
    find: (group, version, plural) => first((catalog) => catalog.find(group, version, plural)),
    findKind: (apiVersion, kind) => first((catalog) => catalog.findKind(apiVersion, kind)),
    isBuiltinGroup: (group) => catalogs.some((catalog) => catalog.isBuiltinGroup(group)),
    names: () => catalogs.flatMap((catalog) => catalog.names()),
    ...(builtin?.authorize === undefined ? {} : { authorize: builtin.authorize }),
    ...(builtin?.worded === undefined ? {} : { worded: builtin.worded }),
  };
}
