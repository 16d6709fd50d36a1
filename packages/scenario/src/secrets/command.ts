import type { TypeCatalog } from '@managed-fields/api-server';
import { isUnplayed, mappingForArgument, type ShellWords, shellWords } from '@managed-fields/kubectl';

/** The facts about a kubectl line that decide which of its words and files are sensitive. */
export interface Command {
  readonly words: readonly string[];
  /** The kind of the objects that its arguments name; undefined where they name none. */
  readonly kind: string | undefined;
  /** Whether it creates a Secret from flags and files. */
  readonly createsSecret: boolean;
  readonly patchType: string;
  /** The files that it reads as patches, as manifests, and for other purposes. */
  readonly patchFiles: ReadonlySet<string>;
  readonly manifests: ReadonlySet<string>;
}

/** The most words of a line that is read as a command. */
const mostWords = 2000;

/**
 * Reads a kubectl line. Undefined for other lines, for several commands at once, and for commands that are not played
 * here, whose arguments are not known.
 */
export function readCommand(line: string, catalog: TypeCatalog): Command | undefined {
  const read: ShellWords = shellWords(line);
  if (read.kind !== 'words') return undefined;
  const { words } = read;
  const program = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (words[program] !== 'kubectl' || words.length > mostWords) return undefined;
  const [verb = '', noun = ''] = words.slice(program + 1).filter((word) => !word.startsWith('-'));
  if (isUnplayed([verb, noun])) return undefined;
  const kinds = words.slice(program + 1).flatMap((word) => kindsNamed(word, catalog));
  const createsSecret = words.includes('create') && kinds.includes('Secret');
  return {
    words,
    kind: kinds.includes('Secret') ? 'Secret' : kinds.at(0),
    createsSecret,
    patchType: valuesOf(words, ['--type']).at(-1) ?? '',
    patchFiles: new Set(valuesOf(words, ['--patch-file'])),
    manifests: new Set(valuesOf(words, ['-f', '--filename', '-k', '--kustomize']).flatMap((names) => names.split(','))),
  };
}

/** The kinds that an argument such as `deploy/web`, `secret.v1.` or `pods,Secret` names, as kubectl resolves them. */
function kindsNamed(word: string, catalog: TypeCatalog): readonly string[] {
  if (word.startsWith('-') || word.length > 300) return [];
  return word.split(',').flatMap((part) => {
    const mapped = mappingForArgument(catalog, part.split('/')[0] ?? '');
    return mapped.kind === 'mapped' ? [mapped.version.resource.kind] : [];
  });
}

/** The values of some flags: after `=`, right behind a short flag, or in the next word. */
function valuesOf(words: readonly string[], flags: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (flags.includes(word)) return words.slice(index + 1, index + 2);
    const flag = flags.find((each) => word.startsWith(`${each}=`) || (/^-\w$/.test(each) && word.startsWith(each)));
    return flag === undefined || word.startsWith('--') !== flag.startsWith('--')
      ? []
      : [word.slice(flag.length).replace(/^=/, '')];
  });
}
