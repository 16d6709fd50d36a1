import { readdirSync } from 'node:fs';
import { importsOf, sourceFiles } from '../modules.ts';

/**
 * The packages by what they are about, from those that know least to those that people use. Each package of the
 * repository has to be in one of them; `page` is the page itself, `app/src`.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  'what is said': ['words'],
  'Kubernetes, reproduced': [
    'foreign-text',
    'merge-engine',
    'api-server',
    'kubectl',
    'kubernetes-types',
    'admission',
    'known-definitions',
    'source',
    'node-server',
  ],
  'a scenario': ['scenario', 'redact', 'tools', 'player', 'reading', 'lessons', 'share-link', 'rendering'],
  'many objects, real clusters': ['live-cluster', 'survey', 'forecast', 'audit', 'analysis'],
  'what people use': ['embed', 'view', 'panel', 'argocd-extension', 'headlamp-plugin', 'cli', 'page'],
};

/** Returns which packages each package imports, tests left out; the page is the package `page`. */
export function packageImports(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const named = readdirSync(`${root}/packages`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${root}/packages/${entry.name}`).includes('package.json'))
    .map(({ name }) => [name, `packages/${name}/src`] as const);
  return new Map(
    [...named, ['page', 'app/src'] as const].map(([name, folder]) => {
      const files = sourceFiles(root, folder).filter((file) => !/\.test\.tsx?$/.test(file));
      const imported = files.flatMap((file) =>
        importsOf(root, file).flatMap(({ specifier }) => /^@managed-fields\/([^/]+)/.exec(specifier)?.[1] ?? []),
      );
      return [name, new Set(imported.filter((each) => each !== name))] as const;
    }),
  );
}

/**
 * Leaves out each import that follows from others: where `a` imports `b` and `b` imports `c`, an arrow from `a` to `c` says
 * nothing new about the order.
 */
export function withoutShortcuts(
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const reached = (from: string): ReadonlySet<string> => {
    const found = new Set(imports.get(from));
    // A set is walked to its end, with what is added on the way.
    for (const each of found) for (const next of imports.get(each) ?? []) found.add(next);
    return found;
  };
  return new Map(
    [...imports].map(([name, targets]) => [
      name,
      new Set(
        [...targets].filter((target) => ![...targets].some((other) => other !== target && reached(other).has(target))),
      ),
    ]),
  );
}

/** Draws packages and their imports as a flow chart of Mermaid. Throws where a package is in no group. */
export function drawPackages(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const grouped = Object.values(groups).flat();
  const forgotten = [...imports.keys()].filter((name) => !grouped.includes(name));
  if (forgotten.length > 0) throw new Error(`conformance/picture/picture.ts has no place for ${forgotten.join(', ')}`);
  const boxes = Object.entries(groups).flatMap(([title, names], index) => [
    `  subgraph g${index}["${title}"]`,
    ...names.filter((name) => imports.has(name)).map((name) => `    ${name}`),
    '  end',
  ]);
  const arrows = [...withoutShortcuts(imports)]
    .sort(([a], [b]) => grouped.indexOf(a) - grouped.indexOf(b))
    .filter(([, targets]) => targets.size > 0)
    .map(
      ([name, targets]) =>
        `  ${name} --> ${[...targets].sort((a, b) => grouped.indexOf(a) - grouped.indexOf(b)).join(' & ')}`,
    );
  return ['flowchart TB', ...boxes, ...arrows, ''].join('\n');
}

const picture = /(<!-- `pnpm picture` draws this -->\n+```mermaid\n)[\s\S]*?(```)/;

/** Returns a page with its picture drawn anew. Throws where the page has no place for one. */
export function withPicture(page: string, drawn: string): string {
  if (!picture.test(page)) throw new Error('the page has no place for the picture of the packages');
  return page.replace(picture, (_all, before: string, after: string) => before + drawn + after);
}
