import { describe, expect, it } from 'vitest';
import { mapFromPlain } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { mapAt } from '../value/value.ts';
import { writtenCustomSchema, writtenPart } from './written.ts';

const ref = '#/components/schemas/Port';
const port = mapFromPlain({ type: 'object', description: 'A port.' });

/** A part of a schema, the name of what it refers to, and the schema. */
const parts: readonly (readonly [part: object, name: string, schema: string])[] = [
  [{ type: 'string' }, '', '{"type":"string"}'],
  [{ $ref: ref }, 'Port', '{"type":"object","description":"A port."}'],
  [{ allOf: [{ $ref: ref }], default: {} }, 'Port', '{"type":"object","description":"A port.","default":{}}'],
  [{ allOf: [{ $ref: ref }], description: 'Its port.' }, 'Port', '{"type":"object","description":"Its port."}'],
  [{ $ref: '#/components/schemas/Gone' }, 'Gone', '{}'],
];

describe('writtenPart', () => {
  it.each(parts)('%j', (part, name, schema) => {
    const found = writtenPart(mapFromPlain(part), { named: (asked) => (asked === 'Port' ? port : undefined) });
    expect([found.name, formatJson(found.schema)]).toEqual([name, schema]);
  });
});

describe('writtenCustomSchema', () => {
  const text = '{"type":"string"}';
  const meta = '{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}';

  it.each([
    [
      'a schema with a spec',
      { type: 'object', required: ['spec'], properties: { spec: { type: 'object' } } },
      `{"type":"object","required":["spec"],"properties":{"apiVersion":${text},"kind":${text},"metadata":${meta},"spec":{"type":"object"}}}`,
    ],
    [
      'a schema that says something of the fields of every object',
      { type: 'object', properties: { kind: { type: 'string', maxLength: 3 }, metadata: { type: 'object' } } },
      `{"type":"object","properties":{"apiVersion":${text},"kind":${text},"metadata":${meta}}}`,
    ],
    ['no schema', undefined, `{"type":"object","properties":{"apiVersion":${text},"kind":${text},"metadata":${meta}}}`],
  ])('%s', (_name, schema, written) => {
    const made = writtenCustomSchema(schema === undefined ? undefined : mapFromPlain(schema));
    expect(formatJson(made.root)).toBe(written);
    expect(
      mapAt(made.named('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta') ?? new Map(), 'properties')?.has('name'),
    ).toBe(true);
    expect(made.named('Other')).toBeUndefined();
  });
});
