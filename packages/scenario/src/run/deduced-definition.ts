import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * A CustomResourceDefinition for a custom resource that was pasted without one: whatever it holds is allowed, maps are
 * granular and lists atomic, as for a definition without schema. Undefined for groups of Kubernetes itself, whose
 * kinds are all known, so that a misspelt kind stays an error.
 */
export function deducedDefinition(object: ValueMap): ValueMap | undefined {
  const [group = '', version, ...more] = (stringAt(object, 'apiVersion') ?? '').split('/');
  const kind = stringAt(object, 'kind') ?? '';
  if (version === undefined || more.length > 0 || !group.includes('.') || group.endsWith('.k8s.io')) return undefined;
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(kind)) return undefined;
  const plural = pluralOf(kind.toLowerCase());
  return valueMap({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: valueMap({ name: `${plural}.${group}` }),
    spec: valueMap({
      group,
      scope: stringAt(mapAt(object, 'metadata'), 'namespace') === undefined ? 'Cluster' : 'Namespaced',
      names: valueMap({ kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` }),
      versions: [
        valueMap({
          name: version,
          served: true,
          storage: true,
          schema: valueMap({
            openAPIV3Schema: valueMap({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
          }),
          ...(writesStatus(object) ? { subresources: valueMap({ status: new Map() }) } : {}),
        }),
      ],
    }),
  });
}

/** Whether somebody wrote the object through /status, which therefore must exist. */
function writesStatus(object: ValueMap): boolean {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return entries.some((entry) => isMap(entry) && entry.get('subresource') === 'status');
}

/** As English mostly has it; the name shows only in paths. */
function pluralOf(singular: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

function valueMap(entries: Readonly<Record<string, Value>>): ValueMap {
  return new Map(Object.entries(entries));
}
