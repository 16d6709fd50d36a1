import { expect, it } from 'vitest';
import type { Atom } from '../schema/atom.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { valueFromPlain } from '../value/json.ts';
import { isMap } from '../value/value.ts';
import { atomPatchSchema, type PatchLookup, patchError } from './patch-schema.ts';

const definition = valueFromPlain({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { replicas: { type: 'integer' } } },
    items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
});
const type = isMap(definition) ? schemaFromOpenApi(new Map([['Scale', definition]])).type('Scale') : undefined;
const schema = atomPatchSchema(type as Atom);

const unknown = patchError('unable to find api field "other"');
const plain = { strategies: [], mergeKey: '' };

function fieldOf(lookup: PatchLookup) {
  if (lookup.kind === 'error') throw new Error(lookup.message);
  return lookup.field;
}

it('merges maps and replaces lists, by the fields that are declared', () => {
  const spec = fieldOf(schema.struct('spec'));
  expect(spec).toMatchObject(plain);
  expect(fieldOf(spec.schema.struct('replicas'))).toMatchObject(plain);
  expect(spec.schema.struct('other')).toEqual(unknown);
  const items = fieldOf(schema.slice('items'));
  expect(items).toMatchObject(plain);
  expect(fieldOf(items.schema.struct('name'))).toMatchObject(plain);
  expect(schema.slice('other')).toEqual(unknown);
});

it('takes what is no list for its own item, and knows no field of what is no map', () => {
  expect(schema.struct('spec').kind).toBe('field');
  expect(fieldOf(fieldOf(schema.slice('spec')).schema.struct('replicas'))).toMatchObject(plain);
  const replicas = fieldOf(fieldOf(schema.struct('spec')).schema.struct('replicas'));
  expect(replicas.schema.struct('other')).toEqual(unknown);
});
