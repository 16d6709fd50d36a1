import {
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import { isVersionName } from './custom-kind.ts';

/**
 * A CustomResourceDefinition for a custom resource that was pasted without one: whatever it holds is allowed, maps are
 * granular and lists atomic, as for a definition without schema. It has the object's version, those at which its
 * managers wrote, and `more`; /status and /scale where somebody wrote through them.
 */
export function deducedDefinition(object: ValueMap, more: readonly string[] = []): ValueMap {
  const [group = '', version = ''] = (stringAt(object, 'apiVersion') ?? '').split('/');
  const kind = stringAt(object, 'kind') ?? '';
  const singular = kind.toLowerCase();
  const plural = pluralOf(singular);
  const entries = (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).filter(isMap);
  const written = entries.flatMap((entry) => {
    const [owner, name] = (stringAt(entry, 'apiVersion') ?? '').split('/');
    return owner === group && name !== undefined && isVersionName(name) ? [name] : [];
  });
  const through = new Set(entries.map((entry) => stringAt(entry, 'subresource')));
  const definition = valueFromPlain({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Groups of the Kubernetes project are kept for definitions that were agreed on.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, made up of an object' },
    },
    spec: {
      group,
      scope: stringAt(mapAt(object, 'metadata'), 'namespace') === undefined ? 'Cluster' : 'Namespaced',
      names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [...new Set([version, ...written, ...more])].map((name) => ({
        name,
        served: true,
        storage: name === version,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: subresourcesOf(through),
      })),
    },
  });
  return isMap(definition) ? definition : new Map<string, Value>();
}

function subresourcesOf(through: ReadonlySet<string | undefined>): object {
  return {
    ...(through.has('status') ? { status: {} } : {}),
    ...(through.has('scale')
      ? { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } }
      : {}),
  };
}

/** As English mostly has it; the name shows only in paths. */
function pluralOf(singular: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
