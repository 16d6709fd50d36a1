import { managedFieldsOf, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { writtenPluralMark } from '../deduced-kind.ts';
import { isVersionName, writtenPlural } from './custom-kind.ts';
import { schemaFromEntries } from './schema-from-entries.ts';

/** The facts about a kind that earlier objects of it gave. */
export interface KnownBefore {
  readonly objects: readonly ValueMap[];
  readonly versions: readonly string[];
  /** The plural name, and whether an object named it. It stays the same, because stored objects are found by it. */
  readonly plural: string;
  readonly isPluralWritten: boolean;
}

/**
 * Makes a CustomResourceDefinition for a custom resource that was pasted without one. Every field is allowed. Lists and
 * maps get the types that the entries of managedFields prove; without proof, maps are granular and lists atomic, as in
 * a definition without a schema. The versions are that of the object, those of the entries and those known before.
 * There is /status and /scale where an entry names that subresource.
 */
export function deducedDefinition(object: ValueMap, before?: KnownBefore): ValueMap {
  const [group = '', version = ''] = (stringAt(object, 'apiVersion') ?? '').split('/');
  const kind = stringAt(object, 'kind') ?? '';
  const singular = kind.toLowerCase();
  const stated = before === undefined ? writtenPlural(object) : undefined;
  const plural = before?.plural ?? stated ?? pluralOf(singular);
  const isWritten = before?.isPluralWritten ?? stated !== undefined;
  const objects = [object, ...(before?.objects ?? [])];
  const entries = objects.flatMap((each) => managedFieldsOf(each));
  const written = entries.flatMap((entry) => {
    const [owner, name = ''] = (stringAt(entry, 'apiVersion') ?? '').split('/');
    return owner === group && isVersionName(name) ? [name] : [];
  });
  const through = new Set(entries.map((entry) => stringAt(entry, 'subresource')));
  const versions = [...new Set([version, ...(before?.versions ?? []), ...written])].slice(0, mostVersions);
  return valueMap({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: valueMap({
      name: `${plural}.${group}`,
      // The API server allows groups under k8s.io and kubernetes.io only with this annotation.
      annotations: valueMap({ 'api-approved.kubernetes.io': 'unapproved, made up of an object' }),
    }),
    spec: valueMap({
      group,
      scope: stringAt(mapAt(object, 'metadata'), 'namespace') === undefined ? 'Cluster' : 'Namespaced',
      names: valueMap({ kind, plural, singular, listKind: `${kind}List` }),
      versions: versions.map((name) =>
        valueMap({
          name,
          served: true,
          storage: name === version,
          schema: valueMap({ openAPIV3Schema: marked(schemaFromEntries(objects, `${group}/${name}`), isWritten) }),
          subresources: subresourcesOf(through),
        }),
      ),
    }),
  });
}

const mostVersions = 10;

function marked(schema: ValueMap, isWritten: boolean): ValueMap {
  return isWritten ? withEntry(schema, writtenPluralMark, true) : schema;
}

function subresourcesOf(through: ReadonlySet<string | undefined>): ValueMap {
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  return valueMap({
    ...(through.has('status') ? { status: new Map() } : {}),
    ...(through.has('scale') ? { scale: valueMap(scale) } : {}),
  });
}

/**
 * The plural by the usual rules of English, for a kind whose plural no object names. It is seen only in request paths.
 */
function pluralOf(singular: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

function valueMap(entries: Readonly<Record<string, Value>>): ValueMap {
  return new Map(Object.entries(entries));
}
