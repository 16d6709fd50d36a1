import {
  type Resource,
  type ResourceNames,
  type ResourceVersion,
  schemaFromOpenApi,
  type TypeCatalog,
} from '@managed-fields/merge-engine';
import { goTypes } from '../codec/go-types.ts';
import type { KubernetesData, ResourceEntry } from '../kubernetes-data.ts';
import { builtinResource } from './builtin-resource.ts';
import { definitionsOf } from './definitions.ts';
import { shortNames } from './short-names.ts';

/** The built-in kinds of a Kubernetes version; schemas and types are read kind by kind when first needed. */
export function kubernetesTypes(data: KubernetesData): TypeCatalog {
  const definitions = definitionsOf(data);
  const foundation = { definitions, schema: schemaFromOpenApi(definitions), types: goTypes(data) };
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

  const names = namesOf(data.resources.resources);
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
    names: () => names,
  };
}

/** Every resource by its first entry, which is that of its preferred version. */
function namesOf(entries: readonly ResourceEntry[]): readonly ResourceNames[] {
  const names = new Map<string, ResourceNames>();
  for (const { group, version, resource, singular, kind, namespaced } of entries) {
    const key = `${group}/${resource}`;
    if (resource.includes('/') || names.has(key)) continue;
    names.set(key, {
      group,
      plural: resource,
      singular: singular ?? kind.toLowerCase(),
      kind,
      shortNames: shortNames.get(key) ?? [],
      namespaced,
      preferredVersion: version,
    });
  }
  return [...names.values()];
}

let loaded: Promise<TypeCatalog> | undefined;

/** The built-in kinds of the Kubernetes version that this package describes, with their data loaded when first asked for. */
export function loadKubernetesTypes(): Promise<TypeCatalog> {
  loaded ??= import('../bundled-data.ts').then(({ data }) => kubernetesTypes(data));
  return loaded;
}
