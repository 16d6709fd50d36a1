import {
  type HereText,
  type Pipeline,
  type Redirect,
  readShellLine,
  runProgram,
  type ShellCommand,
  unplayedProgram,
} from '@managed-fields/kubectl';
import { replaceRanges } from '@managed-fields/scenario';

/** A command that was pasted, from a terminal or a script. */
export interface PastedCommand {
  /** The command without its prompt, and without a text that became its `input`. */
  readonly line: string;
  /** The words of each of the programs that pipes join. */
  readonly programs: readonly (readonly string[])[];
  /** Its standard input, where the line holds it: a here-document, or what `echo` prints into it. */
  readonly input?: string;
  /** The files that commands before it wrote, such as `cat > web.yaml <<EOF`. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Splits a text into the commands that a shell runs. Prompts and comments are removed, and what a here-document, `cat` or
 * `echo` gives to the only other program becomes its input. Undefined where a command is none that `isCommand` accepts
 * by the words of its programs, and where a shell could not read the text.
 */
export function pastedCommands(
  text: string,
  isCommand: (programs: PastedCommand['programs']) => boolean,
): readonly PastedCommand[] | undefined {
  const found: PastedCommand[] = [];
  const files = new Map<string, string>();
  let rest = withoutPrompt(text.replace(/\r\n?/g, '\n'));
  while (rest !== '') {
    const { read, end } = readShellLine(rest);
    if (read.kind !== 'script') return undefined;
    for (const pipeline of read.pipelines) {
      const written = writtenFile(pipeline);
      if (written !== undefined) files.set(...written);
      else found.push({ ...commandOf(rest, pipeline), files: new Map(files) });
    }
    rest = withoutPrompt(rest.slice(end));
  }
  return found.length > 0 && found.every(({ programs }) => isCommand(programs)) ? found : undefined;
}

/** A text from the next command on: without empty lines, comments, and what a terminal shows before the command. */
function withoutPrompt(text: string): string {
  let rest = text;
  for (;;) {
    const line = rest.slice(0, rest.indexOf('\n') + 1 || undefined);
    if (line === '' || !/^\s*(?:#|$)/.test(line)) break;
    rest = rest.slice(line.length);
  }
  return rest.replace(/^[^\S\n]*(?:[$#%>❯➜]|\S{1,200}@\S{1,200}[$#])[^\S\n]+/u, '').replace(/^[^\S\n]+/, '');
}

/** The file that a command writes whose text stands in the line: `cat > web.yaml <<EOF`. */
function writtenFile({ commands }: Pipeline): readonly [name: string, text: string] | undefined {
  const [command, ...more] = commands;
  const target = command?.redirects.find(({ kind }) => kind === 'write');
  if (command === undefined || more.length > 0 || target?.kind !== 'write' || target.stream === 2) return undefined;
  const text = printedText(command);
  return text === undefined ? undefined : [target.name.text, text];
}

/** What `cat`, `echo` or `printf` prints of a text in the line; undefined for all other commands. */
function printedText({ words, redirects }: ShellCommand): string | undefined {
  const [program = '', ...args] = words.map(({ text }) => text);
  const here = redirects.find(isHere);
  const given = program === 'cat' ? here !== undefined && args.every((arg) => arg === '-') : redirects.every(isWrite);
  if (!given || unplayedProgram([program, ...args]) !== undefined) return undefined;
  return runProgram(program, args, { files: new Map(), ...(here === undefined ? {} : { stdin: here.text }) }).stdout;
}

function isHere(redirect: Redirect): redirect is HereText {
  return redirect.kind === 'text';
}

function isWrite({ kind }: Redirect): boolean {
  return kind === 'write';
}

function commandOf(text: string, { commands }: Pipeline): Omit<PastedCommand, 'files'> {
  const [first, last] = [commands[0], commands.at(-1)];
  const here = first?.redirects.find(isHere);
  const joined = commands.length === 2 && first?.redirects.every((each) => !isWrite(each)) === true;
  const printed = joined ? printedText(first) : undefined;
  const taken = printed === undefined ? commands : commands.slice(1);
  const programs = taken.map(({ words }) => words.map((word) => word.text));
  if (first === undefined || last === undefined) return { line: '', programs };
  const names = taken.flatMap(({ words: [program] }) =>
    program === undefined || !isKubectl([program.text]) ? [] : [{ ...program, text: 'kubectl' }],
  );
  const line = { from: taken[0]?.from ?? last.from, to: last.to };
  if (printed !== undefined) return { line: replaceRanges(text, names, line), programs, input: printed };
  if (commands.length === 1 && here !== undefined) {
    const without = replaceRanges(text, [...names, { ...here.operator, text: '' }], line);
    return { line: without.trimEnd(), programs, input: here.text };
  }
  const bodies = commands
    .flatMap(({ redirects }) => redirects.filter(isHere))
    .filter(({ form }) => form === 'document');
  const behind = bodies.map(({ whole }) => text.slice(whole.from, whole.to)).join('');
  return { line: `${replaceRanges(text, names, line)}${behind === '' ? '' : `\n${behind}`}`, programs };
}

/** Whether the first or the last of the programs that pipes join is kubectl. */
export function runsKubectl(programs: PastedCommand['programs']): boolean {
  return [programs[0], programs.at(-1)].some((words) => words !== undefined && isKubectl(words));
}

/** Whether words run kubectl, under its own name or a usual short one. */
function isKubectl([program = '']: readonly string[]): boolean {
  return /^(?:\S*\/)?(?:kubectl|k|oc)$/.test(program);
}
