import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';
import { differenceOf } from './difference.ts';

/** A grey picture of 20 × 10, with some pixels of other levels. */
function picture(others: readonly { readonly x: number; readonly y: number; readonly level: number }[] = []): Buffer {
  const made = new PNG({ width: 20, height: 10 });
  made.data.fill(128);
  for (let at = 3; at < made.data.length; at += 4) made.data[at] = 255;
  for (const { x, y, level } of others) made.data.fill(level, (y * 20 + x) * 4, (y * 20 + x) * 4 + 3);
  return PNG.sync.write(made);
}

test('a picture and itself differ nowhere', () => {
  expect(differenceOf(picture(), picture())).toMatchObject({ pixels: 0, of: 200, box: undefined });
});

test('what differs is counted, with the box around it, and drawn side by side', () => {
  const other = picture([
    { x: 3, y: 2, level: 120 },
    { x: 7, y: 6, level: 255 },
  ]);
  const found = differenceOf(picture(), other);
  expect(found).toMatchObject({ pixels: 2, box: { left: 3, top: 2, width: 5, height: 5 } });
  const { width, height } = PNG.sync.read(found.picture());
  expect([width, height]).toEqual([3 * 20 + 2 * 8, 10]);
});

test('two levels of 255 are what a browser draws otherwise by itself, four are not', () => {
  expect(differenceOf(picture(), picture([{ x: 0, y: 0, level: 130 }])).pixels).toBe(0);
  expect(differenceOf(picture(), picture([{ x: 0, y: 0, level: 132 }])).pixels).toBe(1);
});

test('what only the larger picture has counts', () => {
  const larger = new PNG({ width: 20, height: 12 });
  PNG.bitblt(PNG.sync.read(picture()), larger, 0, 0, 20, 10, 0, 0);
  larger.data.fill(255, 20 * 10 * 4);
  expect(differenceOf(picture(), PNG.sync.write(larger))).toMatchObject({ pixels: 40, of: 240 });
});
