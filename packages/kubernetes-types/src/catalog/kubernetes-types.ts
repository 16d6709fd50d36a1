import type {
  BuiltinResource,
  ResourceNames,
  ResourceVersion,
  Surroundings,
  TypeCatalog,
  User,
  Wish,
} from '@managed-fields/api-server';
import { type FieldError, schemaFromOpenApi } from '@managed-fields/merge-engine';
import { goTypes } from '../codec/go-types.ts';
import { descriptionsOf } from '../descriptions.ts';
import { definitionsOf, type KubernetesData, type ResourceEntry } from '../kubernetes-data.ts';
import type { Checks } from '../validation/kind-checks.ts';
import { defaultVersion, mergeLibraryOf, minorOf, minorVersionOf, type PlayedVersion, patchOf } from '../versions.ts';
import { builtinResource, type ClusterSchemas, type StorageGroup } from './builtin-resource.ts';

/** The names of every resource, by its first entry, which is that of its preferred version. */
export function namesOf(entries: readonly ResourceEntry[]): readonly ResourceNames[] {
  const names = new Map<string, ResourceNames>();
  for (const { group, version, resource, singular, kind, namespaced, shortNames: given, verbs = [] } of entries) {
    const key = `${group}/${resource}`;
    if (resource.includes('/') || names.has(key)) continue;
    names.set(key, {
      group,
      plural: resource,
      singular: singular ?? kind.toLowerCase(),
      kind,
      shortNames: shortNames.get(key) ?? given ?? [],
      namespaced,
      preferredVersion: version,
      verbs,
      categories: categoriesOf(key),
    });
  }
  return [...names.values()];
}

/** The resources of the category `all`. Upstream: the Categories of k8s.io/kubernetes pkg/registry. */
const inAll: ReadonlySet<string> = new Set([
  ...['/pods', '/replicationcontrollers', '/services', 'apps/daemonsets', 'apps/deployments', 'apps/replicasets'],
  ...['apps/statefulsets', 'autoscaling/horizontalpodautoscalers', 'batch/cronjobs', 'batch/jobs'],
]);

function categoriesOf(key: string): readonly string[] {
  if (inAll.has(key)) return ['all'];
  return /^(?:apiextensions|apiregistration|admissionregistration)\.k8s\.io\//.test(key) ? ['api-extensions'] : [];
}

/**
 * Short names that users may type in place of the name of a resource, by group and plural.
 * Upstream: k8s.io/kubernetes pkg/registry ShortNames.
 */
export const shortNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['/componentstatuses', ['cs']],
  ['/configmaps', ['cm']],
  ['/endpoints', ['ep']],
  ['/events', ['ev']],
  ['/limitranges', ['limits']],
  ['/namespaces', ['ns']],
  ['/nodes', ['no']],
  ['/persistentvolumeclaims', ['pvc']],
  ['/persistentvolumes', ['pv']],
  ['/pods', ['po']],
  ['/replicationcontrollers', ['rc']],
  ['/resourcequotas', ['quota']],
  ['/serviceaccounts', ['sa']],
  ['/services', ['svc']],
  ['apiextensions.k8s.io/customresourcedefinitions', ['crd', 'crds']],
  ['apps/daemonsets', ['ds']],
  ['apps/deployments', ['deploy']],
  ['apps/replicasets', ['rs']],
  ['apps/statefulsets', ['sts']],
  ['autoscaling/horizontalpodautoscalers', ['hpa']],
  ['batch/cronjobs', ['cj']],
  ['certificates.k8s.io/certificatesigningrequests', ['csr']],
  ['events.k8s.io/events', ['ev']],
  ['networking.k8s.io/ingresses', ['ing']],
  ['networking.k8s.io/ipaddresses', ['ip']],
  ['networking.k8s.io/networkpolicies', ['netpol']],
  ['policy/poddisruptionbudgets', ['pdb']],
  ['scheduling.k8s.io/priorityclasses', ['pc']],
  ['storage.k8s.io/storageclasses', ['sc']],
  ['storage.k8s.io/volumeattributesclasses', ['vac']],
]);

/**
 * The built-in kinds of a Kubernetes version. Schemas and types are read kind by kind when they are first needed.
 * Without `checks` no value is refused and no kind warns, and other complaints are in the words of the default version.
 * `cluster` says which schemas come from a cluster.
 */
export function kubernetesTypes(
  data: KubernetesData,
  version: PlayedVersion,
  checks?: Checks,
  cluster?: ClusterSchemas,
): TypeCatalog {
  const definitions = definitionsOf(data);
  const schema = schemaFromOpenApi(definitions);
  const foundation = { definitions, schema, types: goTypes(data, version), version, checks, cluster };
  const entries = new Map<string, ResourceEntry[]>();
  const pluralByKind = new Map<string, string>();
  for (const entry of data.resources.resources) {
    const [plural = ''] = entry.resource.split('/');
    const key = `${entry.group}/${plural}`;
    const known = entries.get(key);
    if (known === undefined) entries.set(key, [entry]);
    else known.push(entry);
    if (plural === entry.resource && entry.definition !== undefined) {
      pluralByKind.set(`${entry.group}/${entry.version} ${entry.kind}`, plural);
    }
  }

  const groups = new Set(data.resources.resources.map(({ group }) => group));
  let names: readonly ResourceNames[] | undefined;
  const resources = new Map<string, BuiltinResource>();
  function find(group: string, version: string, plural: string): ResourceVersion | undefined {
    const known = entries.get(`${group}/${plural}`);
    if (known === undefined) return undefined;
    const held = cluster?.heldAt(version, known) ?? known;
    const key = `${group}/${plural}/${held === known ? '' : version}`;
    const resource = resources.get(key) ?? builtinResource(held, foundation, storageOf(group, plural));
    resources.set(key, resource);
    return resource.versions.get(version);
  }

  /** The other group as whose objects those of a resource are stored; undefined for most. */
  function storageOf(group: string, plural: string): StorageGroup | undefined {
    const other = storageGroups.get(`${group}/${plural}`);
    const own = other === undefined ? [] : (entries.get(`${other}/${plural}`) ?? []);
    return other === undefined || own.length === 0 ? undefined : { group: other, entries: own };
  }

  return {
    find,
    findKind(apiVersion, kind) {
      const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
      if (group === undefined || version === undefined) return undefined;
      const plural = pluralByKind.get(`${group}/${version} ${kind}`);
      return plural === undefined ? undefined : find(group, version, plural);
    },
    isBuiltinGroup: (group) => groups.has(group),
    ...serverFacts(version),
    ...(checks === undefined
      ? {}
      : {
          worded: (errors: readonly FieldError[], custom = false) => checks.worded(version, errors, custom),
          authorize: (wish: Wish, user: User, objects: Surroundings['objects']) =>
            checks.authorize(wish, user, { objects, minor: minorOf(version) }),
        }),
    discovered: () => data.resources.resources,
    described: (definition) => descriptionsOf(minorVersionOf(version), definition),
    names() {
      names ??= namesOf(data.resources.resources);
      return names;
    },
  };
}

/**
 * Resources whose objects are those of another group: an Event of events.k8s.io is one of the core group.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go.
 */
const storageGroups: ReadonlyMap<string, string> = new Map([['events.k8s.io/events', '']]);

/** What a catalog says of the server's release itself. */
export function serverFacts(version: PlayedVersion): Pick<TypeCatalog, 'minor' | 'patch' | 'mergeLibrary'> {
  return { minor: minorOf(version), patch: patchOf(version), mergeLibrary: mergeLibraryOf(version) };
}

const loadedMinor = oncePerVersion(async (version) => (await import('../bundled-data.ts')).loadData(version));

/** Loads the facts of a version, once for all releases of a minor version. */
export function loadedData(version: PlayedVersion = defaultVersion): Promise<KubernetesData> {
  return loadedMinor(minorVersionOf(version));
}

/**
 * Loads the built-in kinds of a Kubernetes version with their data, once for each version. The default is
 * `defaultVersion`.
 *
 * @example
 * ```js
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 *
 * const catalog = await loadKubernetesTypes('v1.36');
 * const found = catalog.findKind('apps/v1', 'Deployment');
 * console.log(found?.resource.namespaced, catalog.findKind('apps/v1', 'Website'));
 * ```
 * ```text
 * true undefined
 * ```
 */
export const loadKubernetesTypes: (version?: PlayedVersion) => Promise<TypeCatalog> = oncePerVersion(
  async (version) => {
    const [data, checks] = await Promise.all([loadedData(version), loadChecks()]);
    return kubernetesTypes(data, version, checks);
  },
);

/**
 * Loads the same kinds without their validation and their warnings, which are most of the code: a server of these
 * refuses no value.
 */
export const loadUncheckedTypes: (version?: PlayedVersion) => Promise<TypeCatalog> = oncePerVersion(async (version) =>
  kubernetesTypes(await loadedData(version), version),
);

/** Loads the checks of built-in kinds. */
export async function loadChecks(): Promise<Checks> {
  return (await import('../validation/index.ts')).allChecks;
}

/** Makes a loader that loads once for each version. After a failure the next call tries again. */
function oncePerVersion<Loaded>(
  load: (version: PlayedVersion) => Promise<Loaded>,
): (version?: PlayedVersion) => Promise<Loaded> {
  const all = new Map<PlayedVersion, Promise<Loaded>>();
  return (version = defaultVersion) => {
    const known = all.get(version);
    if (known !== undefined) return known;
    const loading = load(version).catch((error: unknown) => {
      all.delete(version);
      throw error;
    });
    all.set(version, loading);
    return loading;
  };
}
