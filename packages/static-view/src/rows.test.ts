import type { Token } from '@managed-fields/source';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineLimits } from './line-limits.ts';
import type { Spot } from './overlay.ts';
import { type Row, type Rows, rows, withStrong } from './rows.ts';

const spot = (from: number, to: number, field = 0): Spot => ({ from, to, field, marks: [], faded: false });
const allRows = (all: Rows): readonly Row[] => Array.from({ length: all.count }, (_, line) => all.at(line));
const shown = (text: string, tokens: readonly Token[], spots: readonly Spot[]) =>
  allRows(rows(text, spots, () => tokens)).map(({ segments }) =>
    segments.map(({ text: part, token, spot: tint }) => `${part}|${token ?? ''}|${tint?.field ?? ''}`),
  );

describe('rows', () => {
  test.each<[string, string, readonly Token[], readonly Spot[], readonly (readonly string[])[]]>([
    ['plain lines', 'a\nb', [], [], [['a||'], ['b||']]],
    ['no line after the last break', 'a\n', [], [], [['a||']]],
    ['but one for an empty text', '', [], [], [[]]],
    ['carriage returns are not shown', 'a\r\nb', [], [], [['a||'], ['b||']]],
    [
      'tokens and spots cut where they begin and end',
      'ab: c',
      [{ kind: 'key', from: 0, to: 2 }],
      [spot(1, 5)],
      [['a|key|', 'b|key|0', ': c||0']],
    ],
    ['inner spots win and give way again', 'abcdef', [], [spot(0, 6, 0), spot(2, 4, 1)], [['ab||0', 'cd||1', 'ef||0']]],
    [
      'spots over lines leave the indentation plain',
      '  a\n  b',
      [],
      [spot(2, 7)],
      [
        ['  ||', 'a||0'],
        ['  ||', 'b||0'],
      ],
    ],
  ])('%s', (_, text, tokens, spots, expected) => {
    expect(shown(text, tokens, spots)).toEqual(expected);
  });

  test('nothing is lost and nothing is added, whatever the spots', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'b:') });
    const ranges = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 8 });
    fc.assert(
      fc.property(text, ranges, (written, pairs) => {
        const spots = pairs.map(([from, length], field) => spot(from, from + length, field));
        const joined = allRows(rows(written, spots)).map(({ segments }) => segments.map((part) => part.text).join(''));
        expect(joined.join('\n')).toBe(written.replace(/\n$/, ''));
      }),
    );
  });
});

describe('a line that is too long to be drawn', () => {
  test('is cut, and how much is left out is known', () => {
    const all = rows(`a: ${'x'.repeat(300_000)}\nb: 1\n`, []);
    const { segments, rest, to } = all.at(0);
    const drawn = segments.map(({ text }) => text).join('');
    expect([drawn.length, drawn.length + rest, to]).toEqual([lineLimits.length, 300_003, 300_003]);
    expect(all.at(1).rest).toBe(0);
    expect(all.light).toBe(false);
  });

  test('is never cut through a character', () => {
    const { segments } = rows(`${'x'.repeat(lineLimits.length - 1)}${'😀'.repeat(10)}`, []).at(0);
    expect(segments.map(({ text }) => text).join('')).toBe('x'.repeat(lineLimits.length - 1));
  });

  test.each([
    ['of tokens', `{${'a: b, '.repeat(200_000)}}`, []],
    ['of tints', 'ab'.repeat(2000), Array.from({ length: 2000 }, (_, field) => spot(2 * field, 2 * field + 1, field))],
  ])('goes on plain where it is full %s', (_, text, spots) => {
    const { segments } = rows(text, spots).at(0);
    expect(segments.length).toBeLessThanOrEqual(lineLimits.segments + 2);
    expect(segments.at(-1)).toMatchObject({ token: undefined, spot: undefined });
  });
});

test.each([
  ['few lines', 'a: 1\n'.repeat(1000), true],
  ['many lines', 'a: 1\n'.repeat(2000), false],
  ['few lines with much in them', `{${'a: b, '.repeat(900)}}\n`.repeat(9), false],
])('knows whether a text is light enough to be drawn at once: %s', (_, text, light) => {
  expect(rows(text, []).light).toBe(light);
});

test.each<readonly [from: number, to: number, parts: readonly string[]]>([
  [0, 0, ['key', ': ', 'value']],
  [1, 2, ['k', '*e', 'y', ': ', 'value']],
  [2, 7, ['ke', '*y', '*: ', '*va', 'lue']],
  [0, 10, ['*key', '*: ', '*value']],
  [10, 10, ['key', ': ', 'value']],
])('lets the part from %i to %i stand out', (from, to, parts) => {
  const segments = ['key', ': ', 'value'].map((text) => ({ text, token: undefined, spot: undefined }));
  const row = withStrong({ line: 0, from: 0, to: 10, segments, rest: 0 }, { from, to });
  expect(row.segments.map(({ text, strong }) => (strong ? `*${text}` : text))).toEqual(parts);
});
