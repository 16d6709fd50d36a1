import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expressionsIn } from './found.ts';
import { pageFiles } from './page-files.ts';
import { slowestOf } from './tire.ts';

// Whatever a page runs over a text on its main thread takes time that grows with the text and no faster: whoever opens
// a link of a few kilobytes may get a text of a megabyte, and no watchdog ends what runs there.

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = pageFiles(root);
const { written, makers } = expressionsIn(root, files);

/** Expressions that see short texts alone, or that wait to be mended, each with why. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['app/src/features/scenario/step/text-strips.tsx', 'reads the first 2,000 characters of a text'],
  ['packages/rendering/src/line-tokens.ts', 'reads lines of 1,000 characters at most'],
]);

/** Files that make expressions of texts, and of which: no text of a stranger is among them. */
const knownMakers: ReadonlyMap<string, string> = new Map([
  ['packages/api-server/src/pattern/class.ts', 'a class of Unicode by its name, of one character'],
  ['packages/foreign-text/src/hidden.ts', 'a class of characters that is written beside it, with another flag'],
  ['packages/redact/src/shapes.ts', 'parts that stand in the same file'],
  ['packages/share-link/src/compact.ts', 'words that stand in the same file'],
]);

test('finds what the page runs, and not what the worker runs alone', () => {
  expect(files.size).toBeGreaterThan(300);
  expect(files).toContain('packages/scenario/src/yaml-text.ts');
  expect(files).toContain('app/src/core/editor/monaco-assist.ts');
  expect(files).toContain('app/src/core/editor/yaml-language.ts');
  expect(files).not.toContain('packages/reading/src/read-pasted.ts');
  expect(written.length).toBeGreaterThan(100);
});

test('knows every file that makes expressions of texts', () => {
  expect(makers.toSorted()).toEqual([...knownMakers.keys()].toSorted());
});

describe('finds out those whose time grows faster than the text', () => {
  test.each([
    ['spaces before an end', /\s+$/],
    ['something between two', /a.*b.*c/],
    ['backslashes before a quote', /\\+"/g],
    ['one run in another', /^(?:a+)+$/],
    ['two runs of the same', /^[a-z]*[a-z0-9]*:$/],
    ['a run after what it may begin with', /\w+ = \w+;/g],
  ])('%s', (_, { source, flags }) => {
    expect(slowestOf(source, flags)).toBeDefined();
  });

  test.each([
    ['one run', /\s+/g],
    ['a run that begins once', /(?<!\s)\s+$/],
    ['from the beginning', /^\s*\w+:/],
    ['a choice', /true|false|null/],
  ])('and not %s', (_, { source, flags }) => {
    expect(slowestOf(source, flags)).toBeUndefined();
  });
});

describe('takes no longer than the text is', { timeout: 60_000 }, () => {
  const unique = new Map(written.map((each) => [`/${each.source}/${each.flags} in ${each.file}`, each]));
  test.each([...unique].filter(([, { file }]) => !allowed.has(file)))('%s', (_, { source, flags }) => {
    expect(slowestOf(source, flags)).toBeUndefined();
  });
});

test('allows no file more than it needs', () => {
  for (const file of allowed.keys())
    expect(
      written.some((each) => each.file === file),
      file,
    ).toBe(true);
});
