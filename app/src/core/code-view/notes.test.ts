import type { ConflictView } from '@managed-fields/player';
import type { Problem } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { lineNotes } from './notes.ts';

const text = 'a: 1\nb: 2\nc: 3\n';
const problem = (from: number, severity: Problem['severity'], message: string): Problem => ({
  code: 'x',
  severity,
  message,
  from,
  to: from + 1,
});
const conflict: ConflictView = {
  manager: 'me',
  resolvable: true,
  message: 'Apply failed',
  fields: [
    {
      key: '.b',
      path: '.b',
      owner: { manager: 'ops', operation: 'Apply', subresource: '', apiVersion: 'v1', time: undefined },
      live: '4',
      declared: '2',
      range: { from: 5, to: 9 },
    },
  ],
};

test('problems and conflicts stand after their lines, the gravest alone', () => {
  const notes = lineNotes(
    text,
    [problem(0, 'warning', 'w'), problem(1, 'error', 'e'), problem(6, 'info', 'i')],
    conflict,
  );
  expect([...notes]).toEqual([
    [0, { severity: 'error', text: 'e' }],
    [1, { severity: 'conflict', text: 'ops has 4' }],
  ]);
});

test('long ones are cut, and places beyond the end are on the last line', () => {
  const notes = lineNotes(text, [problem(999, 'error', 'x'.repeat(500))], undefined);
  expect([...notes.keys()]).toEqual([3]);
  expect(notes.get(3)?.text.length).toBeLessThan(80);
  expect(notes.get(3)?.whole).toBe('x'.repeat(500));
});

test('a note names no line, which the parser may count in another way than the reader', () => {
  const broken = 'a:\n  b: 1\n c: 2\n';
  const message = 'yaml: line 2: did not find expected key';
  expect([...lineNotes(broken, [problem(broken.indexOf('c'), 'error', message)], undefined)]).toEqual([
    [2, { severity: 'error', text: 'yaml: did not find expected key' }],
  ]);
});
