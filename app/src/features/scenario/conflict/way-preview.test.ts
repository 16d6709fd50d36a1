import type { AnnotatedText, FieldView, ObjectChange } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { previewNotes } from './way-preview.tsx';

const text = 'data:\n  a: x\n  b: z\n';

function field(path: string, found: string | undefined): FieldView {
  const from = found === undefined ? -1 : text.indexOf(found);
  const range = found === undefined ? undefined : { from, to: from + found.length };
  return { path, range, key: undefined, value: undefined, leaf: true, state: 'owned', owners: [0], preview: '' };
}

const result: AnnotatedText = {
  text,
  managers: [],
  fields: [field('.data.a', 'a: x'), field('.data.b', 'b: z'), field('.data.gone', undefined)],
  managedFields: undefined,
};
const owner = (manager: string) => ({ manager, operation: 'Apply', subresource: '', apiVersion: 'v1' }) as const;

test.each<readonly [name: string, change: Pick<ObjectChange, 'values' | 'owners'>, notes: object]>([
  ['nothing', { values: [], owners: [] }, {}],
  [
    'a value and who loses it',
    {
      values: [{ path: '.data.b', before: 'y', after: 'z' }],
      owners: [
        { owner: owner('me'), gained: ['.data.a', '.data.b'], lost: [], entry: 'kept' },
        { owner: owner('them'), gained: [], lost: ['.data.b'], entry: 'gone' },
      ],
    },
    { 1: 'me gains it', 2: 'was y · me gains it · them loses it' },
  ],
  [
    'what is new, and what is not in the object',
    {
      values: [
        { path: '.data.gone', before: 'q', after: undefined },
        { path: '.data.a', before: undefined, after: 'x' },
      ],
      owners: [],
    },
    { 1: 'new' },
  ],
])('the lines of the object as it would be say: %s', (_, change, notes) => {
  const whole = { object: 'ConfigMap c', result, ...change };
  const told = [...previewNotes(result, whole)].map(([line, note]) => [line, note.text]);
  expect(Object.fromEntries(told)).toEqual(notes);
});
