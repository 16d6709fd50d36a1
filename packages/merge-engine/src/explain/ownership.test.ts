import { expect, test } from 'vitest';
import { type Atom, deducedType } from '../schema/atom.ts';
import { parseJson } from '../value/json.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import { explainOwnership } from './ownership.ts';

const text: Atom = { name: '', scalar: 'string' };
const number: Atom = { name: '', scalar: 'numeric' };
const struct = (fields: Readonly<Record<string, Atom>>, relationship: 'separable' | 'atomic' = 'separable'): Atom => ({
  name: '',
  map: {
    fields: new Map(Object.entries(fields).map(([name, type]) => [name, { name, type }])),
    element: undefined,
    relationship,
  },
});
const list = (element: Atom, relationship: 'atomic' | 'associative', keys: readonly string[] = []): Atom => ({
  name: '',
  list: { element, relationship, keys },
});
const port: Atom = {
  name: '',
  map: {
    fields: new Map([
      ['port', { name: 'port', type: number }],
      ['protocol', { name: 'protocol', type: text, default: 'TCP' }],
      ['name', { name: 'name', type: text }],
    ]),
    element: undefined,
    relationship: 'separable',
  },
};
const type: Atom = struct({
  apiVersion: text,
  kind: text,
  metadata: struct({ name: text, finalizers: list(text, 'associative') }),
  spec: struct({
    replicas: number,
    selector: { name: '', map: { fields: new Map(), element: text, relationship: 'atomic' } },
    args: list(text, 'atomic'),
    ports: list(port, 'associative', ['port', 'protocol']),
  }),
});

const entries = (owned: Readonly<Record<string, object>>) =>
  Object.entries(owned).map(([manager, fieldsV1]) => ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
  }));

interface Case {
  readonly name: string;
  readonly spec: object;
  readonly metadata?: object;
  readonly owned: Readonly<Record<string, object>>;
  readonly type?: Atom;
  /** path: state, owners, marks (l leaf, w whole), whole that it is within. */
  readonly fields: Readonly<Record<string, string>>;
}

test.each<Case>([
  {
    name: 'one owner and nobody',
    spec: { replicas: 1 },
    owned: { a: { 'f:spec': { 'f:replicas': {} } } },
    fields: { '.spec': 'unowned', '.spec.replicas': 'owned 0 l' },
  },
  {
    name: 'two owners',
    spec: { replicas: 1 },
    owned: { a: { 'f:spec': { '.': {}, 'f:replicas': {} } }, b: { 'f:spec': { 'f:replicas': {} } } },
    fields: { '.spec': 'owned 0', '.spec.replicas': 'shared 0,1 l' },
  },
  {
    name: 'atomic wholes, owned and not',
    spec: { selector: { x: 'y' }, args: ['p'] },
    owned: { a: { 'f:spec': { 'f:selector': {} } } },
    fields: {
      '.spec': 'unowned',
      '.spec.selector': 'owned 0 lw',
      '.spec.selector.x': 'atomic 0 l in .spec.selector',
      '.spec.args': 'unowned lw',
      '.spec.args[0]': 'unowned l in .spec.args',
    },
  },
  {
    name: 'an atomic whole that is empty is a leaf like others',
    spec: { selector: {} },
    owned: { a: { 'f:spec': { 'f:selector': {} } } },
    fields: { '.spec': 'unowned', '.spec.selector': 'owned 0 l' },
  },
  {
    name: 'who owned a key before its map became atomic owns the whole, as at the next request',
    spec: { selector: { x: 'y', z: '' } },
    owned: { a: { 'f:spec': { 'f:selector': { 'f:x': {} } } } },
    fields: {
      '.spec': 'unowned',
      '.spec.selector': 'owned 0 lw',
      '.spec.selector.x': 'atomic 0 l in .spec.selector',
      '.spec.selector.z': 'atomic 0 l in .spec.selector',
    },
  },
  {
    name: 'items by key, with a defaulted key',
    spec: {
      ports: [
        { port: 80, name: 'http' },
        { port: 80, protocol: 'UDP' },
      ],
    },
    owned: { a: { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } } },
    fields: {
      '.spec': 'unowned',
      '.spec.ports': 'unowned',
      '.spec.ports[port=80,protocol="TCP"]': 'owned 0',
      '.spec.ports[port=80,protocol="TCP"].port': 'owned 0 l',
      '.spec.ports[port=80,protocol="TCP"].name': 'unowned l',
      '.spec.ports[port=80,protocol="UDP"]': 'unowned',
      '.spec.ports[port=80,protocol="UDP"].port': 'unowned l',
      '.spec.ports[port=80,protocol="UDP"].protocol': 'unowned l',
    },
  },
  {
    name: 'items of a set',
    metadata: { finalizers: ['x', 'y'] },
    spec: {},
    owned: { a: { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"y"': {} } } } },
    fields: {
      '.metadata': 'unowned',
      '.metadata.finalizers': 'owned 0',
      '.metadata.finalizers[="x"]': 'unowned l',
      '.metadata.finalizers[="y"]': 'owned 0 l',
      '.spec': 'unowned l',
    },
  },
  {
    name: 'owned but absent, at several levels',
    spec: { replicas: 1 },
    owned: {
      a: { 'f:spec': { 'f:args': {}, 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } },
      b: { 'f:spec': { 'f:args': {} }, 'f:status': { 'f:ready': {} } },
    },
    fields: {
      '.spec': 'unowned',
      '.spec.replicas': 'unowned l',
      '.spec.args': 'absent 0,1 l',
      '.spec.ports[port=1,protocol="TCP"]': 'absent 0',
      '.spec.ports[port=1,protocol="TCP"].port': 'absent 0 l',
      '.status.ready': 'absent 1 l',
    },
  },
  {
    name: 'fields that the type does not know are deduced',
    spec: { more: { deep: [1] } },
    owned: { a: { 'f:spec': { 'f:more': { 'f:deep': {} } } } },
    fields: {
      '.spec': 'unowned',
      '.spec.more': 'unowned',
      '.spec.more.deep': 'owned 0 lw',
      '.spec.more.deep[0]': 'atomic 0 l in .spec.more.deep',
    },
  },
  {
    name: 'a type without schema',
    type: deducedType,
    spec: { ports: [{ port: 80 }], selector: { x: 'y' } },
    owned: { a: { 'f:spec': { 'f:ports': {}, 'f:selector': { 'f:x': {} } } } },
    fields: {
      '.spec': 'unowned',
      '.spec.ports': 'owned 0 lw',
      '.spec.ports[0]': 'atomic 0 in .spec.ports',
      '.spec.ports[0].port': 'atomic 0 l in .spec.ports',
      '.spec.selector': 'unowned',
      '.spec.selector.x': 'owned 0 l',
    },
  },
])('tells $name', ({ spec, metadata, owned, type: own = type, fields }) => {
  const ownership = explainOwnership(object({ metadata: { ...metadata, managedFields: entries(owned) }, spec }), {
    type: own,
  });
  const marks = ownership.fields.map((field): [string, string] => {
    const mark = `${field.leaf ? 'l' : ''}${field.whole ? 'w' : ''}`;
    const words = [field.state, field.owners.join(), mark, field.within === undefined ? '' : `in ${field.within}`];
    return [field.text, words.filter((word) => word !== '').join(' ')];
  });
  const expected = metadata === undefined ? { '.metadata': 'unowned', ...fields } : fields;
  expect(Object.fromEntries(marks)).toEqual(expected);
});

test('a repeated item is listed twice and owned as one', () => {
  const ownership = explainOwnership(
    object({
      metadata: {
        managedFields: entries({ a: { 'f:metadata': { 'f:finalizers': { 'v:"x"': {} } } } }),
        finalizers: ['x', 'x'],
      },
    }),
    { type },
  );
  const items = ownership.fields.filter(({ text: path }) => path.endsWith(']'));
  expect(items.map(({ state, place }) => [state, place])).toEqual([
    ['owned', ['metadata', 'finalizers', 0]],
    ['owned', ['metadata', 'finalizers', 1]],
  ]);
});

test('what is in items of one key is owned through them', () => {
  const owned = { 'f:spec': { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': {} } } };
  const ports = [{ port: 1, name: 'a' }, { port: 2 }, { port: 1, name: 'b' }];
  const ownership = explainOwnership(object({ metadata: { managedFields: entries({ a: owned }) }, spec: { ports } }), {
    type,
  });
  const marks = ownership.fields.map(({ place = [], ...field }) => {
    const words = [field.state, field.whole ? 'whole' : '', field.repeated ? 'repeated' : ''];
    return [place.slice(2).join('.'), words.join(' ').trim()];
  });
  expect(Object.fromEntries(marks.filter(([place]) => place !== ''))).toEqual({
    '0': 'owned whole repeated',
    '0.port': 'atomic  repeated',
    '0.name': 'atomic  repeated',
    '1': 'unowned',
    '1.port': 'unowned',
    '2': 'owned whole repeated',
    '2.port': 'atomic  repeated',
    '2.name': 'atomic  repeated',
  });
});

test('tells an object without managedFields from one that nobody owns', () => {
  expect(explainOwnership(object({ spec: {} }), { type }).owners).toBeUndefined();
  expect(explainOwnership(object({ metadata: { managedFields: [] }, spec: {} }), { type }).owners).toEqual([]);
});

test('an entry that does not decode owns nothing and says why', () => {
  const ownership = explainOwnership(
    object({ metadata: { managedFields: [...entries({ a: { 'k:{': {} } }), 3] }, spec: {} }),
    { type },
  );
  expect(ownership.owners?.map(({ manager, broken }) => [manager, broken !== undefined])).toEqual([
    ['a', true],
    ['', true],
  ]);
});

function object(plain: object): ValueMap {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('no object');
  return parsed.value;
}
