import { base64, isList, isMap, parseJson, utf8 } from '@managed-fields/merge-engine';
import { scrambled } from './fields.ts';
import type { Found } from './replace.ts';
import { encodedSweeper, readBase64, writtenForms } from './written-forms.ts';

/** Assigns a substitute to every sensitive text. Equal values get the same one, in whatever form they are written. */
export interface Substitutes {
  /** The substitute of a value that was found, in the form of the value. */
  substitute(found: Found): string;
  /**
   * Returns a function that replaces everything substituted so far elsewhere in a text, in all encodings. `prose`: the
   * text is a sentence, in which a single word that is a secret is replaced as well.
   */
  sweeper(): (text: string, prose: boolean) => string;
}

/**
 * Starts the substitution. Numbers continue after those in `texts`. What is in `names` is replaced only where it was
 * found, because it names a field, an object or an item.
 */
export function substitutes(texts: readonly string[], names: ReadonlySet<string>): Substitutes {
  const numbers = new Map<string, number>();
  const needles = new Map<string, string>();
  let last = Math.max(
    0,
    ...texts.flatMap((text) => [...text.matchAll(/\bredacted-(\d{1,6})\b/g)].map(([, n]) => Number(n))),
  );

  const numberOf = (identity: string) => {
    const number = numbers.get(identity) ?? ++last;
    numbers.set(identity, number);
    return number;
  };
  /** Secrets by their text. Single words are kept apart, because the same word may stand elsewhere by chance. */
  const distinctive = new Map<string, string>();
  const words = new Map<string, string>();
  const remember = (text: string, next: string, sure: boolean, byLine = true) => {
    if (!sure || text.length > longestSwept || names.has(text)) return;
    if (!isDistinctive(text)) {
      if (/^\p{L}{6,}$/u.test(text)) words.set(text, next);
      return;
    }
    distinctive.set(text, next);
    for (const form of writtenForms(text)) needles.set(form, next);
    const lines =
      byLine && text.includes('\n')
        ? text.split('\n').flatMap((line) => [line.trim(), line.replace(/^[^:=]*[:=]/, '').trim()])
        : [];
    for (const line of lines) if (line.length >= 8 && isDistinctive(line) && !names.has(line)) needles.set(line, next);
  };

  return {
    substitute(found) {
      const { secret, form, kind, sign } = found;
      const number = numberOf(identityOf(found));
      if (kind === 'unchecked' || sign === 'comment') return `redacted-${number}`;
      if (form === 'text') {
        const sure = kind !== 'last-applied';
        remember(secret.trim(), `redacted-${number}`, sure);
        // Some people write base64 where the server expects the text.
        const decoded = readBase64(secret.trim())?.text;
        if (decoded !== undefined) remember(decoded.trim(), `redacted-${number}`, sure, sign !== 'layer');
        return plain(secret, number, kind === 'secret');
      }
      const read = readBase64(secret);
      if (read === undefined) return scrambled(secret, number);
      const letters = secret.replace(/[\r\n]/g, '');
      const next = base64(utf8(plain(read.text ?? '', number, true)));
      // Lines of what was only encoded stand in other texts too: `kind: ConfigMap`.
      if (read.text !== undefined) remember(read.text.trim(), `redacted-${number}`, true, sign !== 'layer');
      if (letters.length >= 16) needles.set(letters, next);
      // Line breaks count for an apply, which compares values before the server decodes them.
      const breaks = /[\r\n]+$/.exec(secret)?.[0] ?? '';
      return letters === secret.trimEnd() ? next + breaks : `${next.slice(0, 4)}\n${next.slice(4)}${breaks}`;
    },
    sweeper() {
      // The longest are replaced first, so that one inside another does not break it.
      const ordered = (pairs: readonly (readonly [string, string])[]) =>
        [...pairs].sort(([a], [b]) => b.length - a.length);
      const inDocuments = ordered([...needles]);
      const inProse = ordered([...needles, ...words]);
      const sweepEncoded = encodedSweeper(distinctive);
      return (text, prose) => {
        const swept = (prose ? inProse : inDocuments).reduce(
          (so, [needle, next]) => (so.includes(needle) ? replaced(so, needle, next) : so),
          text,
        );
        return sweepEncoded(swept);
      };
    },
  };
}

/** The identity of a value, whatever form it has: the text in base64, and a private key without its line breaks. */
export function identityOf({ secret, form, sign }: Pick<Found, 'secret' | 'form' | 'sign'>): string {
  if (sign === 'private-key') return `key ${secret.replace(/\\[nrt]|\s/g, '')}`;
  if (form === 'text') return `text ${secret}`;
  const read = readBase64(secret);
  if (read === undefined) return `raw ${secret}`;
  return read.text === undefined ? `binary ${secret.replace(/[\r\n]/g, '')}` : `text ${read.text}`;
}

/** JSON stays JSON, since the server reads the content of some Secrets. */
function plain(text: string, number: number, structured: boolean): string {
  if (structured && /^\s*[{[]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed.kind === 'value' && isMap(parsed.value)) return `{"redacted":${number}}`;
    if (parsed.kind === 'value' && isList(parsed.value)) return `["redacted-${number}"]`;
  }
  return `redacted-${number}`;
}

/** The longest text that is replaced at other places than where it was found. */
const longestSwept = 20_000;

/** Whether a text is so distinctive that it means the same wherever it stands: no word and no number. */
function isDistinctive(text: string): boolean {
  if (text.length < 6 || !/\p{L}/u.test(text)) return false;
  return /\d/.test(text) || /[^\w.\s-]/.test(text) || /[a-z][A-Z]/.test(text) || text.length >= 12;
}

/** Replaces a text where it is not part of a longer word; one with both letters and digits everywhere. */
function replaced(text: string, needle: string, next: string): string {
  const anywhere = needle.length >= 10 && /\d/.test(needle) && /\p{L}/u.test(needle);
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    const before = at >= 2 && text.charAt(at - 2) === '\\' ? '' : text.charAt(at - 1);
    const after = text.charAt(at + needle.length);
    const inWord = (a: string, b: string) => /\w/.test(a) && /\w/.test(b);
    const isPart = inWord(before, needle.charAt(0)) || inWord(after, needle.charAt(needle.length - 1));
    if (isPart && !anywhere) continue;
    pieces.push(text.slice(from, at), next);
    from = at + needle.length;
  }
  return [...pieces, text.slice(from)].join('');
}
