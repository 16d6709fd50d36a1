import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../vite.config.ts';

const root = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const { packageManager, scripts } = JSON.parse(read('package.json')) as {
  readonly packageManager: string;
  readonly scripts: Readonly<Record<string, string>>;
};

test.each(Object.entries(scripts))('pnpm %s opens no browser of the desktop', (_name, command) => {
  expect(command).not.toMatch(/--open\b/);
});

test('what serves the page opens nothing by itself', () => {
  expect(config.preview?.open ?? false).toBe(false);
  expect(config.server?.open ?? false).toBe(false);
});

const workflows = readdirSync(new URL('.github/workflows', root)).map((file) => `.github/workflows/${file}`);
const naming = ['README.md', 'CONTRIBUTING.md', '.ci/run', ...workflows];

test('every command names the release of pnpm that package.json pins', () => {
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+$/);
  const named = naming.flatMap((path) =>
    [...read(path).matchAll(/\bpnpm@\S+?(?=[\s`]|$)/g)].map(([used]) => ({ path, used })),
  );
  expect(named.filter(({ used }) => used !== packageManager)).toEqual([]);
  expect(new Set(named.map(({ path }) => path))).toEqual(new Set(naming));
});
