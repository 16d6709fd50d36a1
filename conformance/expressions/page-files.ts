import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { isNode, type Node, programOf, visit } from '../syntax.ts';

/**
 * What brings code of ours onto a page, and what runs in the worker alone, where a watchdog ends what takes too long.
 */
const entries = [
  'app/src/main.tsx',
  'app/src/embed/main.ts',
  'packages/embed/src/classic.ts',
  'packages/embed/src/module.ts',
];
const workerOnly: ReadonlySet<string> = new Set(['app/src/core/engine/worker.ts', 'app/src/core/engine/answer.ts']);

/**
 * The source files whose code a page may run on its main thread: what its entries import, then what that imports, now
 * or later. Of a package only those files count that hold the names which are imported.
 */
export function pageFiles(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file) || workerOnly.has(file) || !/\.tsx?$/.test(file) || !existsSync(join(root, file))) return;
    found.add(file);
    for (const { specifier, names } of valueImports(root, file)) {
      if (specifier.startsWith('.')) follow(relative(root, normalize(join(root, dirname(file), specifier))));
      else for (const target of filesOfPackage(root, specifier, names)) follow(target);
    }
  };
  for (const entry of entries) follow(entry);
  return found;
}

interface ValueImport {
  readonly specifier: string;
  /** Undefined where all of the module is imported. */
  readonly names: ReadonlySet<string> | undefined;
}

function valueImports(root: string, file: string): readonly ValueImport[] {
  const imports: ValueImport[] = [];
  visit(programOf(join(root, file)), (node) => {
    const source = isNode(node['source']) ? node['source']['value'] : undefined;
    if (typeof source !== 'string' || node['importKind'] === 'type' || node['exportKind'] === 'type') return;
    const specifier = source.replace(/\?.*$/, '');
    const specifiers = node['specifiers'];
    if (!Array.isArray(specifiers)) imports.push({ specifier, names: undefined });
    else imports.push({ specifier, names: namesOf(specifiers.filter(isNode)) });
  });
  return imports;
}

function namesOf(specifiers: readonly Node[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { importKind, exportKind, type, imported, local } of specifiers) {
    if (importKind === 'type' || exportKind === 'type') continue;
    const name = type === 'ExportSpecifier' ? local : imported;
    if (!isNode(name) || typeof name['name'] !== 'string') return undefined;
    names.add(name['name']);
  }
  return names;
}

/** The files of one of our packages that hold some names, by what its entry point re-exports. */
function filesOfPackage(root: string, specifier: string, names: ReadonlySet<string> | undefined): readonly string[] {
  const [, name, rest] = /^@managed-fields\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return [];
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const wanted = `.${rest ?? ''}`;
  // An entry point may stand for a folder of files: `./messages/*`.
  const [pattern, target] =
    Object.entries(exports).find(([key]) => key.endsWith('*') && wanted.startsWith(key.slice(0, -1))) ?? [];
  const file =
    exports[wanted] ?? (pattern === undefined ? undefined : target?.replace('*', wanted.slice(pattern.length - 1)));
  const entryPoint = join('packages', name, file ?? '');
  if (names === undefined) return [entryPoint];
  const files: string[] = [];
  const held = new Set<string>();
  visit(programOf(join(root, entryPoint)), ({ type, source, specifiers }) => {
    if (type !== 'ExportNamedDeclaration' || !isNode(source) || !Array.isArray(specifiers)) return;
    for (const { exported } of specifiers.filter(isNode)) {
      const exportedName = isNode(exported) ? String(exported['name']) : '';
      if (!names.has(exportedName)) continue;
      held.add(exportedName);
      files.push(normalize(join(dirname(entryPoint), String(source['value']))));
    }
  });
  // What the entry point itself declares.
  return [...names].every((each) => held.has(each)) ? files : [...files, entryPoint];
}
