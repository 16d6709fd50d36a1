import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../e2e/', import.meta.url);

const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(spec|test)\.ts$/.test(file),
);

test('no end-to-end test waits for a time, is tried twice, or measures by the clock of the machine', () => {
  const waiting = specs.filter((file) =>
    /waitForTimeout|\bretries\b|test\.slow\(|performance\.now/.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  expect(waiting).toEqual([]);
  expect(specs.length).toBeGreaterThan(60);
  expect(readFileSync(new URL('../playwright.config.ts', folder), 'utf8')).toContain('retries: 0,');
});

test('every end-to-end test hears of breached policies', () => {
  const deaf = readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return !/^import { (?:monacoOnNeed, )?test(?:, withMonaco)? } from '.\/test.ts';$/m.test(text);
    });
  expect(deaf).toEqual([]);
});
