import { expect, test } from 'vitest';
import { linkSizes } from './size.ts';

test('links take at most 10 KB gzipped: codec, dictionary and the check of scenarios', async () => {
  const [both, reading] = await linkSizes();
  expect(both?.gzipped).toBeLessThanOrEqual(10 * 1024);
  expect(reading?.gzipped).toBeLessThan((both?.gzipped ?? 0) - 1500);
});
