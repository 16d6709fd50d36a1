import { tokens } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { lineTokens } from './line-tokens.ts';
import { lineStarts } from './lines.ts';

const part = `a: 1
list:
- name: "x"
  value: 'y'
- - nested
text: |-
  # no comment: here
    deeper

  yes
after: yes # a comment
folded: >
  one
  two
empty: {}
`;
/** Long enough to be read line by line. */
const long = part.repeat(Math.ceil(61_000 / part.length));

test('reads a long text line by line as it reads a short one whole', () => {
  const starts = lineStarts(long);
  const byLine = lineTokens(long, starts);
  const found = starts.flatMap((_, line) => byLine(line)).filter(({ kind }) => kind !== 'comment');
  const shown = (text: string, list: readonly { kind: string; from: number; to: number }[]) =>
    list.flatMap(({ kind, from, to }) =>
      text
        .slice(from, to)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => `${kind} ${line.trim()}`),
    );
  const whole = tokens(part.repeat(2)).filter(({ kind }) => kind !== 'comment');
  expect(shown(long, found).slice(0, shown(part.repeat(2), whole).length)).toEqual(shown(part.repeat(2), whole));
});

test('gives the same lines of a short text', () => {
  const starts = lineStarts(part);
  const byLine = lineTokens(part, starts);
  expect(byLine(0).map(({ kind }) => kind)).toEqual(['key', 'punctuation', 'number']);
  expect(byLine(2).map(({ from, to }) => part.slice(from, to))).toEqual(['-', 'name', ':', '"x"']);
});
