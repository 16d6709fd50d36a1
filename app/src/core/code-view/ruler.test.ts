import type { Bar, Overlay } from '@managed-fields/rendering';
import { expect, test } from 'vitest';
import type { LineNote } from './notes.ts';
import { ruler } from './ruler.ts';

function overlayOf(bars: readonly (readonly [from: number, to: number, lane: number, colour: number])[]): Overlay {
  return {
    bars: bars.map(
      ([fromLine, toLine, lane, colour]): Bar => ({
        fromLine,
        toLine,
        lane,
        mark: { colour, pattern: 0, letter: 'a' },
        more: 0,
      }),
    ),
    spots: [],
    boxes: [],
    hints: [],
    fieldOfLine: [],
  };
}

const ofLines = (count: number) => (line: number) => [line / count, (line + 1) / count] as const;
const note = (severity: LineNote['severity']) => new Map([[1, { severity, text: '' }]]);

test('bars and notes stand where their lines are', () => {
  const lanes = ruler(
    overlayOf([
      [0, 0, 0, 3],
      [1, 1, 0, 3],
      [2, 2, 1, 5],
    ]),
    note('error'),
    ofLines(4),
  );
  expect(lanes).toEqual([
    [{ from: 0, to: 0.5, ink: 3 }],
    [{ from: 0.5, to: 0.75, ink: 5 }],
    [],
    [{ from: 0.25, to: 0.5, ink: 'error' }],
  ]);
});

test('lines that are folded away leave nothing', () => {
  const folded = (line: number) => (line < 2 ? ([line / 2, (line + 1) / 2] as const) : ([1, 1] as const));
  const lanes = ruler(overlayOf([[2, 9, 0, 1]]), new Map(), folded);
  expect(lanes[0]).toEqual([]);
});

test('however much there is, the ruler stays small', () => {
  const bars = Array.from({ length: 20_000 }, (_, line) => [line, line, line % 3, line % 8] as const);
  const lanes = ruler(overlayOf(bars), new Map(), ofLines(20_000));
  for (const lane of lanes) expect(lane.length).toBeLessThanOrEqual(256);
});
