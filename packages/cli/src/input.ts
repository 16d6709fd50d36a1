import type { Io } from './io.ts';

/** A text that a command reads, with the name that its errors give it. */
export interface Input {
  readonly name: string;
  readonly text: string;
}

/** The texts that a command was given, or a sentence why they cannot be read. */
export type Inputs =
  | { readonly kind: 'inputs'; readonly inputs: readonly Input[] }
  | { readonly kind: 'failure'; readonly message: string };

/**
 * Reads the files that `-f` names, `-` being the standard input. Without any it reads the standard input, unless that
 * is a terminal, at which somebody would wait for something to happen.
 */
export async function readInputs(files: readonly string[], io: Io): Promise<Inputs> {
  if (files.length === 0 && io.stdin.isTTY) {
    return {
      kind: 'failure',
      message: 'nothing to read: name a file by -f FILE, or pipe an object in (-f - reads what is typed)',
    };
  }
  const inputs: Input[] = [];
  for (const file of files.length === 0 ? ['-'] : files) {
    const read = await readOne(file, io);
    if (read.kind === 'failure') return read;
    inputs.push(...read.inputs);
  }
  return { kind: 'inputs', inputs };
}

async function readOne(file: string, io: Io): Promise<Inputs> {
  if (file === '-') return { kind: 'inputs', inputs: [{ name: 'standard input', text: await io.stdin.read() }] };
  const read = await io.readFile(file);
  switch (read.kind) {
    case 'text':
      return { kind: 'inputs', inputs: [{ name: file, text: read.text }] };
    case 'folder':
      return { kind: 'failure', message: `${file} is a folder: name its files, each by an -f of its own` };
    case 'missing':
      return { kind: 'failure', message: `there is no file ${file}` };
    case 'unreadable':
      return { kind: 'failure', message: `${file} cannot be read: ${read.message}` };
  }
}
