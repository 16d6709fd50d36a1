import { patternMessage } from '@managed-fields/api-server';
import { compareStrings, cut, quote } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flag, Flags } from '../flags.ts';
import { trimmedLeft } from '../go-strings.ts';
import { cleanPath } from '../paths.ts';
import type { Session } from '../session.ts';

/** The flags that say what a ConfigMap or Secret holds. */
export const sourceFlags: readonly Flag[] = [
  { name: 'append-hash', type: 'bool' },
  { name: 'from-env-file', type: 'list' },
  { name: 'from-file', type: 'list' },
  { name: 'from-literal', type: 'array' },
];

/** The words of a kind about its keys. */
export interface KeyWords {
  /** `config` or `secret`, of an env file that is a folder. */
  readonly env: string;
  invalid(key: string, problems: readonly string[]): string;
  taken(key: string): string;
}

/** One entry that a source gives. */
type Pair = readonly [key: string, value: string];

/**
 * Reads the entries that sources of some kinds give, in their order.
 * Upstream: k8s.io/kubectl pkg/cmd/create/create_configmap.go, create_secret.go.
 */
export function entriesOf(
  session: Session,
  flags: Flags,
  order: readonly ('from-file' | 'from-literal' | 'from-env-file')[],
  words: KeyWords,
): ReadonlyMap<string, string> | Failure {
  const entries = new Map<string, string>();
  for (const name of order) {
    for (const source of flags.list(name)) {
      const pairs =
        name === 'from-literal'
          ? literal(source)
          : name === 'from-file'
            ? filePairs(session, source)
            : envPairs(session, source, words.env);
      if (isFailure(pairs)) return pairs;
      for (const [key, value] of pairs) {
        const problems = keyProblems(key);
        if (problems.length > 0) return fail(words.invalid(key, problems));
        if (entries.has(key)) return fail(words.taken(key));
        entries.set(key, value);
      }
    }
  }
  return entries;
}

/** Whether env files are named beside sources of another kind. */
export function mixesEnvFiles(flags: Flags): boolean {
  const named = (name: string) => flags.list(name).length > 0;
  return named('from-env-file') && (named('from-file') || named('from-literal'));
}

/** Upstream: pkg/util/util.go ParseLiteralSource. */
function literal(source: string): readonly Pair[] | Failure {
  const at = source.indexOf('=');
  if (at <= 0) return fail(`invalid literal source ${source}, expected key=value`);
  return [[source.slice(0, at), source.slice(at + 1)]];
}

/** Reads `PATH` or `KEY=PATH`; of a folder each file. Upstream: util.go ParseFileSource. */
function filePairs(session: Session, source: string): readonly Pair[] | Failure {
  const [first] = cut(source, '=');
  const [, second, ...more] = source.split('=');
  if (more.length > 0) return fail("key names or file paths cannot contain '='");
  if (second !== undefined && first === '') return fail(`key name for file path ${second} missing`);
  if (second === '') return fail(`file path for key name ${first} missing`);
  const path = second ?? first;
  const { files } = session.command;
  const text = fileNamed(session, path);
  if (text !== undefined) return [[second === undefined ? path.slice(path.lastIndexOf('/') + 1) : first, text]];
  const within = inFolder(files, path);
  if (within.length === 0) {
    session.lacks(path);
    return fail(`error reading ${path}: no such file or directory`);
  }
  if (second !== undefined) return fail('cannot give a key name for a directory path');
  return within.flatMap(([name, content]) => (name.includes('/') ? [] : [[name, content] as const]));
}

/** The files below a folder, by their paths in it. */
export function inFolder(files: ReadonlyMap<string, string>, path: string): readonly Pair[] {
  if (path === '') return [];
  const folder = cleanPath(path);
  const prefix = folder === '.' ? '' : `${folder}/`;
  return [...files]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, text]) => [name.slice(prefix.length), text] as const)
    .sort(([a], [b]) => compareStrings(a, b));
}

/** Upstream: pkg/cmd/util/env_file.go AddFromEnvFile. */
function envPairs(session: Session, path: string, word: string): readonly Pair[] | Failure {
  const { files } = session.command;
  const text = fileNamed(session, path);
  if (text === undefined) {
    if (inFolder(files, path).length > 0) return fail(`env ${word} file cannot be a directory`);
    session.lacks(path);
    return fail(`error reading ${path}: no such file or directory`);
  }
  const pairs: Pair[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const trimmed = trimmedLeft(line);
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const [name, value] = cut(trimmed, '=');
    const problems = variableProblems(name);
    if (problems.length > 0) return fail(`${quote(name)} is not a valid key name: ${problems.join(';')}`);
    pairs.push([name, trimmed.includes('=') ? value : session.env(name)]);
  }
  return pairs;
}

/** Upstream: apimachinery pkg/util/validation/validation.go IsConfigMapKey. */
function keyProblems(key: string): readonly string[] {
  const words = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  return [
    ...(key.length > 253 ? ['must be no more than 253 characters'] : []),
    ...(/^[-._a-zA-Z0-9]+$/.test(key)
      ? []
      : [patternMessage(words, '[-._a-zA-Z0-9]+', 'key.name', 'KEY_NAME', 'key-name')]),
    ...folderProblems(key),
  ];
}

/** The complaints about the name of an environment variable. Upstream: validation.go IsEnvVarName. */
export function variableProblems(name: string): readonly string[] {
  const words =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
  return [
    ...(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)
      ? []
      : [patternMessage(words, '[-._a-zA-Z][-._a-zA-Z0-9]*', 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')]),
    ...folderProblems(name),
  ];
}

/** Upstream: validation.go hasChDirPrefix. */
function folderProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`must not be '${name}'`];
  return name.startsWith('..') ? ["must not start with '..'"] : [];
}
