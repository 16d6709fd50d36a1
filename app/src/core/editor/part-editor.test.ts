import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsTextArea } from '../view-models/text-area.ts';
import { partBefore, partFrom, placeOfPart } from './part-editor.tsx';

const texts: readonly (readonly [name: string, text: string])[] = [
  ['many short lines', 'a: b\n'.repeat(40_000)],
  ['many lines without an end', 'a: b\n'.repeat(40_000).trimEnd()],
  ['one long line', 'x'.repeat(400_000)],
  ['one long line of pairs of code units', `a${'😀'.repeat(200_000)}`],
  ['a long line among short ones', `${'a\n'.repeat(3000)}${'x'.repeat(300_000)}\n${'b\n'.repeat(3000)}`],
  ['line breaks', '\n'.repeat(10_000)],
  ['nothing', ''],
];

describe('the parts of a long text', () => {
  it.each(texts)('%s: each can be written in, and together they are the text, forwards and backwards', (_, text) => {
    const parts = [];
    let at = 0;
    do {
      const part = partFrom(text, at);
      expect(part.from).toBe(at);
      parts.push(text.slice(part.from, part.to));
      at = part.to;
    } while (at < text.length);
    expect(parts.join('')).toBe(text);
    const back = [];
    while (at > 0) {
      const part = partBefore(text, at);
      expect(part.to).toBe(at);
      expect(part.from).toBeLessThan(at);
      back.unshift(text.slice(part.from, part.to));
      at = part.from;
    }
    expect(back.join('')).toBe(text);
    for (const part of [...parts, ...back]) {
      expect(fitsTextArea(part)).toBe(true);
      expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part)).toBe(false);
    }
  });

  it('of any text are as many as are needed and no more', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 50 }), (lines) => {
        const text = lines.join('\n');
        expect(partFrom(text, 0)).toEqual({ from: 0, to: text.length });
        expect(partBefore(text, text.length)).toEqual({ from: 0, to: text.length });
      }),
    );
  });

  it.each([
    ['a\nb\nc\n', 0, 4, { unit: 'lines', first: 1, last: 2, all: 3 }],
    ['a\nb\nc', 4, 5, { unit: 'lines', first: 3, last: 3, all: 3 }],
    ['abc', 1, 3, { unit: 'characters', first: 2, last: 3, all: 3 }],
  ] as const)('%j from %i to %i: %j', (text, from, to, expected) => {
    expect(placeOfPart(text, { from, to })).toEqual(expected);
  });
});
