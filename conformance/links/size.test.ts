import { expect, test } from 'vitest';
import { linkSizes } from './size.ts';

test('links take at most 13 KB gzipped: codec, dictionary and the check of scenarios', async () => {
  const [both, reading] = await linkSizes();
  expect(both?.gzipped).toBeLessThanOrEqual(13 * 1024);
  expect(reading?.gzipped).toBeLessThan((both?.gzipped ?? 0) - 1500);
});
