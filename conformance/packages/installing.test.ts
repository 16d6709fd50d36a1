import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOnNpm, program, published, root } from './published.ts';

/** What stands between two words of a command, or of a list of them. */
const gap = `["']?,? +["']?`;
/**
 * What fetches the program or a package by its name from npm: `npx managed-fields`, `pnpm dlx managed-fields`,
 * `npm i @managed-fields/embed`; as words of a program too, `"npx", "managed-fields"`.
 */
const byName = new RegExp(
  `\\b(?:npx|bunx|(?:pnpm|yarn)${gap}dlx|(?:npm|pnpm|yarn|bun)${gap}(?:i|install|add|exec|x|global add))\\b(?:${gap}-[-\\w=@.]+)*(?:${gap}--)?${gap}(?:managed-fields(?![-\\w/.]|\\$)|@managed-fields/)`,
);

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

test('until they are on npm, no text fetches the program or a package by its name', () => {
  const found = isOnNpm ? [] : texts.filter((file) => byName.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test.each([...published, program])(
  'until it is on npm, the README of $folder says so, and installs from a release',
  ({ folder }) => {
    const readme = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8');
    const says = [
      /\*\*not on npm yet\*\*/,
      /tarball\s+of a release/,
      /^sha256sum --check --ignore-missing SHA256SUMS/m,
    ];
    expect(says.map((text) => text.test(readme))).toEqual(says.map(() => !isOnNpm));
  },
);

test.each([
  ['kubectl get x -o yaml | npx managed-fields owners', true],
  ['npx --yes managed-fields@1.0.0 owners', true],
  ['npm install --global managed-fields', true],
  ['exec.Command("npx", "managed-fields", "rehearse")', true],
  ['npm i -g "managed-fields"', true],
  ['pnpm dlx managed-fields', true],
  ['npm install --global ./managed-fields-0.1.0.tgz', false],
  ['npm install --global "./managed-fields-$VERSION.tgz"', false],
  ['npm install @managed-fields/embed', true],
  ['npm install ./managed-fields-embed-0.1.0.tgz', false],
  ["import { serve } from '@managed-fields/api-server/whole'", false],
  ['kubectl managed-fields owners', false],
])('is noticed in %s: %s', (text, isFound) => {
  expect(byName.test(text)).toBe(isFound);
});
