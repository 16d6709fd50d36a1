import type { BuiltinResource, ResourceNames, ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { schemaFromOpenApi } from '@managed-fields/merge-engine';
import { goTypes } from '../codec/go-types.ts';
import { definitionsOf, type KubernetesData, type ResourceEntry } from '../kubernetes-data.ts';
import type { Checks } from '../validation/kind-checks.ts';
import { defaultVersion, type KubernetesVersion, minorOf } from '../versions.ts';
import { builtinResource } from './builtin-resource.ts';
import { namesOf } from './resource-names.ts';

/**
 * The built-in kinds of a Kubernetes version. Schemas and types are read kind by kind when they are first needed.
 * Without `checks` no value is refused and no kind warns, and other complaints are in the words of the default version.
 */
export function kubernetesTypes(data: KubernetesData, version: KubernetesVersion, checks?: Checks): TypeCatalog {
  const definitions = definitionsOf(data);
  const foundation = { definitions, schema: schemaFromOpenApi(definitions), types: goTypes(data), version, checks };
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
    const key = `${group}/${plural}`;
    const known = entries.get(key);
    if (known === undefined) return undefined;
    const resource = resources.get(key) ?? builtinResource(known, foundation);
    resources.set(key, resource);
    return resource.versions.get(version);
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
    minor: minorOf(version),
    ...(checks === undefined ? {} : { worded: (errors, custom = false) => checks.worded(version, errors, custom) }),
    names() {
      names ??= namesOf(data.resources.resources);
      return names;
    },
  };
}

const loadedData = oncePerVersion(async (version) => (await import('../bundled-data.ts')).loadData(version));

/**
 * Loads the built-in kinds of a Kubernetes version with their data, once for each version. The default is
 * `defaultVersion`.
 */
export const loadKubernetesTypes: (version?: KubernetesVersion) => Promise<TypeCatalog> = oncePerVersion(
  async (version) => {
    const [data, { allChecks }] = await Promise.all([loadedData(version), import('../validation/index.ts')]);
    return kubernetesTypes(data, version, allChecks);
  },
);

/**
 * Loads the same kinds without their validation and their warnings, which are most of the code: a server of these
 * refuses no value.
 */
export const loadUncheckedTypes: (version?: KubernetesVersion) => Promise<TypeCatalog> = oncePerVersion(
  async (version) => kubernetesTypes(await loadedData(version), version),
);

/** Makes a loader that loads once for each version. After a failure the next call tries again. */
function oncePerVersion<Loaded>(
  load: (version: KubernetesVersion) => Promise<Loaded>,
): (version?: KubernetesVersion) => Promise<Loaded> {
  const all = new Map<KubernetesVersion, Promise<Loaded>>();
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
