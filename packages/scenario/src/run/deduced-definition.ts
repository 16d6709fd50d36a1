import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { schemaFromEntries } from './schema-from-entries.ts';

/**
 * A CustomResourceDefinition for a custom resource that was pasted without one: whatever it holds is allowed, lists and
 * maps are what the entries of the object's managedFields tell, else maps are granular and lists atomic, as for a
 * definition without schema. `others` are objects of the kind that are there already; their entries count, too.
 * Undefined for groups of Kubernetes itself, whose kinds are all known, so that a misspelt kind stays an error.
 */
export function deducedDefinition(object: ValueMap, others: readonly ValueMap[] = []): ValueMap | undefined {
  const [group = '', version, ...more] = (stringAt(object, 'apiVersion') ?? '').split('/');
  const kind = stringAt(object, 'kind') ?? '';
  if (version === undefined || more.length > 0 || !group.includes('.') || group.endsWith('.k8s.io')) return undefined;
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(kind)) return undefined;
  const plural = pluralOf(kind.toLowerCase());
  const objects = [object, ...others];
  const status = objects.some(writesStatus) ? { subresources: valueMap({ status: new Map() }) } : {};
  return valueMap({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: valueMap({ name: `${plural}.${group}` }),
    spec: valueMap({
      group,
      scope: stringAt(mapAt(object, 'metadata'), 'namespace') === undefined ? 'Cluster' : 'Namespaced',
      names: valueMap({ kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` }),
      versions: [version, ...otherVersions(objects, group, version)].map((name) =>
        valueMap({
          name,
          served: true,
          storage: name === version,
          schema: valueMap({ openAPIV3Schema: schemaFromEntries(objects, `${group}/${name}`) }),
          ...status,
        }),
      ),
    }),
  });
}

/** The other versions at which somebody wrote the objects: they must be served, as the objects could not be written else. */
function otherVersions(objects: readonly ValueMap[], group: string, version: string): readonly string[] {
  const names = objects.flatMap((object) =>
    (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).flatMap((entry) => {
      const [of, name = '', ...more] = ((isMap(entry) && stringAt(entry, 'apiVersion')) || '').split('/');
      const fits = of === group && more.length === 0 && /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name);
      return fits && name !== version ? [name] : [];
    }),
  );
  return [...new Set(names)].slice(0, mostVersions);
}

const mostVersions = 10;

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
