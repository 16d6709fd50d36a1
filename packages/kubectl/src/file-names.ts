import { compareStrings, quote } from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from './failure.ts';
import { cleanPath } from './paths.ts';
import type { Session } from './session.ts';

const template = `
  template:
    metadata:
      labels:
        app: nginx
    spec:
      containers:
      - name: nginx
        image: nginx:1.14.2
`;

function deployment(spec: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: nginx-deployment\n  labels:\n    app: nginx\nspec:\n${spec}`;
}

const selector = '  selector:\n    matchLabels:\n      app: nginx';

/**
 * The example files of the Server-Side Apply reference, by their URLs: a Deployment, its replicas alone, and the
 * Deployment without replicas. The texts are our own and have the same effect.
 */
export const exampleFiles: ReadonlyMap<string, string> = new Map([
  [
    'https://k8s.io/examples/application/ssa/nginx-deployment.yaml',
    deployment(`  replicas: 3\n${selector}${template}`),
  ],
  [
    'https://k8s.io/examples/application/ssa/nginx-deployment-replicas-only.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: nginx-deployment\nspec:\n  replicas: 3\n',
  ],
  ['https://k8s.io/examples/application/ssa/nginx-deployment-no-replicas.yaml', deployment(`${selector}${template}`)],
]);

/** A file to read objects from. */
export interface NamedFile {
  /** Its name in messages: the path, the URL, or `STDIN`. */
  readonly source: string;
  readonly text: string;
}

/** The files that the values of `-f` name, in order, and the failures of those that name none. */
export interface NamedFiles {
  readonly files: readonly NamedFile[];
  readonly failures: readonly Failure[];
  /** Whether they are one file, which is not standard input: its only object is printed without a list. */
  readonly single: boolean;
}

/**
 * Finds the files that the values of `-f` name: files, folders with their `.json`, `.yaml` and `.yml` files (below them
 * too with `-R`), patterns, URLs, and `-` for standard input.
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go FilenameParam, Path; visitor.go ExpandPathsToFileVisitors.
 */
export function namedFiles(session: Session, names: readonly string[], recursive: boolean): NamedFiles {
  const files: NamedFile[] = [];
  const failures: Failure[] = [];
  for (const [index, name] of names.entries()) {
    if (name === '-' && names.indexOf(name) < index) {
      failures.push(fail('standard input cannot be used for multiple arguments'));
    }
    const found = follow(session, name, recursive);
    if ('kind' in found) failures.push(found);
    else files.push(...found);
    // A folder without a file is none of the problems where another name has one.
    if (files.length === 0 && failures.length === 0) {
      failures.push(fail(`error reading [${name}]: recognized file extensions are [.json .yaml .yml]`));
    }
  }
  return { files, failures, single: files.length === 1 && !names.includes('-') };
}

function follow(session: Session, name: string, recursive: boolean): readonly NamedFile[] | Failure {
  const { files } = session.command;
  if (name === '-') return [{ source: 'STDIN', text: session.input() }];
  if (/^https?:\/\//.test(name)) return urlFile(name);
  const text = fileNamed(session, name);
  if (text !== undefined) return [{ source: name, text }];
  const within = inFolder(files, name, recursive);
  if (within !== undefined) return within;
  const matches = matching(files, name);
  if (matches === undefined) return fail(`pattern ${quote(name)} is not valid: syntax error in pattern`);
  if (matches.length === 0) {
    session.lacks(name);
    // What stands below a file is no folder.
    if (name.split('/').some((_, at, parts) => at > 0 && files.has(parts.slice(0, at).join('/')))) {
      return fail(`the path ${quote(name)} cannot be accessed: stat ${name}: not a directory`);
    }
    return fail(`the path ${quote(name)} does not exist`);
  }
  return matches.flatMap((path) => {
    const own = files.get(path);
    return own === undefined ? (inFolder(files, path, recursive) ?? []) : [{ source: path, text: own }];
  });
}

/** Returns the text of a file; undefined where there is none of the name. */
export function fileNamed(session: Session, name: string): string | undefined {
  const { files } = session.command;
  if (name === '/dev/null') return '';
  return files.get(name) ?? files.get(cleanPath(name)) ?? (name === '/dev/stdin' ? session.input() : undefined);
}

/** Returns the files of a folder in the order of Go's filepath.Walk; undefined where there is no such folder. */
function inFolder(
  files: ReadonlyMap<string, string>,
  name: string,
  recursive: boolean,
): readonly NamedFile[] | undefined {
  const folder = cleanPath(name);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const below = [...files].filter(([path]) => path.startsWith(prefix));
  if (below.length === 0) return undefined;
  const taken = below.filter(([path]) => {
    const rest = path.slice(prefix.length);
    return (recursive || !rest.includes('/')) && /\.(?:json|ya?ml)$/.test(rest);
  });
  return taken.sort(([a], [b]) => compareWalk(a, b)).map(([source, text]) => ({ source, text }));
}

/** Compares two paths in the order of a walk: by the first folder or file name in which they differ. */
function compareWalk(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, index) => part !== right[index]);
  const [x = '', y = ''] = [left[at], right[at]];
  return compareStrings(x, y);
}

/**
 * The files and folders whose paths fit a pattern, in the order of a walk; undefined where the pattern is malformed, as far as
 * it is looked at. Upstream: path/filepath Glob.
 */
function matching(files: ReadonlyMap<string, string>, pattern: string): readonly string[] | undefined {
  if (!/[*?[\\]/.test(pattern)) return [];
  if (fits(pattern, '') === undefined) return undefined;
  const parts = cleanPath(pattern).split('/');
  const starts = [...files.keys()].map((path) => path.split('/')).filter((path) => path.length >= parts.length);
  const found = new Set<string>();
  for (const start of starts) {
    const path = start.slice(0, parts.length);
    for (const [index, part] of parts.entries()) {
      const fit = fits(part, path[index] ?? '');
      if (fit === undefined) return undefined;
      if (!fit) break;
      if (index === parts.length - 1) found.add(path.join('/'));
    }
  }
  return [...found].sort(compareWalk);
}

/** Whether a name fits a pattern; undefined where what is looked at of the pattern is malformed. Upstream: path/filepath Match. */
function fits(pattern: string, name: string): boolean | undefined {
  if (pattern === '') return name === '';
  const stars = pattern.length - pattern.replace(/^\*+/, '').length;
  // Up to the next star that is neither escaped nor in brackets.
  const rest = pattern.slice(stars).replace(/^(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]?|[^*])*/u, '');
  const part = pattern.slice(stars, pattern.length - rest.length);
  if (part === '') return !name.includes('/');
  const slash = name.indexOf('/');
  const most = stars === 0 ? 0 : slash < 0 ? name.length : slash;
  for (let skipped = 0; skipped <= most; skipped++) {
    const left = leftBehind(part, name.slice(skipped));
    if (left === 'malformed') return undefined;
    if (left !== undefined && (left.name === '' || rest !== '')) return fits(rest, left.name);
  }
  return false;
}

/** What is left of a name behind a part of a pattern that has no star; undefined where it does not fit. */
function leftBehind(pattern: string, name: string): { readonly name: string } | undefined | 'malformed' {
  let [rest, left] = [pattern, name];
  let isFit = true;
  while (rest !== '') {
    const [whole, negated, items, escaped, plain] =
      /^(?:\[(\^|(?!\^))((?:(?:\\[\s\S]|[^\\\]-])(?:-(?:\\[\s\S]|[^\\\]-]))?)+)\]|\\([\s\S])|([^[\\]))/u.exec(rest) ??
      [];
    if (whole === undefined) return 'malformed';
    const [letter = ''] = left;
    if (items !== undefined) isFit &&= letter !== '' && isAmong(items, letter) === (negated === '');
    else isFit &&= plain === '?' ? letter !== '' && letter !== '/' : letter === (escaped ?? plain);
    rest = rest.slice(whole.length);
    left = left.slice(letter.length);
  }
  return isFit ? { name: left } : undefined;
}

function isAmong(items: string, letter: string): boolean {
  const ranges = items.matchAll(/\\?([\s\S])(?:-\\?([\s\S]))?/gu);
  return [...ranges].some(
    ([, low = '', high = low]) => compareStrings(low, letter) <= 0 && compareStrings(letter, high) <= 0,
  );
}

/** Returns the file at a URL. Nothing is fetched: only the examples of the Kubernetes documentation are known. */
function urlFile(url: string): readonly NamedFile[] | Failure {
  const text = exampleFiles.get(url);
  if (text !== undefined) return [{ source: url, text }];
  return notPlayed({ kind: 'url', url });
}
