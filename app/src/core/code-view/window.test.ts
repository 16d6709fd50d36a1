import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grown, type Rows, within } from './window.ts';

const rows = (limit: number) =>
  fc.tuple(fc.nat(limit), fc.nat(limit)).map(([a, b]): Rows => ({ from: Math.min(a, b), to: Math.max(a, b) }));

describe('the rows that are drawn', () => {
  it('are those that follow first, then those before', () => {
    const wanted = { from: 10, to: 20 };
    expect(grown({ from: 15, to: 15 }, wanted, 3, () => 1)).toEqual({ from: 15, to: 18 });
    expect(grown({ from: 15, to: 18 }, wanted, 3, () => 1)).toEqual({ from: 14, to: 20 });
    expect(grown({ from: 14, to: 20 }, wanted, 30, () => 1)).toEqual(wanted);
  });

  it('become all that are wanted, by no more at once than they may weigh, and one at least', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 101, maxLength: 101 });
    fc.assert(
      fc.property(rows(100), fc.nat(100), weights, fc.integer({ min: 1, max: 80 }), (wanted, at, weight, most) => {
        const weightOf = (index: number) => weight[index] ?? 1;
        const place = Math.max(wanted.from, Math.min(at, wanted.to));
        let now: Rows = { from: place, to: place };
        while (now.from !== wanted.from || now.to !== wanted.to) {
          const next = grown(now, wanted, most, weightOf);
          const added = [...between(next.from, now.from), ...between(now.to, next.to)];
          expect(added.length).toBeGreaterThan(0);
          const sum = added.reduce((all, index) => all + weightOf(index), 0);
          expect(added.length === 1 || sum <= most).toBe(true);
          now = next;
        }
      }),
    );
  });

  it('are kept where they are still wanted', () => {
    expect(within({ from: 3, to: 9 }, { from: 5, to: 20 })).toEqual({ from: 5, to: 9 });
    expect(within({ from: 3, to: 5 }, { from: 5, to: 20 })).toEqual({ from: 5, to: 5 });
  });
});

function between(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
