import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { first as chinese } from '../app/src/language/chinese/first.ts';
import { first as english } from '../app/src/language/english/first.ts';
import { first as ukrainian } from '../app/src/language/ukrainian/first.ts';
import { isNode, programOf, visit } from './syntax.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const program = (file: string) => programOf(join(root, file));

/** The files of the page that come with its first: by imports of values that do not wait. */
function firstFiles(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  visit(program(file), ({ type, source, importKind, exportKind }) => {
    const waits = type !== 'ImportDeclaration' && type !== 'ExportNamedDeclaration' && type !== 'ExportAllDeclaration';
    const name = isNode(source) ? source['value'] : undefined;
    if (waits || importKind === 'type' || exportKind === 'type' || typeof name !== 'string') return;
    if (name.startsWith('.') && /\.tsx?$/.test(name)) firstFiles(normalize(join(dirname(file), name)), found);
  });
  return found;
}

/** `section.word` for every word that a file reads. */
function wordsIn(file: string): readonly string[] {
  const found: string[] = [];
  visit(program(file), ({ type, object, property }) => {
    if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return;
    const { object: inner, property: section } = object;
    if (!isNode(inner) || inner['name'] !== 'words' || !isNode(section)) return;
    found.push(`${String(section['name'])}.${String(property['name'])}`);
  });
  return found;
}

/** The files that come with the first screen, or later without other words than the first. */
const roots = ['app/src/main.tsx', 'app/src/panes/conflict/outcome-panel.tsx'];
const files = [...new Set(roots.flatMap((root) => [...firstFiles(root)]))].filter(
  (file) => !file.includes('/language/'),
);

test('the first screen is found', () => {
  expect(files).toContain('app/src/panes/result/legend.tsx');
  expect(files).not.toContain('app/src/panes/field/inspector.tsx');
});

test.each(Object.entries({ english, ukrainian, chinese }))(
  'the first words of %s are all that the first screen says',
  (_, first) => {
    const said = new Set(
      Object.entries(first).flatMap(([section, words]) => Object.keys(words).map((word) => `${section}.${word}`)),
    );
    const missing = files.flatMap((file) =>
      wordsIn(file)
        .filter((word) => !said.has(word))
        .map((word) => `${file}: ${word}`),
    );
    expect(missing).toEqual([]);
  },
);
