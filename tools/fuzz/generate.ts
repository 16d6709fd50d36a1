import { formatJson, isMap, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import type { Chance } from '../../conformance/chance.ts';
import { customKinds, type FuzzKinds, fuzzKinds, versions } from '../../conformance/upstream/kinds.ts';
import type { Operation, Sequence } from '../../conformance/upstream/sequence.ts';
import { fieldsValue } from './hostile-fields.ts';
import { randomObject } from './objects.ts';
import { changedDefinitions, type Definitions, randomDefinitions } from './schemas.ts';

const managers = ['alice', 'bob', 'carol', 'kubectl', 'dave'] as const;

/** A sequence of so many operations on a random custom kind, schema changes among them. */
export function randomCustomSequence(chance: Chance, definitions: Definitions, length: number): Sequence {
  let current = definitions;
  const operations: Operation[] = [];
  for (let i = 0; i < length; i++) {
    if (i > 0 && chance.once(12)) {
      current = changedDefinitions(chance, current);
      operations.push({ operation: 'schema', kinds: compiledKinds(current), definitions: JSON.stringify(current) });
      continue;
    }
    const version = chance.once(4) ? versions[1] : versions[0];
    const root = current[version === versions[0] ? 'Foo1' : 'Foo2'] ?? {};
    operations.push(randomWrite(chance, current, root, { apiVersion: version, kind: 'Foo' }));
  }
  const kinds = compiledKinds(definitions);
  return { kinds, definitions: JSON.stringify(definitions), operations, types: typesOf(kinds, ['Foo1', 'Foo2']) };
}

function typesOf(kinds: FuzzKinds, names: readonly string[]): Sequence['types'] {
  return names.flatMap((name) => {
    const type = kinds.type(name);
    return type === undefined ? [] : [{ name, type }];
  });
}

/** Random definitions of a custom kind. */
export function customDefinitions(chance: Chance): Definitions {
  return randomDefinitions(chance);
}

function compiledKinds(definitions: Definitions): FuzzKinds {
  const compiled = new Map<string, ValueMap>();
  for (const [name, schema] of Object.entries(definitions)) {
    const value = valueFromPlain(schema);
    if (isMap(value)) compiled.set(name, value);
  }
  return customKinds(compiled);
}

/** A built-in kind to fuzz: its identity and the name of its definition. */
export interface BuiltinKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly definition: string;
}

/** A sequence of so many operations on a built-in kind by its published schema. */
export function randomBuiltinSequence(
  chance: Chance,
  definitions: Definitions,
  compiled: ReadonlyMap<string, ValueMap>,
  builtin: BuiltinKind,
  length: number,
): Sequence {
  const kinds = fuzzKinds(compiled, builtin.apiVersion, (apiVersion) =>
    apiVersion === builtin.apiVersion ? builtin.definition : undefined,
  );
  const root = definitions[builtin.definition] ?? {};
  const operations = Array.from({ length }, () => randomWrite(chance, definitions, root, builtin));
  return { kinds, definitions: '"builtin"', operations, types: typesOf(kinds, [builtin.definition]) };
}

/** Entries of managedFields as a client may send them, some of which do not read; now and then more than a server keeps. */
export function hostileEntries(chance: Chance, apiVersion: string): Value {
  const crowd = chance.once(4);
  return Array.from({ length: crowd ? 9 + chance.integer(6) : 1 + chance.integer(3) }, (_, i) => {
    const operation = crowd && !chance.once(12) ? 'Update' : chance.pick(['Apply', 'Update']);
    const entry = new Map<string, Value>([
      ['manager', crowd && !chance.once(6) ? `m${i}` : chance.pick(managers)],
      ['operation', chance.once(crowd ? 80 : 20) ? 'Patch' : operation],
      [
        'apiVersion',
        chance.once(crowd ? 20 : 8)
          ? chance.pick(['', 'a/b/c', apiVersion.replace(/[^/]*$/, 'v9'), apiVersion.replace(/[^/]*$/, 'v2')])
          : apiVersion,
      ],
      ['fieldsType', chance.once(crowd ? 80 : 20) ? chance.pick(['', 'FieldsV2']) : 'FieldsV1'],
    ]);
    if (!chance.once(4))
      entry.set('time', crowd ? `2025-01-0${1 + chance.integer(4)}T00:00:00Z` : '2026-01-01T00:00:00Z');
    if (!chance.once(20)) entry.set('fieldsV1', fieldsValue(chance, crowd || chance.once(2) ? 'sound' : 'hostile'));
    if (chance.once(8)) entry.set('subresource', 'status');
    return entry;
  });
}

function randomWrite(
  chance: Chance,
  definitions: Definitions,
  root: Definitions[string],
  identity: { readonly apiVersion: string; readonly kind: string },
): Operation {
  const metadata = new Map<string, Value>([['name', 'x']]);
  if (chance.once(3)) metadata.set('labels', new Map([[chance.pick(['a', 'b']), chance.pick(['1', '2'])]]));
  if (chance.once(6)) metadata.set('finalizers', chance.pick<Value>([['x.io/a'], ['x.io/a', 'x.io/b'], []]));
  const update = chance.once(3);
  const live = chance.once(40);
  if (live || chance.once(update ? 20 : 80)) metadata.set('managedFields', hostileEntries(chance, identity.apiVersion));
  else if (update && chance.once(15)) metadata.set('managedFields', chance.once(2) ? [] : [new Map()]);
  const known = new Map<string, Value>([
    ['apiVersion', identity.apiVersion],
    ['kind', identity.kind],
    ['metadata', metadata],
  ]);
  const straying = { duplicates: update && chance.once(3), wrongTypes: chance.once(6) };
  const object = randomObject(chance, definitions, root, known, straying);
  if (chance.once(update || live ? 4 : 20)) {
    const applied = chance.once(2) ? object : randomObject(chance, definitions, root, known, straying);
    const annotations = new Map([[lastApplied, lastAppliedText(chance, applied)]]);
    // All of them together may have 262,144 bytes.
    if (chance.once(60)) annotations.set('large', 'x'.repeat(262_000));
    metadata.set('annotations', annotations);
  }
  if (live) return { operation: 'live', object };
  // A client without a name is called unknown.
  const manager = chance.once(60) ? '' : chance.pick(managers);
  const through = chance.once(12) ? ({ subresource: 'status' } as const) : {};
  if (update) return { operation: 'update', manager, object, ...through };
  return { operation: 'apply', manager, force: chance.once(2), object, ...through };
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** What kubectl apply kept of a configuration, or something that no kubectl writes. */
function lastAppliedText(chance: Chance, applied: ValueMap): string {
  if (!chance.once(6)) return formatJson(applied);
  const [other, bare] = [new Map(applied).set('apiVersion', 'example.com/v3'), new Map(applied)];
  bare.delete('kind');
  return chance.pick([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    formatJson(other),
    formatJson(bare),
    `${formatJson(applied)} x`,
  ]);
}
