import { expect, it } from 'vitest';
import { type FieldPath, fieldElement, pathToString } from '../fieldpath/element.ts';
import { sameVersion } from '../merge/converter.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { mapFromPlain } from '../value/json.ts';
import type { ValueMap } from '../value/value.ts';
import { conflictsBeyondLastApplied, lastAppliedAnnotation } from './last-applied.ts';
import type { ManagedKind } from './managed-kind.ts';

const string = { type: 'string' };
const anything = { type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } };
const set = { type: 'array', items: string, 'x-kubernetes-list-type': 'set' };
const properties = { apiVersion: string, kind: string, metadata: anything, data: anything, set };
const type = schemaFromOpenApi(new Map([['Foo', mapFromPlain({ type: 'object', properties })]])).type('Foo');
if (type === undefined) throw new Error('Foo is a type');

const asItIs = (object: ValueMap) => ({ kind: 'converted', object }) as const;
const kind: ManagedKind = {
  ...{ apiVersion: 'v1', kind: 'Foo', subresource: '', type, converter: sameVersion, empty: mapFromPlain({}) },
  ...{ ignored: () => undefined, toRequested: asItIs, toCompared: asItIs, toHub: asItIs, decodeMerged: asItIs },
};

const path = (...names: readonly string[]): FieldPath => names.map(fieldElement);
const [a, b] = [path('data', 'a'), path('data', 'b')];
const applied = { apiVersion: 'v1', kind: 'Foo', data: { a: '1' } };

/** What the annotation holds of `{a: "1", b: "2"}`, and the fields that stay in conflict. */
it.each<readonly [name: string, annotation: string | undefined, left: readonly FieldPath[]]>([
  ['a field that it names', JSON.stringify(applied), [b]],
  ['all fields', JSON.stringify({ ...applied, data: { a: '1', b: '2' } }), []],
  ['a field with another value', JSON.stringify({ ...applied, data: { a: '0', b: '2' } }), [a]],
  ['no annotation', undefined, [a, b]],
  ['an empty annotation', '', [a, b]],
  ['no JSON', '{', [a, b]],
  ['no object', '1', [a, b]],
  ['no kind', JSON.stringify({ ...applied, kind: undefined }), [a, b]],
  ['another version', JSON.stringify({ ...applied, apiVersion: 'v2' }), [a, b]],
  ['what does not fit the type', JSON.stringify({ ...applied, set: 'x' }), [a, b]],
  ['a value twice in a set', JSON.stringify({ ...applied, set: ['x', 'x'] }), [a, b]],
])('an apply by kubectl over an annotation with %s', (_name, annotation, left) => {
  const annotations = annotation === undefined ? {} : { [lastAppliedAnnotation]: annotation };
  const live = mapFromPlain({ apiVersion: 'v1', kind: 'Foo', metadata: { annotations }, data: { a: '1', b: '2' } });
  const conflicts = [a, b].map((each) => ({ manager: 'o', path: each }));
  const rest = conflictsBeyondLastApplied(kind, live, conflicts);
  expect(rest.map((each) => pathToString(each.path))).toEqual(left.map(pathToString));
});

it('takes no annotation for true of a live object with a value twice in a set', () => {
  const annotations = { [lastAppliedAnnotation]: JSON.stringify(applied) };
  const live = mapFromPlain({
    apiVersion: 'v1',
    kind: 'Foo',
    metadata: { annotations },
    data: { a: '1' },
    set: ['x', 'x'],
  });
  const conflicts = [{ manager: 'o', path: a }];
  expect(conflictsBeyondLastApplied(kind, live, conflicts)).toEqual(conflicts);
});
