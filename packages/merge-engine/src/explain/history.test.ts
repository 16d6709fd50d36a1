import { expect, test } from 'vitest';
import { type FieldPath, fieldElement, pathToString } from '../fieldpath/element.ts';
import { type Atom, deducedType } from '../schema/atom.ts';
import { parseJson } from '../value/json.ts';
import { isMap, type Value, type ValueMap } from '../value/value.ts';
import { explainConflicts } from './explain-conflicts.ts';
import { type Episode, explainField } from './history.ts';
import type { OwnerIdentity } from './owner.ts';

const atomicSpec: Atom = {
  name: '',
  map: {
    fields: new Map([
      [
        'spec',
        { name: 'spec', type: { name: '', map: { fields: new Map(), element: deducedType, relationship: 'atomic' } } },
      ],
    ]),
    element: deducedType,
    relationship: 'separable',
  },
};

const applier = (manager: string): OwnerIdentity => ({
  manager,
  operation: 'Apply',
  subresource: '',
  apiVersion: 'v1',
});
const updater = (manager: string): OwnerIdentity => ({ ...applier(manager), operation: 'Update' });
const path: FieldPath = [fieldElement('spec'), fieldElement('n')];

/** An object with `.spec.n`, where it has one, and who owns it. */
function state(n: Value | undefined, ...owners: readonly OwnerIdentity[]): ValueMap {
  const entries = owners.map(({ manager, operation }) => ({
    manager,
    operation,
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:n': {} } },
  }));
  const plain = object({ metadata: { managedFields: entries } });
  return n === undefined ? plain : new Map(plain).set('spec', new Map([['n', n]]));
}

function object(plain: object): ValueMap {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('no object');
  return parsed.value;
}

const [a, b, u] = [applier('a'), applier('b'), updater('u')];

interface Case {
  readonly name: string;
  readonly before: ValueMap | undefined;
  readonly after: ValueMap | undefined;
  readonly by: OwnerIdentity;
  readonly is: string | undefined;
}

test.each<Case>([
  { name: 'a creation', before: undefined, after: state(1n, a), by: a, is: 'set undefined>1 +a' },
  { name: 'a default', before: undefined, after: state(1n), by: a, is: 'defaulted undefined>1' },
  { name: 'an update of the value', before: state(1n, a), after: state(2n, u), by: u, is: 'changed 1>2 +u -a' },
  { name: 'a default put back', before: state(3n, a), after: state(1n), by: a, is: 'restored 3>1 -a' },
  { name: 'a removal', before: state(1n, a), after: state(undefined), by: a, is: 'pruned 1>undefined -a' },
  {
    name: 'a removal by an update',
    before: state(1n, a),
    after: state(undefined),
    by: u,
    is: 'removed 1>undefined -a',
  },
  { name: 'a deletion', before: state(1n, a), after: undefined, by: u, is: 'deleted 1>undefined -a' },
  { name: 'emptied managedFields', before: state(1n, a), after: state(1n), by: u, is: 'erased 1>1 -a' },
  {
    name: 'managedFields written by hand',
    before: state(1n, u),
    after: state(1n, a),
    by: b,
    is: 'rewritten 1>1 +a -u',
  },
  {
    name: 'the first apply to what nobody owned',
    before: state(1n),
    after: state(1n, a, updater('before-first-apply')),
    by: a,
    is: 'snapshot 1>1 +a +before-first-apply',
  },
  {
    name: 'more updaters than are kept apart',
    before: state(1n, u),
    after: state(1n, updater('ancient-changes')),
    by: updater('v'),
    is: 'folded 1>1 +ancient-changes -u',
  },
  { name: 'sharing', before: state(1n, a), after: state(1n, a, b), by: b, is: 'claimed 1>1 +b' },
  { name: 'giving up', before: state(1n, a, b), after: state(1n, a), by: b, is: 'given-up 1>1 -b' },
  { name: 'taking by force', before: state(1n, a), after: state(1n, b), by: b, is: 'taken 1>1 +b -a' },
  { name: 'nothing', before: state(1n, a), after: state(1n, a), by: a, is: undefined },
  { name: 'nothing, where there is nothing', before: state(undefined), after: state(undefined), by: a, is: undefined },
])('tells $name', ({ before, after, by, is }) => {
  const [event] = explainField([{ before, after, kind: { type: deducedType }, by }], path);
  const names = (sign: string, owners: readonly OwnerIdentity[]) => owners.map(({ manager }) => `${sign}${manager}`);
  const words = event && [
    event.code,
    `${event.from}>${event.to}`,
    ...names('+', event.gained),
    ...names('-', event.lost),
  ];
  expect(words?.join(' ')).toBe(is);
});

test('tells who stood in the way of an apply', () => {
  const conflict = { manager: '{"manager":"u","operation":"Update","apiVersion":"v1"}', path };
  const refused: Episode = {
    before: state(1n, u),
    after: undefined,
    kind: { type: deducedType },
    by: a,
    wanted: object({ spec: { n: 2 } }),
    failed: { conflicts: [conflict] },
  };
  const quiet: Episode = { before: state(1n, u), after: state(1n, u), kind: { type: deducedType }, by: b };
  expect(explainField([quiet, refused, quiet], path)).toEqual([
    {
      episode: 1,
      code: 'refused',
      by: a,
      from: 1n,
      to: 2n,
      wrote: undefined,
      gained: [],
      lost: [],
      owners: [u],
      against: [u],
    },
  ]);
});

test.each<readonly [wanted: object, code: string | undefined]>([
  [{ spec: { n: 2 } }, 'rejected'],
  [{ spec: { n: 1 } }, undefined],
  [{ spec: {} }, undefined],
])('a write of %j that fails for something else: %s', (wanted, code) => {
  const failed: Episode = {
    before: state(1n, u),
    after: state(1n, u),
    kind: { type: deducedType },
    by: a,
    wanted: object(wanted),
    failed: { conflicts: [] },
  };
  expect(explainField([failed], path)[0]?.code).toBe(code);
});

test('tells what the server made another value of', () => {
  const wanted = object({ spec: { n: '0.5' } });
  const [event] = explainField(
    [{ before: undefined, after: state('500m', a), kind: { type: deducedType }, by: a, wanted }],
    path,
  );
  expect(event).toMatchObject({ code: 'set', to: '500m', wrote: '0.5' });
});

test('a definition that changes tells whose the field is then', () => {
  const change = (typeBefore: Atom, type: Atom, before: ValueMap, after = before) =>
    explainField([{ before, after, kind: { type }, kindBefore: { type: typeBefore }, by: undefined }], path)[0];
  const granular = state(1n, a);
  expect(change(deducedType, deducedType, granular)).toBeUndefined();
  expect(change(deducedType, atomicSpec, granular)).toMatchObject({ code: 'schema-changed', owners: [a], lost: [] });
  const whole = object({
    metadata: { managedFields: [{ manager: 'a', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:spec': {} } }] },
    spec: { n: 1 },
  });
  expect(change(atomicSpec, deducedType, whole)).toMatchObject({ code: 'schema-changed', owners: [], lost: [a] });
  expect(change(deducedType, deducedType, state(undefined), state(3n))).toMatchObject({
    code: 'schema-changed',
    to: 3n,
  });
});

test('an atomic whole is owned with all that is in it', () => {
  const whole = object({
    metadata: {
      managedFields: [
        { manager: 'a', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
      ],
    },
    spec: { n: 1 },
  });
  const [event] = explainField([{ before: undefined, after: whole, kind: { type: atomicSpec }, by: a }], path);
  expect(event).toMatchObject({ code: 'set', gained: [a] });
});

test('reads both sides of a conflict', () => {
  const conflict = { manager: '{"manager":"u","operation":"Update","apiVersion":"v1","subresource":"scale"}', path };
  const live = object({
    metadata: {
      managedFields: [
        {
          manager: 'u',
          operation: 'Update',
          apiVersion: 'v1',
          subresource: 'scale',
          time: '2026-01-02T03:04:05Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:n': {} } },
        },
      ],
    },
    spec: { n: 7 },
  });
  const [explained] = explainConflicts([conflict], live, object({ spec: { n: 3 } }), { type: deducedType });
  expect(explained).toEqual({
    path,
    text: pathToString(path),
    owner: { manager: 'u', operation: 'Update', subresource: 'scale', apiVersion: 'v1' },
    time: '2026-01-02T03:04:05Z',
    live: 7n,
    shareable: 7n,
    livePlace: ['spec', 'n'],
    declared: 3n,
    declaredPlace: ['spec', 'n'],
  });
});

test.each([
  ['made by whoever made what is inside', undefined, state(1n, a), 'set'],
  ['changed by whoever changed what is inside', state(1n, a), state(2n, u), 'changed'],
  ['defaulted where nobody has anything inside', undefined, state(1n), 'defaulted'],
] as const)('a map that nobody owns as such is %s', (_, before, after, code) => {
  const by = code === 'changed' ? u : a;
  const [event] = explainField([{ before, after, kind: { type: deducedType }, by }], [fieldElement('spec')]);
  expect(event?.code).toBe(code);
});

test('a field that nobody owns is set by the request that has it, and not by the server', () => {
  const path = [fieldElement('kind')];
  const after = object({ kind: 'K' });
  const kind = { type: deducedType };
  const codes = [object({ kind: 'K' }), object({}), undefined].map(
    (wanted) => explainField([{ before: undefined, after, kind, by: a, wanted }], path)[0]?.code,
  );
  expect(codes).toEqual(['set', 'defaulted', 'defaulted']);
});
