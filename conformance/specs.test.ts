import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../e2e/', import.meta.url);

test('every end-to-end test hears of breached policies', () => {
  const deaf = readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return !/^import { test(?:, withMonaco)? } from '.\/test.ts';$/m.test(text);
    });
  expect(deaf).toEqual([]);
});
