import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignLines, type ComparedLine } from './align.ts';

/** A line in short: `name=text`. */
function linesOf(shorts: string): readonly ComparedLine[] {
  return shorts
    .split(' ')
    .filter((short) => short !== '')
    .map((key) => ({ key, name: key.split('=')[0] ?? '' }));
}

test.each<readonly [what: string, before: string, after: string, told: string]>([
  ['nothing with nothing', '', '', ''],
  ['the same', 'a=1 b=1', 'a=1 b=1', ' a=1  b=1'],
  ['a line that differs', 'a=1 b=1 c=1', 'a=1 b=2 c=1', ' a=1 ~b=1>b=2  c=1'],
  ['lines that differ side by side, each with its own', 'a=1 b=1', 'a=2 b=2', '~a=1>a=2 ~b=1>b=2'],
  ['a line more', 'a=1 c=1', 'a=1 b=1 c=1', ' a=1 +b=1  c=1'],
  ['a line less', 'a=1 b=1 c=1', 'a=1 c=1', ' a=1 -b=1  c=1'],
  ['from nothing', '', 'a=1', '+a=1'],
  ['an item that moved', 'x=1 y=1 z=1', 'y=1 z=1 x=1', '-x=1  y=1  z=1 +x=1'],
  ['lines that occur more than once', 'a=1 r=1 b=1 r=1', 'r=1 b=1 r=1 r=1', '-a=1  r=1  b=1  r=1 +r=1'],
  ['nothing but such lines', 'r=1 s=1 r=1 s=1', 's=1 r=1 s=1 r=1', '-r=1  s=1  r=1  s=1 +r=1'],
])('lays %s beside each other', (_what, before, after, told) => {
  const [a, b] = [linesOf(before), linesOf(after)];
  const text = alignLines(a, b).map((line) => {
    const [old, next] = [a[line.before ?? -1]?.key, b[line.after ?? -1]?.key];
    if (line.same) return ` ${old}`;
    return old === undefined ? `+${next}` : next === undefined ? `-${old}` : `~${old}>${next}`;
  });
  expect(text.join(' ')).toBe(told);
});

test('keeps every line of both, in order', () => {
  const lines = fc.array(fc.constantFrom('a=1', 'a=2', 'b=1', 'c=1', 'd=1', 'd=2', 'e=1'), { maxLength: 24 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const [a, b] = [linesOf(before.join(' ')), linesOf(after.join(' '))];
      const aligned = alignLines(a, b);
      expect(aligned.flatMap((line) => line.before ?? [])).toEqual([...a.keys()]);
      expect(aligned.flatMap((line) => line.after ?? [])).toEqual([...b.keys()]);
      for (const line of aligned) {
        const [old, next] = [a[line.before ?? -1], b[line.after ?? -1]];
        if (line.same) expect(old?.key).toBe(next?.key);
        else if (old !== undefined && next !== undefined) expect(old.name).toBe(next.name);
      }
    }),
  );
});
