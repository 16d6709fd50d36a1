import type { TypeCatalog } from '@managed-fields/api-server';
import {
  commandsIn,
  type HereText,
  isUnplayed,
  mappingForArgument,
  readShell,
  runProgram,
  type ShellCommand,
  type ShellWord,
  unplayedProgram,
} from '@managed-fields/kubectl';
import { flagValues } from '@managed-fields/scenario';

/** The facts about a kubectl command that decide which of its words and files are sensitive. */
export interface CommandFacts {
  /** The kind of the objects that its arguments name; undefined where they name none. */
  readonly kind: string | undefined;
  /** Whether it creates a Secret from flags and files. */
  readonly createsSecret: boolean;
  /** Whether it is `base64`, by which people write and read the values of Secrets. */
  readonly encodes: boolean;
  readonly patchType: string;
  /** The files that it reads as patches, as manifests, and for other purposes. */
  readonly patchFiles: ReadonlySet<string>;
  readonly manifests: ReadonlySet<string>;
}

/** One command of a line, with the command that reads what it prints. */
export interface CommandPart extends CommandFacts {
  /** Its words with their ranges, variables and names of redirections included. */
  readonly words: readonly ShellWord[];
  readonly here: readonly HereText[];
  /** What `echo` and `printf` print, and the range of the command. */
  readonly printed:
    | { readonly text: string; readonly from: number; readonly to: number; readonly program: string }
    | undefined;
  /** The facts about the kubectl or `base64` that reads its texts: itself, or the next one behind a pipe. */
  readonly reader: CommandFacts;
}

/** The commands of a line, with the facts about all of them. */
export interface CommandLine extends CommandFacts {
  readonly parts: readonly CommandPart[];
  /** The files, among other words, that `base64` reads, by itself or behind a pipe. */
  readonly encoded: ReadonlySet<string>;
}

/** Programs that make something of a text that is piped to them. */
const readers: ReadonlySet<string> = new Set(['kubectl', 'base64']);

/** The most words of a line that is read as commands. */
const mostWords = 2000;

/**
 * Reads a line of kubectl commands. Undefined for other lines, and for commands that are not played here, whose
 * arguments are not known.
 */
export function readCommandLine(line: string, catalog: TypeCatalog): CommandLine | undefined {
  const script = readShell(line);
  if (script.kind !== 'script') return undefined;
  const commands = script.pipelines.flatMap((pipeline) => pipeline.commands);
  if (commands.reduce((count, { words }) => count + words.length, 0) > mostWords) return undefined;
  if (!commands.every((command) => isPlayed(wordsOf(command)))) return undefined;
  const parts = script.pipelines.flatMap((pipeline) => {
    const facts = pipeline.commands.map((command) => factsOf(wordsOf(command), catalog));
    return pipeline.commands.map((command, index): CommandPart => {
      const next = pipeline.commands.findIndex((each, at) => at >= index && readers.has(wordsOf(each)[0] ?? ''));
      return { ...(facts[index] ?? noFacts), ...textsOf(command), reader: facts[next] ?? noFacts };
    });
  });
  if (!parts.some(({ words }) => words.some(({ text }) => text === 'kubectl'))) return undefined;
  const kinds = parts.flatMap(({ kind }) => kind ?? []);
  return {
    parts,
    encoded: new Set(parts.flatMap(({ reader, words }) => (reader.encodes ? words.map(({ text }) => text) : []))),
    encodes: parts.some(({ encodes }) => encodes),
    kind: kinds.includes('Secret') ? 'Secret' : kinds.at(0),
    createsSecret: parts.some(({ createsSecret }) => createsSecret),
    patchType: parts.map(({ patchType }) => patchType).find((type) => type !== '') ?? '',
    patchFiles: new Set(parts.flatMap(({ patchFiles }) => [...patchFiles])),
    manifests: new Set(parts.flatMap(({ manifests }) => [...manifests])),
  };
}

/** The texts that a line holds: here-documents, here-strings, what `echo` and `printf` print. */
export function textsInLine(line: string): readonly string[] {
  return commandsIn(line).flatMap((command) => {
    const { here, printed } = textsOf(command);
    return [...here.map(({ text }) => text), ...(printed === undefined ? [] : [printed.text])];
  });
}

const noFacts: CommandFacts = {
  kind: undefined,
  createsSecret: false,
  encodes: false,
  patchType: '',
  patchFiles: new Set(),
  manifests: new Set(),
};

function wordsOf({ words }: ShellCommand): readonly string[] {
  return words.map(({ text }) => text);
}

function isPlayed([program, ...words]: readonly string[]): boolean {
  if (program !== 'kubectl') return unplayedProgram([program ?? '', ...words]) === undefined;
  const [verb = '', noun = ''] = words.filter((word) => !word.startsWith('-'));
  return !isUnplayed([verb, noun]);
}

function textsOf(command: ShellCommand): Pick<CommandPart, 'words' | 'here' | 'printed'> {
  const { assignments, words, redirects } = command;
  const here = redirects.flatMap((redirect) => (redirect.kind === 'text' ? [redirect] : []));
  const names = redirects.flatMap((redirect) => ('name' in redirect ? [redirect.name] : []));
  const set = assignments.map(({ word }) => word);
  const [program = '', ...args] = wordsOf(command);
  const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0];
  if (program !== 'echo' && program !== 'printf')
    return { words: [...set, ...words, ...names], here, printed: undefined };
  const { stdout } = runProgram(program, args, { files: new Map() });
  return { words: [...set, ...names], here, printed: { text: stdout, from, to, program } };
}

function factsOf([program, ...words]: readonly string[], catalog: TypeCatalog): CommandFacts {
  if (program !== 'kubectl') return { ...noFacts, encodes: program === 'base64' };
  const kinds = words.flatMap((word) => kindsNamed(word, catalog));
  return {
    kind: kinds.includes('Secret') ? 'Secret' : kinds.at(0),
    createsSecret: words.includes('create') && kinds.includes('Secret'),
    encodes: false,
    patchType: flagValues(words, ['--type']).at(-1) ?? '',
    patchFiles: new Set(flagValues(words, ['--patch-file'])),
    manifests: new Set(
      flagValues(words, ['-f', '--filename', '-k', '--kustomize']).flatMap((names) => names.split(',')),
    ),
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
