import type { Cluster } from '@managed-fields/api-server';
import type { KubectlCommand, KubectlHost, RanLine } from './host.ts';
import { runCommand } from './run.ts';
import { runProgram, unplayedProgram } from './shell-programs.ts';
import { type Pipeline, type Redirect, readShell, type ShellCommand, type ShellText } from './shell-text.ts';
import { wordAfter } from './shell-word.ts';
import type { Unplayed } from './unplayed.ts';
import { callsOfXargs, unplayedXargs } from './xargs.ts';

/**
 * Runs a command line against a cluster as a shell does with kubectl, the programs of `playedPrograms` and `xargs`: pipes, redirections,
 * here-documents, several commands one after the other. It is pure: `now` is the time. Where a part of the line is not
 * played, nothing of it is run. Failures are printed on stderr and give the exit code, as in a shell.
 *
 * @param cluster - The state before; it stays as it is.
 * @param command - The line, with the files that it may name.
 * @param host - The release of kubectl, and how it reads and prints YAML.
 * @param now - The time, RFC 3339 with seconds.
 * @returns The state after it, what was printed, and each request that was sent.
 *
 * @example
 * ```js
 * import { runKubectl } from '@managed-fields/api-server/kubectl';
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 * import { kubectlTexts } from '@managed-fields/api-server/source';
 * import { emptyCluster } from '@managed-fields/api-server/whole';
 *
 * const files = new Map([['settings.yaml', '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {a: "1"}}']]);
 * const command = { line: 'kubectl apply -f settings.yaml && kubectl get cm', files, namespace: 'default' };
 * const host = { ...kubectlTexts, release: 'v1.36.3' };
 * const ran = runKubectl(emptyCluster(await loadKubernetesTypes()), command, host, '2026-01-01T00:00:00Z');
 * console.log(ran.stdout.trimEnd());
 * ```
 * ```text
 * configmap/settings created
 * NAME       DATA   AGE
 * settings   1      0s
 * ```
 */
export function runKubectl(cluster: Cluster, command: KubectlCommand, host: KubectlHost, now: string): RanLine {
  const nothing = emptyRun(cluster);
  const script = readShell(command.line);
  if (script.kind !== 'script') {
    const refused = { ...nothing, exitCode: 2 };
    if (script.kind !== 'unplayed') return { ...refused, stderr: syntaxError(script) };
    return { ...refused, unplayed: { kind: 'syntax', syntax: script.syntax } };
  }
  const unplayed = unplayedIn(script.pipelines);
  if (unplayed !== undefined) return { ...nothing, exitCode: 127, unplayed };
  let all: RanLine = nothing;
  for (const { after, commands } of script.pipelines) {
    if (after === '&&' ? all.exitCode !== 0 : after === '||' && all.exitCode === 0) continue;
    const files = new Map([...command.files, ...all.written]);
    // Who reads the input first reads all of it.
    const given = { ...command, files, ...(all.readInput ? { stdin: '' } : {}) };
    const running = { host, now, line: command.line, status: all.exitCode };
    const ran = runPipeline(commands, given, running, all.cluster);
    all = joined(all, ran);
    if (ran.unplayed !== undefined) break;
  }
  return { ...all, variables: script.variables };
}

function emptyRun(cluster: Cluster): RanLine {
  const lists = { requests: [], applies: [], missing: [], variables: [], outputs: [] };
  return { cluster, stdout: '', stderr: '', exitCode: 0, ...lists, readInput: false, written: new Map() };
}

/** What does not change from one command of a pipeline to the next. */
interface Running {
  readonly host: KubectlHost;
  readonly now: string;
  readonly line: string;
  /** The exit code of what ran before, `$?`. */
  readonly status: number;
}

/** The words of a POSIX shell for a text that it cannot read. */
function syntaxError(script: Extract<ShellText, { readonly kind: 'unclosed' | 'unexpected' }>): string {
  if (script.kind === 'unclosed') return `sh: ${script.line}: Syntax error: Unterminated quoted string\n`;
  const named = script.token === '' ? 'end of file' : script.token === '\n' ? 'newline' : `"${script.token}"`;
  return `sh: ${script.line}: Syntax error: ${named} unexpected\n`;
}

/** The first part of a text that is not played. */
function unplayedIn(pipelines: readonly Pipeline[]): Unplayed | undefined {
  for (const { words } of pipelines.flatMap(({ commands }) => commands)) {
    const called = words.map(({ text }) => text);
    if (called.length === 0) return { kind: 'no-program' };
    const program = unplayedOf(called);
    if (program !== undefined) return { kind: 'program', program };
  }
  return undefined;
}

/** What of a call of a program is not played; undefined where all is, and for kubectl, which says so itself. */
function unplayedOf(called: readonly string[]): string | undefined {
  const [program, ...args] = called;
  if (program === 'kubectl') return undefined;
  if (program !== 'xargs') return unplayedProgram(called);
  const option = unplayedXargs(args);
  return option === undefined ? undefined : `xargs ${option}`;
}

/** Runs commands of which each reads what the one before it printed. The exit code is that of the last. */
function runPipeline(
  commands: readonly ShellCommand[],
  given: KubectlCommand,
  running: Running,
  cluster: Cluster,
): RanLine {
  let all = emptyRun(cluster);
  let piped: string | undefined;
  let readInput = false;
  for (const command of commands) {
    const ran = runOne(command, piped === undefined ? given : { ...given, stdin: piped }, running, all.cluster);
    // Only the first of them reads what the shell was given.
    if (piped === undefined) readInput = ran.readInput && !command.redirects.some(isInput);
    piped = ran.stdout;
    all = { ...joined(all, ran), stdout: ran.stdout };
    if (ran.unplayed !== undefined) break;
  }
  return { ...all, readInput, outputs: [{ stdout: all.stdout, stderr: all.stderr, exitCode: all.exitCode }] };
}

function isInput({ kind }: Redirect): boolean {
  return kind === 'read' || kind === 'text';
}

/** Runs one command with its redirections. */
function runOne(
  { assignments, words, redirects, from }: ShellCommand,
  given: KubectlCommand,
  { host, now, line, status }: Running,
  cluster: Cluster,
): RanLine {
  const nothing = emptyRun(cluster);
  let stdin = given.stdin;
  for (const redirect of redirects) {
    if (redirect.kind === 'text') stdin = wordAfter(redirect, status);
    if (redirect.kind !== 'read') continue;
    const name = redirect.name.text;
    stdin = name === '/dev/null' ? '' : given.files.get(name);
    if (stdin !== undefined) continue;
    const place = line.slice(0, from).split('\n').length;
    return { ...nothing, stderr: `sh: ${place}: cannot open ${name}: No such file\n`, exitCode: 2, missing: [name] };
  }
  const { stdin: _, ...rest } = given;
  const set = assignments.map(({ name, value }) => [name, value] as const);
  const env = new Map([...(given.env ?? []), ...set]);
  const command = { ...rest, env, ...(stdin === undefined ? {} : { stdin }) };
  const [program = '', ...args] = words.map((word) => wordAfter(word, status));
  const run = (from: Cluster, words: readonly string[], reading: KubectlCommand): RanLine => ({
    ...emptyRun(from),
    ...runCommand(from, words, reading, host, now),
  });
  const ran =
    program === 'kubectl'
      ? run(cluster, args, command)
      : program === 'xargs'
        ? runXargs(cluster, args, command, run)
        : { ...nothing, ...runProgram(program, args, command) };
  return redirected(ran, redirects, given.files);
}

/** Runs kubectl on the words of the input. It ends with 123 where one of its commands fails. */
function runXargs(
  cluster: Cluster,
  args: readonly string[],
  command: KubectlCommand,
  run: (from: Cluster, words: readonly string[], reading: KubectlCommand) => RanLine,
): RanLine {
  const { calls, complaint } = callsOfXargs(args, command.stdin ?? '');
  let all = emptyRun(cluster);
  let failed = false;
  for (const [, ...words] of calls) {
    const ran = run(all.cluster, words, { ...command, files: new Map([...command.files, ...all.written]), stdin: '' });
    failed ||= ran.exitCode !== 0;
    all = joined(all, ran);
    if (ran.unplayed !== undefined) return all;
  }
  const missing = command.stdin === undefined ? ['-'] : [];
  const exitCode = complaint !== undefined ? 1 : failed ? 123 : 0;
  return {
    ...all,
    missing: [...all.missing, ...missing],
    stderr: `${all.stderr}${complaint ?? ''}`,
    exitCode,
    readInput: true,
  };
}

/** Leads what a command printed to where its redirections say, in their order. */
function redirected(ran: RanLine, redirects: readonly Redirect[], files: ReadonlyMap<string, string>): RanLine {
  /** Where each stream leads: to a file, or to one of the streams of the shell. */
  const targets: Record<1 | 2, string | 1 | 2> = { 1: 1, 2: 2 };
  const written = new Map<string, string>();
  for (const redirect of redirects) {
    if (redirect.kind === 'join') targets[redirect.stream] = targets[redirect.into];
    if (redirect.kind !== 'write') continue;
    const { stream, append, name } = redirect;
    targets[stream] = name.text;
    written.set(name.text, append ? (written.get(name.text) ?? files.get(name.text) ?? '') : '');
  }
  const out = { 1: '', 2: '' };
  // What kubectl warns about comes before what it prints.
  for (const [stream, text] of [
    [2, ran.stderr],
    [1, ran.stdout],
  ] as const) {
    const target = targets[stream];
    if (typeof target === 'string') written.set(target, `${written.get(target) ?? ''}${text}`);
    else out[target] += text;
  }
  written.delete('/dev/null');
  return { ...ran, stdout: out[1], stderr: out[2], written: new Map([...ran.written, ...written]) };
}

/** Two runs, one after the other, as one. */
function joined(first: RanLine, second: RanLine): RanLine {
  return {
    ...first,
    ...second,
    ...(first.opened === undefined ? {} : { opened: first.opened }),
    readInput: first.readInput || second.readInput,
    stdout: `${first.stdout}${second.stdout}`,
    stderr: `${first.stderr}${second.stderr}`,
    requests: [...first.requests, ...second.requests],
    applies: [...first.applies, ...second.applies],
    missing: [...new Set([...first.missing, ...second.missing])],
    outputs: [...first.outputs, ...second.outputs],
    written: new Map([...first.written, ...second.written]),
  };
}
