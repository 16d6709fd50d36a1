import { expect, test } from 'vitest';
import { median } from '../median.ts';
import { exampleSamples, fixtureSamples, heldOut, traceSamples } from './corpus.ts';
import { linkRatio } from './ratio.ts';

// Lengths, not times: the same on every machine. `pnpm bench links` prints them.

// Of policies the dictionary knows nothing: they came after it was trained.
test.each([
  ['examples', 2.4, exampleSamples()],
  ['recordings and fixtures', 2.5, [...traceSamples(), ...fixtureSamples()]],
])('links of %s that nobody trained on are shorter than those of lz-string by %s times', (_, times, samples) => {
  const held = heldOut(samples);
  expect(held.length).toBeGreaterThan(samples.length / 5);
  expect(median(held.map(({ name, scenario }) => linkRatio(name, scenario).ratio))).toBeLessThanOrEqual(1 / times);
});

test('no example needs a link that chat programs cut', () => {
  const long = exampleSamples().filter(({ name, scenario }) => linkRatio(name, scenario).ours > 2000);
  expect(long.map(({ name }) => name)).toEqual([]);
});
