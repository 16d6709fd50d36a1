import type { ValueMap, ValuePath } from '@managed-fields/merge-engine';
import type { Severity } from '../findings/rule.ts';
import { arrayAt, isArray, isObject, type Json, memberOf, stringOf, valueAt } from '../json.ts';
import { plainOf } from '../read/reader.ts';

/** The stable name of a rule for definitions. */
export type LintRule =
  | 'atomic-list-of-objects'
  | 'atomic-list-of-values'
  | 'map-key-optional'
  | 'map-without-keys'
  | 'set-of-objects'
  | 'topology-changes';

/** How grave what a rule finds is: `error` breaks applies, `warning` will end in conflicts, `note` may. */
export const lintRules: Readonly<Record<LintRule, Severity>> = {
  'map-without-keys': 'error',
  'map-key-optional': 'error',
  'set-of-objects': 'error',
  'topology-changes': 'error',
  'atomic-list-of-objects': 'warning',
  'atomic-list-of-values': 'note',
};

/** Something in the schema of a custom kind about which field managers will fight, or cannot apply. */
export interface LintFinding {
  readonly rule: LintRule;
  readonly severity: Severity;
  /** The version of the kind whose schema has it. */
  readonly version: string;
  /** `.spec.ports`, `.spec.groups[].rules` */
  readonly path: string;
  /** Where its schema stands in the definition. */
  readonly place: ValuePath;
  /** The member by which items can be told apart; empty where there is none. */
  readonly key: string;
  /** Whether that member has to be made required, or given a default, first. */
  readonly keyOptional: boolean;
  /** What another version has instead, where topologies differ: its name and its topology. */
  readonly other: { readonly version: string; readonly topology: string; readonly own: string } | undefined;
  /** The schema of the list. */
  readonly schema: Json;
}

/** A field of a schema that was visited. */
interface Visited {
  readonly version: string;
  readonly path: string;
  readonly place: ValuePath;
  readonly schema: Json;
  /** It is a part of a list or map that is owned as one, so that no topology of its own counts. */
  readonly isPart: boolean;
}

/** How deep a schema is visited. */
const deepest = 64;

/**
 * Finds the lists of a CustomResourceDefinition about which field managers will fight, or by which an apply is refused. What
 * the server refuses about the definition itself is not repeated. Never fails: what is of another form is passed over.
 */
export function lintDefinition(definition: ValueMap): readonly LintFinding[] {
  const value = plainOf(definition);
  const visited = arrayAt(value, 'spec', 'versions').flatMap((version, index) => {
    const place: ValuePath = ['spec', 'versions', index, 'schema', 'openAPIV3Schema'];
    const schema = valueAt(version, 'schema', 'openAPIV3Schema');
    return schema === undefined
      ? []
      : [...visit({ version: stringOf(version, 'name'), path: '', place, schema, isPart: false }, 0)];
  });
  return [...visited.flatMap(judged), ...changesOf(visited)];
}

function* visit(at: Visited, depth: number): Generator<Visited> {
  if (depth > deepest) return;
  yield at;
  const { schema, path, place } = at;
  const inside = { ...at, isPart: at.isPart || isOwnedAsOne(schema) };
  const properties = memberOf(schema, 'properties');
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    // The server has a schema of its own for these.
    if (path === '' && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
    const next = memberOf(properties, name);
    if (next !== undefined)
      yield* visit(
        { ...inside, path: `${path}.${name}`, place: [...place, 'properties', name], schema: next },
        depth + 1,
      );
  }
  for (const [name, mark] of [
    ['items', '[]'],
    ['additionalProperties', '.*'],
  ] as const) {
    const next = memberOf(schema, name);
    if (isObject(next))
      yield* visit({ ...inside, path: `${path}${mark}`, place: [...place, name], schema: next }, depth + 1);
  }
}

/** Whether a list or map has one owner with all that is in it. Items of a set are such themselves. */
function isOwnedAsOne(schema: Json): boolean {
  if (stringOf(schema, 'type') === 'array') return stringOf(schema, 'x-kubernetes-list-type') !== 'map';
  return stringOf(schema, 'x-kubernetes-map-type') === 'atomic';
}

function judged({ version, path, place, schema, isPart }: Visited): readonly LintFinding[] {
  if (isPart || stringOf(schema, 'type') !== 'array') return [];
  const items = memberOf(schema, 'items');
  const holdsObjects = stringOf(items, 'type') === 'object';
  const type = stringOf(schema, 'x-kubernetes-list-type');
  const found = (rule: LintRule, key = '', keyOptional = false): LintFinding => {
    // Who wrote `atomic` down has decided it.
    const severity = rule === 'atomic-list-of-objects' && type === 'atomic' ? 'note' : lintRules[rule];
    return { rule, severity, version, path, place, key, keyOptional, other: undefined, schema };
  };
  if (type === 'map') {
    const keys = arrayAt(schema, 'x-kubernetes-list-map-keys').filter((key) => typeof key === 'string');
    if (keys.length === 0) return [found('map-without-keys', keyOf(items))];
    return keys.filter((key) => isOptional(items, key)).map((key) => found('map-key-optional', key, true));
  }
  if (type === 'set') {
    const isWhole = stringOf(items, 'x-kubernetes-map-type') === 'atomic';
    return holdsObjects && !isWhole ? [found('set-of-objects', keyOf(items))] : [];
  }
  if (holdsObjects) {
    const key = keyOf(items);
    return [found('atomic-list-of-objects', key, key !== '' && isOptional(items, key))];
  }
  // A list of lists can be a set, whose items are whole lists.
  const canBeSet = ['string', 'integer', 'number', 'boolean', 'array'].includes(stringOf(items, 'type'));
  return type === '' && canBeSet ? [found('atomic-list-of-values')] : [];
}

/** Members by which items are mostly told apart, the best first. */
const keyNames = ['name', 'key', 'id', 'type', 'containerPort', 'port', 'host', 'path', 'ip'];

function keyOf(items: Json | undefined): string {
  const properties = memberOf(items, 'properties');
  const isScalar = (name: string) =>
    ['string', 'integer', 'number', 'boolean'].includes(stringOf(memberOf(properties, name), 'type'));
  return keyNames.find(isScalar) ?? '';
}

/** Whether a member may be left out and gets no default. */
function isOptional(items: Json | undefined, key: string): boolean {
  const required = arrayAt(items, 'required').includes(key);
  return !required && memberOf(memberOf(memberOf(items, 'properties'), key), 'default') === undefined;
}

/** How a field is merged, as a text: two versions whose texts differ own its parts in other ways. */
function topologyOf(schema: Json): string {
  const type = stringOf(schema, 'type');
  if (type === 'array') {
    const keys = memberOf(schema, 'x-kubernetes-list-map-keys');
    const by = isArray(keys) && keys.length > 0 ? ` by ${keys.join(', ')}` : '';
    return `list, ${stringOf(schema, 'x-kubernetes-list-type') || 'atomic'}${by}`;
  }
  if (type !== 'object') return type;
  return `object, ${stringOf(schema, 'x-kubernetes-map-type') || 'granular'}`;
}

/** The fields that another version before it merges in another way. */
function changesOf(visited: readonly Visited[]): readonly LintFinding[] {
  const first = new Map<string, Visited>();
  return visited.flatMap((each): readonly LintFinding[] => {
    const { path, schema, version, place } = each;
    const before = first.get(path);
    if (before === undefined) first.set(path, each);
    if (before === undefined || before.version === version) return [];
    const [topology, own] = [topologyOf(before.schema), topologyOf(schema)];
    if (topology === own || topology === '' || own === '') return [];
    const other = { version: before.version, topology, own };
    return [
      {
        ...{ rule: 'topology-changes', severity: 'error', version, path, place, key: '' },
        keyOptional: false,
        other,
        schema,
      },
    ];
  });
}
