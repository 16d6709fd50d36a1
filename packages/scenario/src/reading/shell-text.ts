import { shellWords } from '@managed-fields/kubectl';

/** A command from a terminal or a script. */
export interface ShellCommand {
  /** The command without its prompt, pipe and here-document. */
  readonly line: string;
  readonly words: readonly string[];
  /** Its standard input, from a here-document or from `echo`. */
  readonly input?: string;
}

/**
 * Splits a text into shell commands. Prompts and comments are removed, a line that ends with a backslash continues on
 * the next, and a here-document, `cat` or `echo` in a pipe becomes the input of its command. Undefined where a line is
 * no command that `isCommand` accepts by its first words, or where a shell would wait for more text.
 */
export function shellCommands(
  text: string,
  isCommand: (words: readonly string[]) => boolean,
): readonly ShellCommand[] | undefined {
  const found: ShellCommand[] = [];
  let lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 0) {
    const first = lines[0]?.trim() ?? '';
    if (first === '' || first.startsWith('#')) {
      lines = lines.slice(1);
      continue;
    }
    const taken = takeCommand(lines);
    if (taken === undefined || !isCommand(taken.command.words)) return undefined;
    found.push(taken.command);
    lines = lines.slice(taken.count);
  }
  return found.length === 0 ? undefined : found;
}

/** The first command of some lines, and the number of lines that it takes until its quotes are closed. */
function takeCommand(lines: readonly string[]): { readonly command: ShellCommand; readonly count: number } | undefined {
  for (let count = 1; count <= lines.length; count++) {
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(lines[count - 1] ?? '') && count < lines.length) continue;
    const written = withoutPrompt(lines.slice(0, count).join('\n'));
    const document = /<<(-?)\s*(['"]?)([A-Za-z_][A-Za-z0-9_]*)\2/.exec(written);
    if (document !== null) return withDocument(lines, count, written, document);
    const parsed = readPipe(written);
    if (parsed !== undefined) return { command: parsed, count };
  }
  return undefined;
}

function withDocument(
  lines: readonly string[],
  count: number,
  written: string,
  [operator, dash, , end]: RegExpExecArray,
): { readonly command: ShellCommand; readonly count: number } | undefined {
  const strip = (line: string) => (dash === '-' ? line.replace(/^\t+/, '') : line);
  const length = lines.slice(count).findIndex((line) => strip(line).trimEnd() === end);
  const size = length < 0 ? lines.length - count : length;
  const input = lines
    .slice(count, count + size)
    .map((line) => `${strip(line)}\n`)
    .join('');
  const parsed = readPipe(written.replace(operator ?? '', ' '));
  return parsed === undefined ? undefined : { command: { ...parsed, input }, count: count + size + 1 };
}

function withoutPrompt(line: string): string {
  return line.replace(/^\s*(?:[$#%>❯➜]|\S+@\S+[$#])\s+/u, '').trim();
}

/** Reads a single command, or the last command of a pipe that begins with `cat` or `echo`. */
function readPipe(written: string): ShellCommand | undefined {
  const line = plainQuotes(written);
  const read = shellWords(line);
  if (read.kind === 'words') return { line, words: read.words };
  if (read.kind !== 'operator' || read.operator !== '|' || line.charAt(read.offset + 1) === '|') return undefined;
  const source = shellWords(line.slice(0, read.offset));
  const rest = line.slice(read.offset + 1).trim();
  const last = shellWords(rest);
  if (source.kind !== 'words' || last.kind !== 'words') return undefined;
  const [program, ...words] = source.words;
  if (program === 'cat') return { line: rest, words: last.words };
  if (program !== 'echo' && program !== 'printf') return undefined;
  const printed = words.filter((word) => !/^-[neE]+$/.test(word)).join(' ');
  const escapes = program === 'printf' || words.some((word) => /^-[n]*e/.test(word));
  const input = escapes ? printed.replaceAll('\\n', '\n') : printed;
  return { line: rest, words: last.words, input: `${input.replace(/\n$/, '')}\n` };
}

/** Turns `$'…'`, which browsers write for a body with quotes in it, into a plain quoted word. */
function plainQuotes(line: string): string {
  return line.replace(
    /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\$'((?:[^'\\]|\\[\s\S])*)'|\\[\s\S]/g,
    (whole, escaped: string | undefined) => (escaped === undefined ? whole : `'${unescaped(escaped)}'`),
  );
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  '0': '\0',
};

function unescaped(text: string): string {
  return text
    .replace(/\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([\s\S]))/g, (_, unicode, hex, other: string) => {
      const code: string | undefined = unicode ?? hex;
      return code === undefined ? (escapes[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16));
    })
    .replaceAll("'", "'\\''");
}
