import { shellWord } from '@managed-fields/foreign-text';
import { commandsIn, readShell, type ShellWord } from '@managed-fields/kubectl';
import { byteLength } from '@managed-fields/merge-engine';
import {
  type CommandStep,
  editorFile,
  inputFile,
  type RangeEdit,
  replaceRanges,
  type Scenario,
  withStep,
} from '@managed-fields/scenario';

/** Gives a command a file, its standard input (`-`) or the text after editing (`$EDITOR`); one of the name is replaced. */
export function withFile(scenario: Scenario, stepId: string, name: string, text: string): Scenario {
  return withCommand(scenario, stepId, (step) => ({ ...step, files: { ...step.files, [name]: text } }));
}

/** Takes a file away from a command. */
export function withoutFile(scenario: Scenario, stepId: string, name: string): Scenario {
  return withCommand(scenario, stepId, (step) => {
    const rest = Object.entries(step.files ?? {}).filter(([each]) => each !== name);
    const { files: _, ...without } = step;
    return rest.length === 0 ? without : { ...without, files: Object.fromEntries(rest) };
  });
}

/** Gives a file of a command another name, in the places where the line names the file, too. The order stays. */
export function withFileRenamed(scenario: Scenario, stepId: string, from: string, to: string): Scenario {
  return withCommand(scenario, stepId, (step) => {
    const entries = Object.entries(step.files ?? {});
    if (from === to || !entries.some(([name]) => name === from)) return step;
    const kept = entries.filter(([name]) => name !== to);
    const files = Object.fromEntries(kept.map(([name, text]) => [name === from ? to : name, text]));
    return { ...step, text: renamedIn(step.text, from, to), files };
  });
}

function withCommand(scenario: Scenario, stepId: string, change: (step: CommandStep) => CommandStep): Scenario {
  return withStep(scenario, stepId, (step) => (step.kind === 'kubectl' ? change(step) : step));
}

function renamedIn(line: string, from: string, to: string): string {
  if (to === editorFile || from === editorFile) return line;
  const edits = commandsIn(line).flatMap((command): RangeEdit[] => {
    const redirected = command.redirects.flatMap((each) => (each.kind === 'read' ? [each.name] : []));
    const named = command.words[0]?.text === 'cat' ? command.words.slice(1) : [];
    return [
      ...[...named, ...redirected.filter(() => to !== inputFile)].flatMap((word) => renamedWord(word, '', from, to)),
      ...command.words.flatMap((word, index) => renamedFlag(word, command.words[index - 1]?.text ?? '', from, to)),
    ];
  });
  return replaceRanges(line, edits);
}

function renamedFlag(word: ShellWord, before: string, from: string, to: string): readonly RangeEdit[] {
  if (fileFlags.includes(before)) return renamedWord(word, '', from, to);
  const flag = /^(?:-f=?|--filename=|--patch-file=)/.exec(word.text)?.[0];
  return flag === undefined ? [] : renamedWord(word, flag, from, to);
}

const fileFlags = ['-f', '--filename', '--patch-file'];

/** The edit of a word that names a file, alone or among others: `a.yaml,b.yaml`. */
function renamedWord(word: ShellWord, flag: string, from: string, to: string): readonly RangeEdit[] {
  const names = word.text.slice(flag.length).split(',');
  if (!names.includes(from)) return [];
  const renamed = names.map((name) => (name === from ? to : name)).join(',');
  return [{ from: word.from, to: word.to, text: shellWord(`${flag}${renamed}`) }];
}

/**
 * Moves the text of a here-document or here-string into the standard input of a command, where it can be edited like a
 * file; a `cat` that only hands it on goes. The same scenario where the line has no such text for its first command.
 */
export function withInputAsFile(scenario: Scenario, stepId: string): Scenario {
  return withCommand(scenario, stepId, (step) => {
    const moved = inputInLine(step.text);
    if (moved === undefined) return step;
    return { ...step, text: moved.line, files: { ...step.files, [inputFile]: moved.text } };
  });
}

/** The text that the first command of a line reads and the line holds, and the line without it. */
export function inputInLine(line: string): { readonly line: string; readonly text: string } | undefined {
  const script = readShell(line);
  const [pipeline, ...more] = script.kind === 'script' ? script.pipelines : [];
  const [first, second] = pipeline?.commands ?? [];
  const here = first?.redirects.flatMap((each) => (each.kind === 'text' ? [each] : [])) ?? [];
  const [only] = here;
  if (first === undefined || only === undefined || here.length > 1 || more.length > 0) return undefined;
  const handsOn = first.words.every(({ text }, index) => text === (index === 0 ? 'cat' : '-'));
  const isDropped = handsOn && second !== undefined && first.redirects.length === 1;
  // With the blanks before it.
  const start = line.slice(0, only.operator.from).trimEnd().length;
  const taken = isDropped ? { from: first.from, to: second.from } : { from: start, to: only.operator.to };
  const edits = [{ ...taken, text: '' }, ...(only.form === 'document' ? [{ ...only.whole, text: '' }] : [])];
  return { line: replaceRanges(line, edits).trim(), text: only.text };
}

/** Why a name cannot be that of a file. */
export type FileNameProblem = 'empty' | 'folder' | 'too-long' | 'hidden-character';

/** The most bytes of each part of a path, as on Linux. */
const mostBytes = 255;

/** Returns why a name cannot be that of a file; undefined where it can. */
export function fileNameProblem(name: string): FileNameProblem | undefined {
  if (name.trim() === '') return 'empty';
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) return 'hidden-character';
  const parts = name.split('/');
  if (parts.some((part) => byteLength(part) > mostBytes)) return 'too-long';
  return ['', '.', '..'].includes(parts.at(-1) ?? '') ? 'folder' : undefined;
}
