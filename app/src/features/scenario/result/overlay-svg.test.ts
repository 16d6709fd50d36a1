import type { Mark, Run, Spot } from '@managed-fields/rendering';
import { describe, expect, test } from 'vitest';
import { type ImageLine, type OverlayImage, overlaySvg } from './overlay-svg.ts';

const mark: Mark = { colour: 1, pattern: 2, letter: 'a' };
const other: Mark = { colour: 3, pattern: 0, letter: 'b' };
const plain = (text: string): Run => ({ spot: undefined, segments: [{ text, ink: 'key' }] });
const tinted = (marks: readonly Mark[], ...texts: readonly string[]): Run => {
  const spot: Spot = { from: 0, to: 0, field: 7, marks, faded: false };
  return { spot, segments: texts.map((text) => ({ text, ink: undefined })) };
};
const line = (number: number, ...runs: readonly Run[]): ImageLine => ({
  line: number,
  runs,
  note: '',
  noteIndent: 0,
});
const image = (parts: Partial<OverlayImage>): OverlayImage => ({
  title: 'title',
  lines: [],
  overlay: { bars: [], boxes: [] },
  owners: [],
  legend: 'Managers',
  colours: {
    ground: 'white',
    text: 'black',
    faint: 'grey',
    soft: 'grey',
    comment: 'grey',
    key: 'blue',
    string: 'green',
    number: 'red',
    marks: ['c0', 'c1', 'c2', 'c3'],
    onMarks: ['white', 'white', 'white', 'white'],
  },
  ...parts,
});

describe('a image', () => {
  test('has no script, no foreign content and no text that is read as markup', () => {
    const evil = '"><script>alert(1)</script>&\u0000\'';
    const svg = overlaySvg(
      image({
        title: evil,
        lines: [{ ...line(0, plain(evil)), note: evil }],
        owners: [{ mark, name: evil, detail: evil }],
      }),
    );
    expect(svg).not.toMatch(/<script|foreignObject|<style|href/i);
    expect(svg).not.toContain('\u0000');
    expect(svg.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;U\+0000&#39;/g)).toHaveLength(5);
  });

  test('tints what belongs together in one', () => {
    const lines = [line(0, plain('  '), tinted([mark], 'a', ': 1'))];
    const rects = overlaySvg(image({ lines })).match(/<rect [^>]*fill-opacity[^>]*>/g);
    expect(rects).toEqual([expect.stringContaining('fill="c1"')]);
    expect(rects?.[0]).toContain('width="35.2"');
  });

  test('shows both owners of what is shared', () => {
    const lines = [line(0, tinted([mark, other], 'abcd'))];
    const rects = overlaySvg(image({ lines })).match(/<rect [^>]*fill-opacity[^>]*>/g);
    expect(rects).toEqual([expect.stringContaining('c1'), expect.stringContaining('c3')]);
  });

  test('draws bars with letter and pattern, over the lines that are shown', () => {
    const lines = [line(0), line(5)];
    const bars = [{ fromLine: 0, toLine: 5, lane: 0, mark, more: 2 }];
    const svg = overlaySvg(image({ lines, overlay: { bars, boxes: [] } }));
    expect(svg).toContain('height="40" fill="c1"');
    expect(svg).toContain('height="40" fill="url(#p2)"');
    expect(svg).toContain('>a</text>');
    expect(svg).toContain('>+2</text>');
  });

  test('leaves out bars and boxes of lines that are folded away', () => {
    const box = { field: 0, fromLine: 3, toLine: 4, column: 0, width: 4, mark };
    const bars = [{ fromLine: 3, toLine: 4, lane: 0, mark, more: 0 }];
    const svg = overlaySvg(image({ lines: [line(0)], overlay: { bars, boxes: [box] } }));
    expect(svg).not.toMatch(/stroke-opacity|>a<\/text>/);
  });
});
