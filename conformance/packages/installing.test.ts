import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOnNpm, root } from './published.ts';

/** What fetches the program by its name from npm: `npx managed-fields`, `npm i -g managed-fields`, `pnpm dlx managed-fields`. */
const byName =
  /\b(?:npx|bunx|(?:pnpm|yarn) dlx|(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|x|global add))\b(?: +-[-\w=@.]+)*(?: +--)? +["']?managed-fields(?![-\w/.]|\$)/;

/** Texts that people read or copy: documents, help, messages, workflows. */
const texts = execFileSync(
  'git',
  ['ls-files', '-z', '--', '*.md', '*.yml', '*.yaml', '*.json', '*help*.ts', 'app/**/*.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  },
)
  .split('\0')
  .filter((file) => file !== '' && !/^conformance\/.*\/(?:recorded|traces)|^conformance\/traces/.test(file));

test('until the program is on npm, no text fetches it by its name', () => {
  const found = isOnNpm ? [] : texts.filter((file) => byName.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test.each([
  ['kubectl get x -o yaml | npx managed-fields owners', true],
  ['npx --yes managed-fields@1.0.0 owners', true],
  ['npm install --global managed-fields', true],
  ['npm i -g "managed-fields"', true],
  ['pnpm dlx managed-fields', true],
  ['npm install --global ./managed-fields-0.1.0.tgz', false],
  ['npm install --global "./managed-fields-$VERSION.tgz"', false],
  ['npm install @managed-fields/embed', false],
  ['kubectl managed-fields owners', false],
])('is noticed in %s: %s', (text, isFound) => {
  expect(byName.test(text)).toBe(isFound);
});
