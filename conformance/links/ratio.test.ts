import { expect, test } from 'vitest';
import { median } from '../median.ts';
import { exampleSamples, fixtureSamples, heldOut, traceSamples } from './corpus.ts';
import { linkRatio } from './ratio.ts';

// Lengths, not times: the same on every machine. `pnpm bench links` prints them.

test.each([
  ['examples', exampleSamples()],
  ['recordings and fixtures', [...traceSamples(), ...fixtureSamples()]],
])('links of %s that nobody trained on are shorter than those of lz-string by 2.5 times', (_, samples) => {
  const held = heldOut(samples);
  expect(held.length).toBeGreaterThan(samples.length / 5);
  expect(median(held.map(({ name, scenario }) => linkRatio(name, scenario).ratio))).toBeLessThanOrEqual(0.4);
});

test('no example needs a link that chat programs cut', () => {
  const long = exampleSamples().filter(({ name, scenario }) => linkRatio(name, scenario).ours > 2000);
  expect(long.map(({ name }) => name)).toEqual([]);
});
