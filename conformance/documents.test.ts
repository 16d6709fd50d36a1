import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What is written for readers of the repository: links lead somewhere, and pages stay short enough to be read.

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Pages that are written here; samples have those of their tools, and the reference is made of comments. */
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(
    (path) => !/^samples\/|^\.changeset\/|^docs\/reference\/|\.api\.md$/.test(path) && existsSync(join(root, path)),
  );

/** Returns the names by which headings of a page are linked, as GitHub makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  const names = headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '`');
}

/** Returns the links of a page that lead to no file, or to a heading that is not there. */
function brokenLinks(path: string, text: string): readonly string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor);
  });
}

test.each(pages)('the links of %s lead somewhere', (path) => {
  expect(brokenLinks(path, read(path))).toEqual([]);
});

/** Paths of this repository that a page names in backquotes; those with a part to be filled in are left out. */
function namedPaths(text: string): readonly string[] {
  const names = [
    ...text.matchAll(/`((?:packages|conformance|tools|app|e2e|public|docs|samples|\.github|\.ci)\/[^`\s]+)`/g),
  ];
  return names
    .map(([, path = '']) => path)
    .filter((path) => !/[<*{…]|[A-Z]{4}|\/dist$/.test(path.replace('README', '')));
}

test.each(pages)('the paths that %s names are there', (path) => {
  expect(namedPaths(read(path)).filter((each) => !existsSync(join(root, each)))).toEqual([]);
});

/** Files and folders of this repository, each by every end of its path: `x/y.ts` and `y.ts`, `x/` and `x/y/`. */
const ends = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => {
      const parts = path.split('/');
      const places = parts.map((_, at) => at);
      const folders = places.flatMap((from) =>
        places.slice(from + 1).map((to) => `${parts.slice(from, to).join('/')}/`),
      );
      return [...places.map((from) => parts.slice(from).join('/')), ...folders];
    }),
);

/** What only a build or a release makes, of which pages tell. */
const made = new Set([
  ...['dist/', 'assets/', 'sw.js', 'embed.js', '404.html', 'static.css', 'CHANGELOG.md'],
  // Of the plugins of other pages.
  ...['resources/extension-managed-fields.js/extension-managed-fields.js', 'managed-fields/main.js', 'main.js'],
]);

/** Returns the files and folders that a page names in backquotes by the end of their path, and that no path ends in. */
function goneEnds(text: string): readonly string[] {
  // What moved is told by the names of before.
  const [now = ''] = withoutBlocks(text).split(/^## What moved$/m);
  const named = now.matchAll(
    /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|css|jsonl?|go|sh|yml|js|grit|html|md|gz)|(?:[\w.-]+\/)+)`/g,
  );
  return [...named]
    .map(([, path = '']) => path)
    .filter((path) => !/[A-Z]{4}|A-Z/.test(path.replace('README', '').replace('CHANGELOG', '')))
    .filter((path) => !made.has(path) && !ends.has(path));
}

test.each(pages)('each file that %s names is there', (path) => {
  expect(goneEnds(read(path))).toEqual([]);
});

test('a file that is gone is found by the end of its path, and by a folder', () => {
  expect(goneEnds('`components/menu.tsx` `forward.ts` `core/gone/` `core/ui/` `menu.tsx` `NAME.json`')).toEqual([
    'components/menu.tsx',
    'forward.ts',
    'core/gone/',
  ]);
});

test('a link to a missing file and one to a missing heading are found', () => {
  expect(
    brokenLinks('docs/x.md', '[a](gone.md) [b](../README.md#gone) [c](../README.md#licence) [d](#gone)'),
  ).toHaveLength(3);
});

test.each([
  ['README.md', 10],
  ['ARCHITECTURE.md', 20],
])('%s has at most %i KB', (path, limit) => {
  expect(statSync(join(root, path)).size).toBeLessThanOrEqual(limit * 1024);
});

test('each decision is named once in the index, and is short', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md');
  const named = [...read('docs/decisions/README.md').matchAll(/^- \[([\w-]+\.md)\]\(\1\)/gm)].map(([, file]) => file);
  expect([...named].sort()).toEqual([...files].sort());
  for (const file of files) {
    expect(read(`docs/decisions/${file}`).split('\n').length, file).toBeLessThanOrEqual(60);
  }
});

test('each decision says what was asked', () => {
  const silent = readdirSync(join(root, 'docs/decisions')).filter(
    (file) => file !== 'README.md' && !/^## What was asked$/m.test(read(`docs/decisions/${file}`)),
  );
  expect(silent).toEqual([]);
});

test('docs/dependencies.md has each dependency once, and no other', () => {
  const manifests = ['package.json', 'app/package.json', ...packages.map((name) => `packages/${name}/package.json`)];
  const needed = manifests.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>> | undefined>
    >;
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  const names = needed.filter(([name, version]) => !version.startsWith('workspace:') && !name.startsWith('@types/'));
  const [table = ''] = read('docs/dependencies.md').split(/^## /m);
  const rows = [...table.matchAll(/^\| ([a-z@][^|]*?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  expect(rows.filter((name) => name !== 'package').sort()).toEqual([...new Set(names.map(([name]) => name))].sort());
});

test('docs/scripts.md names every script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const page = read('docs/scripts.md');
  expect(Object.keys(scripts).filter((name) => !new RegExp(`\`${name}[ \`]`).test(page))).toEqual([]);
});

/** What the README of a package names in backquotes under a heading. */
function namedUnder(readme: string, heading: string): readonly string[] {
  const [, section = ''] = new RegExp(`^## ${heading}[^\\n]*\\n([^]*?)(?=^## |(?![^]))`, 'm').exec(readme) ?? [];
  return [...section.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, `packages/${name}/package.json`)),
);

test('ARCHITECTURE.md has a row for every package', () => {
  const page = read('ARCHITECTURE.md');
  expect(packages.filter((name) => !page.includes(`(packages/${name}/README.md)`))).toEqual([]);
});

test.each(packages)('the README of %s names its entry points, and files and exports that are there', (name) => {
  const readme = read(`packages/${name}/README.md`);
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const single = Object.values(exports).filter((file) => !file.includes('*'));
  const texts = single.map((file) => read(`packages/${name}/${file.slice(2)}`));
  const entries = namedUnder(readme, 'Entry points, in the order');
  expect(Object.keys(exports).filter((each) => !entries.includes(each))).toEqual([]);
  const identifiers = entries.filter((each) => /^[a-zA-Z]\w+$/.test(each) && !packages.includes(each));
  expect(identifiers.filter((each) => !texts.some((text) => new RegExp(`\\b${each}\\b`).test(text)))).toEqual([]);
  const files = [...namedUnder(readme, 'Files to begin with'), ...namedUnder(readme, 'Inside')];
  const gone = files.filter(
    (each) => /^[\w/-]+\.ts$/.test(each) && !existsSync(join(root, `packages/${name}/src`, each)),
  );
  expect(gone).toEqual([]);
});
