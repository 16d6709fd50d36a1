import { describe, expect, it } from 'vitest';
import { pathToString } from '../fieldpath/element.ts';
import { fieldSetFromV1 } from '../fieldpath/fields-v1.ts';
import type { Managers } from '../fieldpath/managers.ts';
import { type FieldSet, pathsOf } from '../fieldpath/set.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { asTyped, type TypedValue } from '../typed/typed.ts';
import { valueFromPlain } from '../value/json.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import { apply } from './apply.ts';
import type { Converter } from './converter.ts';
import { update } from './update.ts';

const definition = valueFromPlain({
  type: 'object',
  properties: {
    num: { type: 'integer' },
    text: { type: 'string' },
    list: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'integer' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  },
});
const schema = schemaFromOpenApi(new Map([['T', definition as ValueMap]]));
const type = schema.type('T') ?? { name: 'T' };
const converter: Converter = { convert: (typed) => ({ kind: 'converted', typed }) };

function typed(plain: unknown): TypedValue {
  const answer = asTyped(valueFromPlain(plain), type, { allowDuplicates: true });
  if (answer.kind === 'invalid') throw new Error('invalid');
  return answer.typed;
}

function owners(given: Readonly<Record<string, unknown>>): Managers {
  return new Map(
    Object.entries(given).map(([manager, fields]) => {
      const wire = valueFromPlain(fields);
      const read = fieldSetFromV1(isMap(wire) ? wire : null);
      if (read.kind === 'error') throw new Error(read.message);
      return [manager, { set: read.set, apiVersion: 'v1', applied: !manager.startsWith('u') }];
    }),
  );
}

const paths = (set: FieldSet | undefined) => (set === undefined ? undefined : pathsOf(set).map(pathToString));

const around = { version: 'v1', manager: 'a', converter, ignored: () => undefined };

describe('the trace of an apply', () => {
  const live = typed({ num: 1, text: 'x', list: [{ name: 'n', value: 1 }] });
  const managers = owners({
    a: { 'f:num': {}, 'f:text': {}, 'f:list': { 'k:{"name":"n"}': { '.': {}, 'f:name': {}, 'f:value': {} } } },
    b: { 'f:text': {} },
    u: { 'f:num': {} },
  });

  it('says what was pruned and what was put back', () => {
    const result = apply({ ...around, live, config: typed({ num: 1 }), managers, force: false });
    if (result.kind !== 'applied') throw new Error(result.kind);
    const { trace } = result;
    expect(paths(trace.pruned)).toEqual(['.list', '.list[name="n"]', '.list[name="n"].name', '.list[name="n"].value']);
    expect(paths(trace.addedBack)).toEqual(['.text']);
    expect(trace.prunedVersion).toBe('v1');
    expect(paths(trace.compared.get('v1')?.removed)).toEqual([
      '.list',
      '.list[name="n"]',
      '.list[name="n"].name',
      '.list[name="n"].value',
    ]);
    expect([...trace.taken.keys()]).toEqual([]);
    expect(trace.dropped).toEqual([]);
    expect(result.changed).toBe(true);
  });

  it('says what it takes by force, and what it would have conflicted with', () => {
    const result = apply({ ...around, live, config: typed({ num: 2, text: 'x' }), managers, force: true });
    if (result.kind !== 'applied') throw new Error(result.kind);
    expect(result.trace.conflicts.map(({ manager, path }) => `${manager} ${pathToString(path)}`)).toEqual(['u .num']);
    expect([...result.trace.taken].map(([manager, set]) => [manager, paths(set)])).toEqual([['u', ['.num']]]);
    expect([...result.managers.keys()].sort()).toEqual(['a', 'b']);
  });

  it('is there for a conflict too', () => {
    const result = apply({ ...around, live, config: typed({ num: 2 }), managers, force: false });
    if (result.kind !== 'conflict') throw new Error(result.kind);
    expect(paths(result.trace.compared.get('v1')?.modified)).toEqual(['.num']);
    expect(result.conflicts).toEqual(result.trace.conflicts);
  });

  it('shares what did not change with the live object', () => {
    const config = typed({ num: 1, text: 'x', list: [{ name: 'n', value: 1 }] });
    const result = apply({ ...around, live, config, managers, force: false });
    if (result.kind !== 'applied') throw new Error(result.kind);
    expect(result.object.value).toBe(live.value);
    expect(result.changed).toBe(false);
  });
});

describe('the trace of an update', () => {
  it('says what others lose', () => {
    const managers = owners({ a: { 'f:num': {} }, b: { 'f:num': {}, 'f:text': {} } });
    const result = update({
      ...around,
      manager: 'u',
      live: typed({ num: 1, text: 'x' }),
      next: typed({ num: 2 }),
      managers,
    });
    if (result.kind !== 'updated') throw new Error(result.message);
    expect([...result.trace.taken].map(([manager, set]) => [manager, paths(set)])).toEqual([
      ['a', ['.num']],
      ['b', ['.num', '.text']],
    ]);
    expect([...result.managers.keys()]).toEqual(['u']);
    expect(paths(result.trace.compared.get('v1')?.removed)).toEqual(['.text']);
  });
});
