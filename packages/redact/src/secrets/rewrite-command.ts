import { shellWord } from '@managed-fields/foreign-text';
import { commandsIn, readShell } from '@managed-fields/kubectl';
import { type RangeEdit, replaceRanges } from '@managed-fields/scenario';
import type { TextRange } from '@managed-fields/source';
import type { Hit } from '../finding.ts';
import { isRedacted, isSecretVariable, isStandIn, mentionsSecret } from '../names.ts';
import { secretWords } from '../programs.ts';
import { shapesIn } from '../shapes.ts';
import type { CommandFacts, CommandLine, CommandPart } from './command.ts';
import { type Act, rewriteWhole, unchecked, withHits } from './replace.ts';
import { rewriteText } from './rewrite-text.ts';
import { isDocument } from './strings.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Passes every sensitive value of a line of kubectl commands to `act` and returns the line with the replacements: values
 * of `NAME=VALUE` and `--from-literal`, of options, of patches, and of the texts that here-documents, here-strings, `echo`
 * and `printf` hold. All else stays as it is written. A line that cannot be read (`undefined`) and mentions a secret is
 * passed as a whole, as `unchecked`.
 */
export function rewriteCommand(line: string, command: CommandLine | undefined, around: Surroundings, act: Act): string {
  if (command === undefined) return rewriteUnread(line, act);
  const parts = command.parts.flatMap((part) => [
    ...wordEdits(line, part, around, act),
    ...textEdits(line, part, around, act),
  ]);
  const written = replaceRanges(line, [...parts, ...commentEdits(line, command, act)]);
  return written === line || isSameForm(written, line) ? written : leftOut(line, act);
}

/** Whether two lines have the same commands, with texts of the same number. */
function isSameForm(one: string, other: string): boolean {
  const [a, b] = [one, other].map((line) => {
    const script = readShell(line);
    if (script.kind !== 'script') return undefined;
    const commands = script.pipelines.flatMap((pipeline) => pipeline.commands);
    return commands.map(({ words, redirects }) => [words[0]?.text, redirects.map(({ kind }) => kind)]);
  });
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function leftOut(line: string, act: Act): string {
  const given = rewriteWhole(line.trimEnd(), unchecked, act);
  return given === undefined ? line : `# ${given}`;
}

/** Places what is found in a part of the line, as it stands there or somewhere in the part. */
function placedIn(line: string, { from, to }: TextRange, act: Act, see?: (secret: string, given: string) => void): Act {
  return (found) => {
    const raw = line.slice(from, to).indexOf(found.secret);
    const at = raw < 0 ? { from, to } : { from: from + raw, to: from + raw + found.secret.length };
    const given = act({ ...found, at });
    if (given !== undefined) see?.(found.secret, given);
    return given;
  };
}

function wordEdits(line: string, part: CommandPart, around: Surroundings, act: Act): readonly RangeEdit[] {
  const ofPrograms = secretWords(part.words.map(({ text }) => text));
  return part.words.flatMap((word, index): RangeEdit[] => {
    const replaced: [secret: string, next: string][] = [];
    const pass = placedIn(line, word, act, (secret, given) => void replaced.push([secret, given]));
    const before = part.words[index - 1]?.text ?? '';
    const own = ofPrograms.filter((each) => each.word === index).map(({ from, to }) => ({ from, to }));
    const next = rewriteWord(word.text, before, own, part, around, pass);
    if (next === word.text) return [];
    const written = replaced.reduce(
      (text, [secret, given]) => text.replace(secret, () => given),
      line.slice(word.from, word.to),
    );
    return [{ from: word.from, to: word.to, text: onlyWord(written) === next ? written : shellWord(next) }];
  });
}

/** The word that a text is in a shell; undefined where it is none or several. */
function onlyWord(text: string): string | undefined {
  const [command] = commandsIn(text);
  const words = [...(command?.assignments.map(({ word }) => word) ?? []), ...(command?.words ?? [])];
  const [word] = words;
  return words.length === 1 && word?.from === 0 && word.to === text.length ? word.text : undefined;
}

/** Edits of the texts in a command: here-documents, here-strings, and what `echo` and `printf` print. */
function textEdits(line: string, part: CommandPart, around: Surroundings, act: Act): readonly RangeEdit[] {
  const { here, printed, reader } = part;
  const edits = here.flatMap(({ form, text, body, plain }): RangeEdit[] => {
    const next = rewriteInput(text, reader, around, placedIn(line, body, act));
    if (next === text) return [];
    if (form === 'string') return [{ ...body, text: shellWord(next.replace(/\n$/, '')) }];
    const ended = next.endsWith('\n') ? next : `${next}\n`;
    return [{ ...body, text: plain ? ended : ended.replace(/[\\$`]/g, '\\$&') }];
  });
  if (printed === undefined) return edits;
  const { text, from, to, program } = printed;
  const next = rewriteInput(text, reader, around, placedIn(line, { from, to }, act));
  if (next === text) return edits;
  const written = program === 'echo' ? `echo ${shellWord(next.replace(/\n$/, ''))}` : `printf %s ${shellWord(next)}`;
  return [...edits, { from, to, text: written }];
}

/** Rewrites a text that a command reads: as a manifest, a patch, or the value of a Secret, which `base64` reads too. */
function rewriteInput(text: string, reader: CommandFacts, around: Surroundings, act: Act): string {
  const isManifest = reader.manifests.has('-') || reader.manifests.has('/dev/stdin');
  if (reader.encodes || (reader.createsSecret && !isManifest)) {
    const body = text.trimEnd();
    const given = rewriteWhole(body, { kind: 'secret', sign: 'file', form: 'text' }, act);
    return given === undefined ? text : `${given}${text.slice(body.length)}`;
  }
  const isPatch = reader.patchFiles.has('/dev/stdin');
  const patch = isPatch && reader.patchType === 'json';
  return rewriteText(text, { ...around, kind: isPatch ? (reader.kind ?? around.kind) : undefined, patch }, act);
}

/** Edits of the comments of a line, which stand where no command has anything. */
function commentEdits(line: string, { parts }: CommandLine, act: Act): readonly RangeEdit[] {
  const used = parts
    .flatMap(({ words, here, printed }) => [
      ...words,
      ...here.flatMap(({ operator, whole }) => [operator, whole]),
      ...(printed === undefined ? [] : [printed]),
    ])
    .sort((a, b) => a.from - b.from);
  const edits: RangeEdit[] = [];
  let at = 0;
  for (const { from, to } of [...used, { from: line.length, to: line.length }]) {
    for (const { 0: comment, index } of line.slice(at, Math.max(at, from)).matchAll(/#[^\n]*/g)) {
      const start = at + index;
      const range = { from: start, to: start + comment.length };
      const next = rewriteUnread(comment, placedIn(line, range, act));
      if (next !== comment) edits.push({ ...range, text: next });
    }
    at = Math.max(at, to);
  }
  return edits;
}

function rewriteUnread(line: string, act: Act): string {
  const body = line.trimEnd();
  if (body === '' || isRedacted(body)) return line;
  // Any program can take a password as an option, and further lines can be a manifest.
  const isOneCommand = /^\s*kubectl\b/.test(line) && !body.replaceAll('\\\n', '').includes('\n');
  if (!mentionsSecret(line) && (isOneCommand || !/[=:@]|\s-/.test(line))) {
    return withHits(line, shapesIn(line, { settings: true, random: { name: '' } }), (hit, secret) =>
      act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }),
    );
  }
  return leftOut(line, act);
}

/** Rewrites a word of a command. `secrets`: what in it is a secret to those who know the program. */
function rewriteWord(
  word: string,
  before: string,
  secrets: readonly TextRange[],
  command: CommandPart,
  around: Surroundings,
  act: Act,
): string {
  // kubectl takes the names of files by it, though others put the file itself there.
  if (/^KUBECONFIG=(?:[\w.~-]{0,40}[/:])*[\w.~-]{1,40}$/.test(word)) return word;
  const start = /^(?:-p=?|--patch=)/.exec(word)?.[0] ?? '';
  const flag = before === '-p' || before === '--patch' ? before : start;
  if (flag !== '' && word.length > start.length) {
    const patch: Surroundings = {
      ...around,
      kind: command.kind ?? around.kind,
      patch: command.patchType === 'json',
    };
    const name = flag.replace(/=$/, '');
    const pass: Act = (found) => act({ ...found, path: `${name} ${found.path}`.trim() });
    return start + rewriteText(word.slice(start.length), patch, pass);
  }
  const pair = /^(-{1,2}[\w-]{1,60}=|)(?:([A-Za-z_.][\w./-]{0,253})=)?/.exec(word);
  const rest = word.slice(pair?.[0].length ?? 0);
  if (isDocument(rest, around.read)) {
    const pass: Act = (found) =>
      act({ ...found, path: `${(pair?.[0] || before).replace(/=$/, '')} ${found.path}`.trim() });
    return (pair?.[0] ?? '') + rewriteText(rest, { ...around, kind: undefined, within: 'string' }, pass);
  }
  const hit = wordHit(word, before, command);
  const name = pair?.[2] ?? (pair?.[1] || before).replace(/^-+|=$/g, '');
  const ofProgram = secrets.map((range): Hit => ({ kind: 'sign-in', sign: 'option', form: 'text', ...range }));
  // The name of a file is that of the file beside the command.
  const isFile = command.reader.manifests.has(word) || command.reader.patchFiles.has(word);
  const search = isFile ? { settings: true } : { settings: true, random: { name } };
  const shapes = ofProgram.length > 0 ? ofProgram : shapesIn(word, search);
  const hits = hit === undefined ? shapes : [hit.hit];
  const path = hit?.name ?? (/^(--?[\w-]+)=/.exec(word)?.[1] || before);
  return withHits(word, hits, (each, secret) => act({ ...each, secret, path, at: { from: 0, to: 0 } }));
}

/** Flags of `create secret` whose values are not stored in the Secret, or only name files. */
const plainFlags =
  /^(?:-n|--namespace|--dry-run|-o|--output|--type|--save-config|--field-manager|--validate|--context|--kubeconfig|--append-hash|--show-managed-fields|--template|--from-file|--from-env-file|--cert|--key|--docker-server|--docker-username|--docker-email|--cluster|--user|--as|-s|--server)$/;

interface NamedHit {
  readonly hit: Hit;
  readonly name: string;
}

function wordHit(word: string, before: string, command: CommandPart): NamedHit | undefined {
  if (command.kind === 'Secret' && command.words.some(({ text }) => text === 'annotate') && /^[\w./-]+=./.test(word)) {
    const name = word.slice(0, word.indexOf('='));
    return restOf(word, name.length + 1, name, 'secret', 'in-secret');
  }
  return literalHit(word, before, command) ?? pairHit(word);
}

/** The value of `--from-literal=NAME=VALUE`, and of other words that can become a part of a Secret. */
function literalHit(word: string, before: string, { createsSecret }: CommandPart): NamedHit | undefined {
  const [, own = '', rest = ''] = /^(--?[A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const flag = own !== '' ? own : before.startsWith('-') && !before.includes('=') ? before : '';
  const literal = own === '' ? word : rest;
  if (literal === '' || plainFlags.test(flag)) return undefined;
  const [, name = ''] = /^([^=]*)=/.exec(literal) ?? [];
  const isLiteral = flag === '--from-literal' || (createsSecret && (own !== '' || name !== ''));
  if (!isLiteral) return undefined;
  const from = word.length - literal.length + (name === '' ? 0 : name.length + 1);
  if (createsSecret) return restOf(word, from, name || flag, 'secret', 'string-data');
  return isSecretVariable(name) ? restOf(word, from, name, 'named', 'name') : undefined;
}

/** The value of `NAME=VALUE` and `--env=NAME=VALUE`. Options that are called after a secret are `secretWords`. */
function pairHit(word: string): NamedHit | undefined {
  const [whole = '', env, name = ''] = /^(--env=)?([A-Za-z_][\w./-]*)=/.exec(word) ?? [];
  if (name === '' || !isSecretVariable(name)) return undefined;
  return env === undefined
    ? restOf(word, whole.length, name, 'named', 'name')
    : restOf(word, whole.length, name, 'sign-in', 'option');
}

function restOf(word: string, from: number, name: string, kind: Hit['kind'], sign: Hit['sign']): NamedHit | undefined {
  const text = word.slice(from);
  const isNothing = kind === 'secret' ? text === '' || isRedacted(text) : isStandIn(text);
  return isNothing ? undefined : { hit: { kind, sign, form: 'text', from, to: word.length }, name };
}
