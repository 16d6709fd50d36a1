import { shellWords } from '@managed-fields/merge-engine';
import { shellWord } from '../wire/shell-word.ts';
import type { Hit } from './finding.ts';
import type { Surroundings } from './inside.ts';
import { isSecretField, isSecretVariable, isStandIn } from './names.ts';
import { type Act, rewriteText, withHits } from './rewrite-text.ts';
import { looksRandom, shapesIn } from './shapes.ts';

/**
 * Shows every sensitive value of a kubectl line to `act`, and gives the line with what `act` put in their places: the
 * values of `NAME=VALUE` and `--from-literal`, of options, and what stands in a patch. Other words stay as they were
 * written. A line that is no command is searched by shapes alone.
 */
export function rewriteLine(line: string, around: Surroundings, act: Act): string {
  const read = shellWords(line);
  if (read.kind !== 'words') return rewriteText(line, around, act);
  const spans = spansOf(line);
  if (spans.length !== read.words.length) return rewriteText(line, around, act);
  const about = { secret: read.words.some((word) => /^(?:secrets?)(?:\/|$)/.test(word)), patch: patchType(read.words) };
  const pieces: string[] = [];
  let at = 0;
  for (const [index, word] of read.words.entries()) {
    const span = spans[index];
    if (span === undefined) continue;
    const told: [secret: string, next: string][] = [];
    const next = rewriteWord(word, read.words[index - 1] ?? '', about, around, (found) => {
      const raw = line.slice(span.from, span.to).indexOf(found.secret);
      const from = raw < 0 ? span.from : span.from + raw;
      const given = act({ ...found, at: { from, to: raw < 0 ? span.to : from + found.secret.length } });
      if (given !== undefined) told.push([found.secret, given]);
      return given;
    });
    if (next === word) continue;
    const written = told.reduce(
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

interface About {
  /** The command is about Secrets. */
  readonly secret: boolean;
  readonly patch: string;
}

function rewriteWord(word: string, before: string, about: About, around: Surroundings, act: Act): string {
  const patch = /^(?:-p|--patch)=?/.exec(word)?.[0] ?? '';
  if (
    before === '-p' ||
    before === '--patch' ||
    (patch !== '' && word.length > patch.length && /^\s*[{[\w]/.test(word.slice(patch.length)))
  ) {
    const start = before === '-p' || before === '--patch' ? '' : patch;
    const inPatch = { ...around, kind: about.secret ? 'Secret' : around.kind, patch: about.patch === 'json' };
    return (
      start +
      rewriteText(word.slice(start.length), inPatch, (found) =>
        act({ ...found, path: `${before || start} ${found.path}`.trim() }),
      )
    );
  }
  const hit = wordHit(word, before, about);
  const hits = hit === undefined ? shapesIn(word, { settings: false }) : [hit.hit];
  const path = hit?.name ?? (/^(--?[\w-]+)=/.exec(word)?.[1] || before);
  return withHits(word, hits, (each, secret) => act({ ...each, secret, path, at: { from: 0, to: 0 } }));
}

function wordHit(
  word: string,
  before: string,
  { secret }: About,
): { readonly hit: Hit; readonly name: string } | undefined {
  const literal = /^(?:--from-literal=)?([^=]+)=/.exec(word);
  const isLiteral = word.startsWith('--from-literal=') || before === '--from-literal';
  if (isLiteral && literal !== null && !/^--from-literal$/.test(literal[1] ?? '')) {
    const hit = restOf(word, literal[0].length, secret ? 'secret' : 'named', secret ? 'string-data' : 'name');
    return secret || isSecretVariable(literal[1] ?? '') ? hit && { hit, name: literal[1] ?? '' } : undefined;
  }
  const option = /^--([A-Za-z][\w-]*)=/.exec(word);
  if (option !== null) {
    const variable = /^--env=([^=]+)=/.exec(word);
    const [start, name] = variable === null ? [option[0], option[1] ?? ''] : [variable[0], variable[1] ?? ''];
    const hit = (variable === null ? isSecretField(name) : isSecretVariable(name))
      ? restOf(word, start.length, 'sign-in', 'option')
      : undefined;
    return hit && { hit, name: variable === null ? `--${name}` : name };
  }
  if (/^--[A-Za-z][\w-]*$/.test(before) && isSecretField(before.slice(2)) && !word.startsWith('-')) {
    const hit = restOf(word, 0, 'sign-in', 'option');
    return hit && { hit, name: before };
  }
  const pair = /^([A-Za-z_][\w./-]*)=/.exec(word);
  const name = pair?.[1] ?? '';
  if (pair === null || !(isSecretVariable(name) || looksRandom(word.slice(pair[0].length), name))) return undefined;
  const hit = restOf(word, pair[0].length, 'named', 'name');
  return hit && { hit, name };
}

function restOf(word: string, from: number, kind: Hit['kind'], sign: Hit['sign']): Hit | undefined {
  return isStandIn(word.slice(from)) ? undefined : { kind, sign, form: 'text', from, to: word.length };
}

function patchType(words: readonly string[]): string {
  const at = words.indexOf('--type');
  return (at < 0 ? words.find((word) => word.startsWith('--type='))?.slice(7) : words[at + 1]) ?? '';
}

/** Where the words of a line stand, quotes and backslashes included. */
function spansOf(line: string): readonly { readonly from: number; readonly to: number }[] {
  const word = /(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\(?!\n)[\s\S]|\\\n|[^\s'"\\])+/g;
  return [...line.matchAll(word)]
    .filter(([written]) => !/^(?:\\\n)+$/.test(written))
    .map(({ 0: written, index }) => ({ from: index, to: index + written.length }));
}
