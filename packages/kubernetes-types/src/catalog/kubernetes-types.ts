import {
  need,
  type Resource,
  type ResourceNames,
  type ResourceVersion,
  schemaFromOpenApi,
  type TypeCatalog,
} from '@managed-fields/merge-engine';
import type { FindChecks } from '../checks/kind-checks.ts';
import { goTypes } from '../codec/go-types.ts';
import type { KubernetesData, ResourceEntry } from '../kubernetes-data.ts';
import { autoscalers, otherGroups, pods, resourceNames, services, storedDefinitions, volumes } from '../parts.ts';
import { builtinResource } from './builtin-resource.ts';
import { definitionsOf } from './definitions.ts';

/**
 * The built-in kinds of a Kubernetes version; schemas and types are read kind by kind when first needed. Without
 * `checks` nothing is refused for what it says, and no kind warns.
 */
export function kubernetesTypes(data: KubernetesData, checks: FindChecks | undefined): TypeCatalog {
  const definitions = definitionsOf(data);
  const foundation = { definitions, schema: schemaFromOpenApi(definitions), types: goTypes(data), checks };
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
  const resources = new Map<string, Resource>();
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
    names() {
      names ??= need(resourceNames).namesOf(data.resources.resources);
      return names;
    },
  };
}

const loadData = once(() => import('../bundled-data.ts'));

/** The built-in kinds of the Kubernetes version that this package describes, with their data loaded when first asked for. */
export const loadKubernetesTypes: () => Promise<TypeCatalog> = once(async () => {
  const rare = [autoscalers, otherGroups, pods, resourceNames, services, storedDefinitions, volumes].map((each) =>
    each.bring(),
  );
  const [{ data }, { checksFor }] = await Promise.all([loadData(), import('../checks/index.ts'), ...rare]);
  return kubernetesTypes(data, checksFor);
});

/**
 * The same kinds without their validation and their warnings, which are most of the code: enough for a first picture
 * of what a server that refuses nothing would answer, while the rest comes.
 */
export const loadUncheckedTypes: () => Promise<TypeCatalog> = once(async () => {
  const { data } = await loadData();
  return kubernetesTypes(data, undefined);
});

/** What is loaded once; after a failure the next who asks tries again. */
function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
