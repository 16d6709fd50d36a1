import { terminalLine } from '@managed-fields/foreign-text';
import { mostOfManifests, readFiles, textOf } from './forecast/read-files.ts';
import type { Io } from './io.ts';
import { askKubectl, type KubectlValues, kubectlOf } from './kubectl.ts';

/** A text that a command reads, with the name that its errors give it. */
export interface Input {
  readonly name: string;
  readonly text: string;
}

/** The texts that a command was given, or a sentence why they cannot be read. */
export type Inputs =
  /** `lacking`: why some of the objects that were named are not among them; empty where all are. */
  | { readonly kind: 'inputs'; readonly inputs: readonly Input[]; readonly lacking: string }
  | { readonly kind: 'failure'; readonly message: string };

/** What the arguments of a command say that it is to read. */
export interface Asked extends KubectlValues {
  /** What `-f` names. */
  readonly file?: readonly string[] | undefined;
  /** Files and folders without `-f`, or objects of the cluster as kubectl takes them: `deploy/web`, `deploy web`. */
  readonly words: readonly string[];
  readonly namespace?: string | undefined;
}

/**
 * Reads files and folders, packed or not, `-` being the standard input, and objects of the cluster, for which it asks kubectl.
 * Without any it reads the standard input, unless that is a terminal, at which somebody would wait for something to happen. Where
 * kubectl has some of the objects only, `part` takes these, as kubectl prints them, and `whole` none.
 */
export async function readInputs(asked: Asked, io: Io, wanted: 'whole' | 'part' = 'whole'): Promise<Inputs> {
  const named = await namedBy(asked.words, io);
  const files = [...(asked.file ?? []), ...named.files];
  if (files.length === 0 && named.objects.length === 0 && io.stdin.isTTY) {
    const message =
      'nothing to read: name a file, or an object such as deploy/web, or pipe objects in (-f - reads what is typed)';
    return { kind: 'failure', message };
  }
  if (files.filter((file) => file === '-').length > 1) {
    return { kind: 'failure', message: 'the standard input is read only once' };
  }
  const inputs: Input[] = [];
  let lacking = '';
  if (files.length > 0 || named.objects.length === 0) {
    const read = await readFiles(files.length === 0 ? ['-'] : files, io, mostOfManifests);
    if (read.kind === 'failure') return read;
    inputs.push(...read.files.map(({ name, bytes }) => ({ name, text: textOf(bytes) })));
  }
  if (named.objects.length > 0) {
    const namespace = asked.namespace === undefined ? [] : [`--namespace=${asked.namespace}`];
    const words = ['get', ...named.objects, ...namespace, '--show-managed-fields', '-o', 'yaml'];
    const answer = await askKubectl(io, kubectlOf(asked), words);
    const name = named.objects.join(' ');
    if ('failure' in answer) {
      const isPart = wanted === 'part' && answer.printed.trim() !== '' && !emptyList.test(answer.printed);
      if (!isPart) return { kind: 'failure', message: `${name}: ${answer.failure}` };
      lacking = answer.failure;
    }
    inputs.push({ name, text: 'failure' in answer ? answer.printed : answer.text });
  }
  return { kind: 'inputs', inputs, lacking };
}

/** Says why some of the objects that were named are missing, and whether any are. */
export function sayLacking(lacking: string, io: Io): boolean {
  if (lacking !== '') io.stderr.write(`${terminalLine(lacking)}\n`);
  return lacking !== '';
}

/** The list that kubectl prints where it has none of several objects. */
const emptyList = /^items: \[\]$/m;

/** A name of a file, which kubectl would not take for a kind. */
const fileName = /\.(?:ya?ml|json)(?:\.gz)?$|\.gz$|^[.~]|[\\]|^\/|^-$/i;

/** A kind, or a kind and a name: `deploy`, `deployments.v1.apps/web`. */
const objectName = /^[a-z][a-z0-9.-]*(?:\/[^/\s]+)?$/i;

/** Tells files from objects: what is there is a file, and so is what has the name of one. */
async function namedBy(
  words: readonly string[],
  io: Io,
): Promise<{ readonly files: readonly string[]; readonly objects: readonly string[] }> {
  const files: string[] = [];
  const objects: string[] = [];
  for (const word of words) {
    const isFile = fileName.test(word) || !objectName.test(word) || (await io.isThere(word));
    // `deploy web`: what follows a kind is a name, even where a folder is called so.
    const isName = objects.length > 0 && !objects.some((each) => each.includes('/')) && !fileName.test(word);
    if (isFile && !isName) files.push(word);
    else objects.push(word);
  }
  return { files, objects };
}
