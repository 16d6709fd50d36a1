import type { Token } from '@managed-fields/source';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, drawing, type Line, textOfLine, withStrong } from './drawing.ts';
import { lineLimits } from './lines.ts';
import type { Overlay, Spot } from './overlay.ts';

const spot = (from: number, to: number, field = 0): Spot => ({ from, to, field, marks: [], faded: false });
const nothing: Overlay = { bars: [], spots: [], boxes: [], hints: [], fieldOfLine: [] };
const mark = { colour: 0, pattern: 0, letter: 'a' };
const allLines = (all: Drawing): readonly Line[] => Array.from({ length: all.count }, (_, line) => all.at(line));
const segmentsOf = ({ runs }: Line) =>
  runs.flatMap(({ spot: tint, segments }) => segments.map((part) => ({ tint, ...part })));
const shown = (text: string, tokens: readonly Token[], spots: readonly Spot[]) =>
  allLines(drawing(text, { overlay: { ...nothing, spots }, tokensOf: () => tokens })).map((line) =>
    segmentsOf(line).map(({ text: part, ink, tint }) => `${part}|${ink ?? ''}|${tint?.field ?? ''}`),
  );

describe('lines', () => {
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
        const joined = allLines(drawing(written, { overlay: { ...nothing, spots } })).map(textOfLine);
        expect(joined.join('\n')).toBe(written.replace(/\n$/, ''));
      }),
    );
  });
});

describe('a line that is too long to be drawn', () => {
  test('is cut, and how much is left out is known', () => {
    const all = drawing(`a: ${'x'.repeat(300_000)}\nb: 1\n`);
    const { rest, to } = all.at(0);
    const drawn = textOfLine(all.at(0));
    expect([drawn.length, drawn.length + rest, to]).toEqual([lineLimits.length, 300_003, 300_003]);
    expect(all.at(1).rest).toBe(0);
    expect(all.light).toBe(false);
  });

  test('is never cut through a character', () => {
    const line = drawing(`${'x'.repeat(lineLimits.length - 1)}${'😀'.repeat(10)}`).at(0);
    expect(textOfLine(line)).toBe('x'.repeat(lineLimits.length - 1));
  });

  test.each([
    ['of tokens', `{${'a: b, '.repeat(200_000)}}`, []],
    ['of tints', 'ab'.repeat(2000), Array.from({ length: 2000 }, (_, field) => spot(2 * field, 2 * field + 1, field))],
  ])('goes on plain where it is full %s', (_, text, spots) => {
    const segments = segmentsOf(drawing(text, { overlay: { ...nothing, spots } }).at(0));
    expect(segments.length).toBeLessThanOrEqual(lineLimits.segments + 2);
    expect(segments.at(-1)).toMatchObject({ ink: undefined, tint: undefined });
  });
});

test.each([
  ['few lines', 'a: 1\n'.repeat(1000), true],
  ['many lines', 'a: 1\n'.repeat(2000), false],
  ['few lines with much in them', `{${'a: b, '.repeat(900)}}\n`.repeat(9), false],
])('knows whether a text is light enough to be drawn at once: %s', (_, text, light) => {
  expect(drawing(text).light).toBe(light);
});

test.each<readonly [from: number, to: number, parts: readonly string[]]>([
  [0, 0, ['key', ': ', 'value']],
  [1, 2, ['k', '*e', 'y', ': ', 'value']],
  [2, 7, ['ke', '*y', '*: ', '*va', 'lue']],
  [0, 10, ['*key', '*: ', '*value']],
  [10, 10, ['key', ': ', 'value']],
])('lets the part from %i to %i stand out', (from, to, parts) => {
  const runs = ['key', ': ', 'value'].map((text) => ({ spot: undefined, segments: [{ text, ink: undefined }] }));
  const line = withStrong({ ...drawing('').at(0), runs }, { from, to });
  expect(segmentsOf(line).map(({ text, strong }) => (strong ? `*${text}` : text))).toEqual(parts);
});

test('bars and boxes are on each of their lines, and know where they begin and end', () => {
  const overlay = {
    ...nothing,
    bars: [{ fromLine: 0, toLine: 2, lane: 1, mark, more: 0 }],
    boxes: [{ field: 0, fromLine: 1, toLine: 2, column: 0, width: 4, mark }],
    hints: [{ line: 1, field: 0, kind: 'atomic' as const, indent: 2 }],
  };
  const all = drawing('a: 1\nb: 2\nc: 3\n', { overlay });
  expect(all.lanes).toBe(2);
  expect(allLines(all).map(({ bars }) => bars.map(({ first }) => first))).toEqual([[true], [false], [false]]);
  expect(allLines(all).map(({ boxes }) => boxes.map(({ first, last }) => [first, last]))).toEqual([
    [],
    [[true, false]],
    [[false, true]],
  ]);
  expect(allLines(all).map(({ hint }) => hint?.kind)).toEqual([undefined, 'atomic', undefined]);
});
