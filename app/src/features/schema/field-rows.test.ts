import type { SchemaFieldView, SchemaPath } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { fieldRows, foundRows, idsAbove, rowId } from './field-rows.ts';

function field(path: SchemaPath, hasChildren: boolean): SchemaFieldView {
  return {
    path,
    text: path.join('.'),
    name: path.at(-1) ?? undefined,
    type: hasChildren ? 'object' : 'string',
    elementType: undefined,
    format: undefined,
    values: [],
    required: false,
    isKey: false,
    treatment: hasChildren ? 'fields' : 'value',
    marker: undefined,
    strategic: undefined,
    default: undefined,
    whole: undefined,
    keepsUnknown: false,
    hasChildren,
    recursive: false,
  };
}

const top = [field(['kind'], false), field(['spec'], true), field(['status'], true)];
const inSpec = [field(['spec', 'a'], false), field(['spec', 'b'], true)];
const loaded = new Map([
  [rowId([]), top],
  [rowId(['spec']), inSpec],
]);

test.each<readonly [opened: readonly SchemaPath[], rows: readonly string[]]>([
  [[], ['1 kind', '1 spec', '1 status']],
  [[['spec']], ['1 kind', '1 spec open', '2 spec.a', '2 spec.b', '1 status']],
  [[['status']], ['1 kind', '1 spec', '1 status open loading']],
  [
    [['spec'], ['spec', 'b']],
    ['1 kind', '1 spec open', '2 spec.a', '2 spec.b open loading', '1 status'],
  ],
  // What is in a closed field is not shown, however open it is itself.
  [[['spec', 'b']], ['1 kind', '1 spec', '1 status']],
])('with %j open', (opened, rows) => {
  const shown = fieldRows(loaded, new Set(opened.map(rowId)));
  const said = shown.map(({ level, field: { text }, open, loading }) =>
    [level, text, open && 'open', loading && 'loading'].filter(Boolean).join(' '),
  );
  expect(said).toEqual(rows);
});

test('places among siblings are told, and what a search finds stands side by side', () => {
  const rows = fieldRows(loaded, new Set([rowId(['spec'])]));
  expect(rows.map(({ place, siblings }) => `${place}/${siblings}`)).toEqual(['1/3', '2/3', '1/2', '2/2', '3/3']);
  expect(foundRows(inSpec).map(({ level, place }) => `${level} ${place}`)).toEqual(['1 1', '1 2']);
});

test('the way to a field opens all that it is in', () => {
  expect(idsAbove(['spec', 'containers', null, 'name'])).toEqual([
    rowId(['spec']),
    rowId(['spec', 'containers']),
    rowId(['spec', 'containers', null]),
  ]);
});
