import { visibleText } from '@managed-fields/foreign-text';
import { columns, drawing, textOfLine } from '@managed-fields/rendering';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOfLine, partsOf } from './part-of-line.ts';

const widthOf = (text: string) => columns(visibleText(text));
const lineOf = (text: string) => drawing(text).at(0);

describe('the part of a line that is drawn', () => {
  it.each([
    ['words', `a: ${'word '.repeat(500)}`],
    ['pairs', `{${'a: b, '.repeat(400)}}`],
    ['wide characters', `a: ${'容器'.repeat(500)}`],
    ['characters that draw nothing', `a: "${'\u202ea'.repeat(500)}"`],
    ['pairs of code units', `a: ${'😀'.repeat(500)}`],
  ])('%s: it has the columns that are seen, and room for the others', (_, text) => {
    const whole = lineOf(text);
    const width = widthOf(textOfLine(whole));
    fc.assert(
      fc.property(fc.nat(width + 20), fc.integer({ min: 1, max: 300 }), (from, size) => {
        const { line, before, after } = partOfLine(whole, { from, to: from + size });
        const drawn = textOfLine(line);
        expect(textOfLine(whole)).toContain(drawn);
        expect(before + widthOf(drawn) + after).toBe(width);
        // A character of several columns stands on both sides of a border.
        expect(before).toBeLessThanOrEqual(Math.min(from, width));
        if (from < width) expect(widthOf(drawn)).toBeLessThanOrEqual(size + 10);
        expect(before + widthOf(drawn)).toBeGreaterThanOrEqual(Math.min(from + size, width));
        expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(drawn)).toBe(false);
      }),
    );
  });

  it('is all of a short line, and of every line where nothing is cut', () => {
    const short = lineOf('a: b');
    expect(partOfLine(short, { from: 1, to: 2 })).toEqual({ line: short, before: 0, after: 0 });
    const all = drawing(`a: ${'x'.repeat(1000)}`);
    expect(partsOf(all, undefined)(0)).toEqual({ line: all.at(0), before: 0, after: 0 });
    expect(partsOf(all, { from: 0, to: 10 })(0).after).toBeGreaterThan(900);
  });
});
