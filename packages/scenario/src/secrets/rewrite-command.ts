import { shellWords } from '@managed-fields/kubectl';
import type { TextRange } from '../playback.ts';
import { shellWord } from '../wire/shell-word.ts';
import type { Command } from './command.ts';
import type { Hit } from './finding.ts';
import { isRedacted, isSecretField, isSecretVariable, isStandIn, mentionsSecret } from './names.ts';
import { type Act, rewriteWhole, unchecked, withHits } from './replace.ts';
import { rewriteText } from './rewrite-text.ts';
import { looksRandom, shapesIn } from './shapes.ts';
import { isDocument } from './strings.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Passes every sensitive value of a kubectl line to `act` and returns the line with the replacements: values of
 * `NAME=VALUE` and `--from-literal`, of options, and of patches. Other words stay as they are written. A line that is
 * no command (`undefined`) and mentions a secret is passed as a whole, as `unchecked`.
 */
export function rewriteCommand(line: string, command: Command | undefined, around: Surroundings, act: Act): string {
  const spans = command === undefined ? [] : spansOf(line);
  if (command === undefined || spans.length !== command.words.length || hasMoreLines(line, spans)) {
    return rewriteUnread(line, act);
  }
  const pieces: string[] = [];
  let at = 0;
  for (const [index, word] of command.words.entries()) {
    const span = spans[index];
    if (span === undefined) continue;
    const replaced: [secret: string, next: string][] = [];
    const next = rewriteWord(word, command.words[index - 1] ?? '', command, around, (found) => {
      const raw = line.slice(span.from, span.to).indexOf(found.secret);
      const from = raw < 0 ? span.from : span.from + raw;
      const given = act({ ...found, at: { from, to: raw < 0 ? span.to : from + found.secret.length } });
      if (given !== undefined) replaced.push([found.secret, given]);
      return given;
    });
    if (next === word) continue;
    const written = replaced.reduce(
      (text, [secret, given]) => text.replace(secret, () => given),
      line.slice(span.from, span.to),
    );
    const again = shellWords(written);
    const same = again.kind === 'words' && again.words.length === 1 && again.words[0] === next;
    pieces.push(line.slice(at, span.from), same ? written : shellWord(next));
    at = span.to;
  }
  return [...pieces, line.slice(at)].join('');
}

/** Whether there is a line break between two words, so that another command begins. */
function hasMoreLines(line: string, spans: readonly TextRange[]): boolean {
  return spans.some(({ from }, index) => {
    const before = spans[index - 1];
    return before !== undefined && line.slice(before.to, from).replaceAll('\\\n', '').includes('\n');
  });
}

function rewriteUnread(line: string, act: Act): string {
  const body = line.trimEnd();
  if (body === '' || isRedacted(body)) return line;
  // Any program can take a password as an option.
  if (!mentionsSecret(line) && !/^(?!\s*kubectl\b)[\s\S]*(?:[=:@]|\s-)/.test(line)) {
    return withHits(line, shapesIn(line, { settings: true }), (hit, secret) =>
      act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }),
    );
  }
  const given = rewriteWhole(body, unchecked, act);
  return given === undefined ? line : `# ${given}`;
}

function rewriteWord(word: string, before: string, command: Command, around: Surroundings, act: Act): string {
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
  const hits = hit === undefined ? shapesIn(word, { settings: true }) : [hit.hit];
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

function wordHit(word: string, before: string, command: Command): NamedHit | undefined {
  if (command.kind === 'Secret' && command.words.includes('annotate') && /^[\w./-]+=./.test(word)) {
    const name = word.slice(0, word.indexOf('='));
    return restOf(word, name.length + 1, name, 'secret', 'in-secret');
  }
  return literalHit(word, before, command) ?? optionHit(word, before) ?? pairHit(word);
}

/** The value of `--from-literal=NAME=VALUE`, and of other words that can become a part of a Secret. */
function literalHit(word: string, before: string, { createsSecret }: Command): NamedHit | undefined {
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

function optionHit(word: string, before: string): NamedHit | undefined {
  const option = /^--([A-Za-z][\w-]*)=/.exec(word);
  const variable = /^--env=([^=]+)=/.exec(word);
  if (variable !== null) {
    const name = variable[1] ?? '';
    return isSecretVariable(name) ? restOf(word, variable[0].length, name, 'sign-in', 'option') : undefined;
  }
  if (option !== null) {
    const name = option[1] ?? '';
    return isSecretField(name) ? restOf(word, option[0].length, `--${name}`, 'sign-in', 'option') : undefined;
  }
  const isValue = /^--[A-Za-z][\w-]*$/.test(before) && isSecretField(before.slice(2)) && !/^--?[a-z]/i.test(word);
  return isValue ? restOf(word, 0, before, 'sign-in', 'option') : undefined;
}

function pairHit(word: string): NamedHit | undefined {
  const pair = /^([A-Za-z_][\w./-]*)=/.exec(word);
  const name = pair?.[1] ?? '';
  if (pair === null || !(isSecretVariable(name) || looksRandom(word.slice(pair[0].length), name))) return undefined;
  return restOf(word, pair[0].length, name, 'named', 'name');
}

function restOf(word: string, from: number, name: string, kind: Hit['kind'], sign: Hit['sign']): NamedHit | undefined {
  const text = word.slice(from);
  const isNothing = kind === 'secret' ? text === '' || isRedacted(text) : isStandIn(text);
  return isNothing ? undefined : { hit: { kind, sign, form: 'text', from, to: word.length }, name };
}

/** The ranges of the words of a line, with quotes and backslashes. */
function spansOf(line: string): readonly TextRange[] {
  const word = /(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\(?!\n)[\s\S]|\\\n|[^\s'"\\])+/g;
  return [...line.matchAll(word)]
    .filter(([written]) => !/^(?:\\\n)+$/.test(written))
    .map(({ 0: written, index }) => ({ from: index, to: index + written.length }));
}
