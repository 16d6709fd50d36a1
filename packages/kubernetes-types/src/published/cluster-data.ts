import { isJsonMap, type JsonMap, type KubernetesData, type ResourceEntry } from '../kubernetes-data.ts';
import { resourceKey } from '../version-data.ts';
import { apiVersionOf, type ClusterResource } from './published-kinds.ts';
import { kindOf, own } from './read-document.ts';
import { isStructSchema, shapeBySchema } from './schema-shapes.ts';

/**
 * Whether two schemas mean the same: in all but prose, the order of keys, and the kinds that schemas list which every
 * group has. Those are what our own data leaves out of a server's documents.
 */
export function sameSchema(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => sameSchema(each, b[i]))
    );
  }
  if (!isJsonMap(a) || !isJsonMap(b)) return a === b;
  const [ofA, ofB] = [meant(a), meant(b)];
  return ofA.length === ofB.length && ofA.every((key) => Object.hasOwn(b, key) && sameSchema(a[key], b[key]));
}

/** The keys of a schema that have a meaning. A property may be called description: only the text is prose. */
function meant(schema: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(schema).filter((key) => {
    const value = schema[key];
    if (key === 'description') return typeof value !== 'string';
    return key !== 'x-kubernetes-group-version-kind' || !Array.isArray(value) || value.length === 1;
  });
}

/** The schemas of a document that was read, by name. */
export type Schemas = ReadonlyMap<string, JsonMap>;

/**
 * The facts of some groups of a cluster: `base` with the schemas of the cluster's documents over its own, and with the
 * resources that the cluster serves in groups whose discovery is given. Schemas that mean the same stay those of `base`,
 * and so does whatever no document says: the order of fields, what is left out when it is zero, and reset fields.
 */
export function clusterData(
  base: KubernetesData,
  documents: readonly Schemas[],
  resources: readonly ClusterResource[],
): KubernetesData {
  const schemas = new Map(documents.toReversed().flatMap((each) => [...each]));
  const known = base.definitions.definitions;
  const shapes = base.shapes.types;
  // What has fields here cannot have become a scalar: a schema that says so is left out.
  const isFit = ([name, schema]: readonly [string, JsonMap]) => isStructSchema(schema) || !Object.hasOwn(shapes, name);
  const changed = [...schemas].filter(isFit).filter(([name, schema]) => !sameSchema(schema, own(known, name)));
  const named = namesOfKinds(schemas);
  const formerly = formerNames(base, named);
  const isStruct = (name: string) => Object.hasOwn(shapes, name) || isStructSchema(schemas.get(name));
  const reshaped = changed.flatMap(([name, schema]) => {
    const before = Object.hasOwn(shapes, name) ? name : (formerly.get(name) ?? name);
    const [formerSchema, formerShape] = [own(known, before), own(shapes, before)];
    const ours =
      isJsonMap(formerSchema) && isJsonMap(formerShape) ? { schema: formerSchema, shape: formerShape } : undefined;
    const shape = shapeBySchema(schema, ours, isStruct);
    return shape === undefined ? [] : ([[name, shape]] as const);
  });
  return {
    definitions: { definitions: withEntries(known, changed) },
    resources: { resources: entriesOf(base.resources.resources, resources, named, isStruct) },
    shapes: { types: withEntries(shapes, reshaped) },
  };
}

/** Copies a record with other entries; a name such as `__proto__` is one like any other. */
function withEntries<Entry>(
  record: Readonly<Record<string, Entry>>,
  entries: readonly (readonly [string, Entry])[],
): Readonly<Record<string, Entry>> {
  const copy: Record<string, Entry> = Object.assign(Object.create(null), record);
  for (const [name, entry] of entries) copy[name] = entry;
  return copy;
}

/** The name of the schema of each kind, by `apps/v1 Deployment`. */
function namesOfKinds(schemas: Schemas): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const kind = kindOf(schema);
    if (kind !== undefined && isStructSchema(schema)) names.set(`${kind.apiVersion} ${kind.kind}`, name);
  }
  return names;
}

/** The names that `base` has for kinds whose schema has another name in the cluster, by that. */
function formerNames(base: KubernetesData, named: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    base.resources.resources.flatMap(({ group, version, kind, definition }) => {
      const name = named.get(`${apiVersionOf(group, version)} ${kind}`);
      return name === undefined || definition === undefined ? [] : [[name, definition]];
    }),
  );
}

/** The entries of the resources that the cluster serves; in groups that `resources` does not name, those of before. */
function entriesOf(
  before: readonly ResourceEntry[],
  resources: readonly ClusterResource[],
  named: ReadonlyMap<string, string>,
  isStruct: (definition: string) => boolean,
): readonly ResourceEntry[] {
  const discovered = new Set(resources.map(({ group }) => group));
  const byKey = new Map(resources.map((each) => [keyOf(each), each]));
  const nameOf = ({ group, version, kind }: ClusterResource | ResourceEntry) =>
    named.get(`${apiVersionOf(group, version)} ${kind}`);
  const kept = before.flatMap((entry) => {
    const [plural = '', subresource] = entry.resource.split('/');
    const own = byKey.get(keyOf({ ...entry, plural }));
    const isServed = own !== undefined && (subresource === undefined || own.subresources.includes(subresource));
    if (discovered.has(entry.group) && !isServed) return [];
    const definition = nameOf(entry);
    return definition === undefined || definition === entry.definition ? [entry] : [{ ...entry, definition }];
  });
  const there = new Set(before.map(resourceKey));
  const resets = resetFieldsOf(before);
  const added = resources
    .filter((each) => !there.has(keyOf(each)))
    .sort((a, b) => Number(b.preferred) - Number(a.preferred))
    .flatMap((each) => {
      const definition = nameOf(each);
      return definition === undefined || !isStruct(definition) ? [] : newEntries(each, definition, resets);
    });
  return [...kept, ...added];
}

/** The paths of reset fields by group and resource, whatever the version: strategies are the same for all. */
function resetFieldsOf(entries: readonly ResourceEntry[]): ReadonlyMap<string, ResourceEntry['resetFields']> {
  return new Map(entries.map(({ group, resource, resetFields }) => [`${group}/${resource}`, resetFields]));
}

/** The entries of a resource that our data does not have in its version. */
function newEntries(
  { group, version, plural, singular, kind, namespaced, shortNames, subresources }: ClusterResource,
  definition: string,
  resets: ReadonlyMap<string, ResourceEntry['resetFields']>,
): readonly ResourceEntry[] {
  // Nearly every strategy keeps the status from the main resource and the spec from /status.
  const usual = (subresource: string) =>
    !subresources.includes('status') ? undefined : subresource === '' ? [['status']] : [['spec']];
  return ['', ...subresources.filter((name) => name === 'status' || name === 'scale')].map((subresource) => {
    const resource = subresource === '' ? plural : `${plural}/${subresource}`;
    const key = `${group}/${resource}`;
    const resetFields = subresource === 'scale' ? undefined : resets.has(key) ? resets.get(key) : usual(subresource);
    return {
      group,
      version,
      resource,
      kind: subresource === 'scale' ? 'Scale' : kind,
      namespaced,
      ...(subresource === '' ? { singular: singular === '' ? kind.toLowerCase() : singular, shortNames } : {}),
      ...(subresource === 'scale' ? {} : { definition }),
      ...(resetFields === undefined ? {} : { resetFields }),
    };
  });
}

function keyOf({ group, version, plural }: { group: string; version: string; plural: string }): string {
  return `${apiVersionOf(group, version)}/${plural}`;
}
