import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawPackages, packageImports, withoutShortcuts, withPicture } from './picture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('ARCHITECTURE.md has the picture of the packages as they are; `pnpm picture` draws it', () => {
  const page = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8');
  const imports = packageImports(root);
  expect(withPicture(page, drawPackages(imports))).toBe(page);
  // One import more, and the picture is another.
  const more = new Map(imports).set('merge-engine', new Set(['foreign-text']));
  expect(withPicture(page, drawPackages(more))).not.toBe(page);
});

test('an arrow that follows from others is left out', () => {
  const imports = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
    ['c', new Set<string>()],
  ]);
  expect(withoutShortcuts(imports)).toEqual(
    new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set()],
    ]),
  );
});

test('a package without a place, and a page without one, are missed', () => {
  expect(() => drawPackages(new Map([['stray', new Set<string>()]]))).toThrow('no place for stray');
  expect(() => withPicture('# A page', '')).toThrow('no place');
});
