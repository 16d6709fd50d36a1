import { expect, test } from 'vitest';
import { linkSizes } from './size.ts';

test('links take at most 12 KB gzipped: codec, dictionary and the check of scenarios', async () => {
  const [both, reading] = await linkSizes();
  expect(both?.gzipped).toBeLessThanOrEqual(12 * 1024);
  expect(reading?.gzipped).toBeLessThan((both?.gzipped ?? 0) - 1500);
});
