import { readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { isNode, type Node, programOf, visit } from './syntax.ts';

/** One import as written: which file names what. Paths are relative to the root of the repository. */
export interface Import {
  readonly file: string;
  /** The specifier as written, without a bundler's query. */
  readonly specifier: string;
  /** The file that a relative specifier names; undefined for packages. */
  readonly target: string | undefined;
}

const sourceFile = /\.(ts|tsx)$/;

/** All source files below a folder, dependencies left out. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourceFiles(root, path);
    return sourceFile.test(entry.name) ? [path] : [];
  });
}

/**
 * Every import, export-from, dynamic import, type import and `new URL('….ts', import.meta.url)` (a worker) of a file.
 */
export function importsOf(root: string, file: string): Import[] {
  const program = programOf(join(root, file));
  const specifiers: string[] = [];
  visit(program, (node) => {
    const source = isNode(node['source']) ? node['source'] : isModuleUrl(node) ? firstArgument(node) : undefined;
    const value = source?.['value'];
    if (typeof value !== 'string' || (source !== node['source'] && !sourceFile.test(value))) return;
    specifiers.push(value);
  });
  return specifiers.map((written) => {
    const specifier = written.replace(/\?.*$/, '');
    const target = specifier.startsWith('.')
      ? relative(root, normalize(join(root, dirname(file), specifier)))
      : undefined;
    return { file, specifier, target };
  });
}

/** Every name that a file reads from the global scope by plain mention, such as `Date` or `document`. */
export function namesOf(root: string, file: string): Set<string> {
  const program = programOf(join(root, file));
  const names = new Set<string>();
  visit(program, (node) => {
    if (node['type'] === 'Identifier' && typeof node['name'] === 'string') names.add(node['name']);
    const { object, property } = node;
    if (node['type'] === 'MemberExpression' && isNode(object) && isNode(property)) {
      names.add(`${String(object['name'])}.${String(property['name'])}`);
    }
  });
  return names;
}

function isModuleUrl(node: Node): boolean {
  const { type, callee, arguments: given } = node;
  if (type !== 'NewExpression' || !isNode(callee) || callee['name'] !== 'URL' || !Array.isArray(given)) return false;
  return given.length === 2;
}

function firstArgument(node: Node): Node | undefined {
  const given: unknown = node['arguments'];
  return Array.isArray(given) && isNode(given[0]) ? given[0] : undefined;
}

/** Files that import each other in a circle, each circle once: those that can be reached from each other. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)] as const));
  const circles = new Map<string, readonly string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file) === true).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (from: string) => {
    for (const next of imports.get(from) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  follow(file);
  return reached;
}
