import type { TextRange } from '../playback.ts';
import type { Hit, SecretKind, SecretSign } from './finding.ts';
import { isSecretField, isStandIn } from './names.ts';

/** A shape: the part in its first group, or all of it, is sensitive. */
interface Shape {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  readonly form: RegExp;
}

// Each is linear: no two repetitions beside each other that can match the same.
const shapes: readonly Shape[] = [
  {
    kind: 'token',
    sign: 'private-key',
    form: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){16,20000}-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/dg,
  },
  { kind: 'token', sign: 'jwt', form: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/dg },
  { kind: 'token', sign: 'aws', form: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/dg },
  { kind: 'token', sign: 'github', form: /\b(?:gh[pousr]_[A-Za-z\d]{20,255}|github_pat_\w{20,255})/dg },
  { kind: 'token', sign: 'gitlab', form: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[\w-]{16,255}/dg },
  { kind: 'token', sign: 'slack', form: /\b(?:xox[abeoprs]|xapp)-[A-Za-z\d-]{10,255}/dg },
  {
    kind: 'token',
    sign: 'service',
    form: /\b(?:sk_live_[A-Za-z\d]{16,255}|rk_live_[A-Za-z\d]{16,255}|sk-[A-Za-z\d_-]{32,255}|AIza[\w-]{35}|npm_[A-Za-z\d]{36}|hvs\.[\w-]{20,255}|dop_v1_[a-f\d]{64}|SG\.[\w-]{16,64}\.[\w-]{16,64}|dckr_pat_[\w-]{16,64}|pypi-[\w-]{32,255})/dg,
  },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/@"'`<>]{1,300})@/dgi,
  },
  {
    kind: 'sign-in',
    sign: 'header',
    form: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token)\s{1,4}([\w.~+/=-]{4,})/dgi,
  },
  { kind: 'sign-in', sign: 'header', form: /\bbearer\s{1,4}([\w.~+/=-]{16,})/dgi },
  { kind: 'sign-in', sign: 'option', form: /(?:^|\s)(?:-u|--user)[ =]{1,4}["']?[^\s:"']{1,100}:([^\s"']{1,300})/dg },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /--(?:[a-z\d]{1,20}-){0,4}(?:password|passwd|token|secret|api-?key|oauth2-bearer)[ =]{1,4}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"',\]]{1,2000}))/dg,
  },
];

/** `db.password=…`, `"token": "…"`: settings written into a text. */
const assignment =
  /(?:^|[\s;,&?{"'])([A-Za-z_][\w.-]{0,80})["']?[ \t]{0,4}[:=][ \t]{0,4}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'`;,&{}[\]|>]{1,2000}))/dg;

/** What in a text has the shape of a token, a key or a sign-in: in order, without overlap. `settings`: also what a text sets. */
export function shapesIn(text: string, { settings }: { readonly settings: boolean }): readonly Hit[] {
  const found: Hit[] = [];
  for (const { kind, sign, form } of shapes) {
    for (const match of text.matchAll(form)) found.push({ kind, sign, form: 'text', ...partOf(match) });
  }
  if (settings) {
    for (const match of text.matchAll(assignment)) {
      if (isSecretField(match[1] ?? '')) found.push({ kind: 'named', sign: 'name', form: 'text', ...partOf(match, 2) });
    }
  }
  return inTurn(found.filter(({ from, to }) => !isStandIn(text.slice(from, to))));
}

/** Ranges in order, without those that begin within another; of two that begin together the first is kept. */
export function inTurn<Range extends TextRange>(ranges: readonly Range[]): readonly Range[] {
  let end = 0;
  return [...ranges]
    .sort((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

/** The first group from `first` on that took part, else the whole. */
function partOf(match: RegExpMatchArray, first = 1): { readonly from: number; readonly to: number } {
  const [from, to] = match.indices?.slice(first).find((pair) => pair !== undefined) ?? match.indices?.[0] ?? [0, 0];
  return { from, to };
}

/** Whether a value looks as if chance had made it: long, of letters and digits, and no name, digest or identifier. */
export function looksRandom(text: string, name: string): boolean {
  if (!/^[\w+/=~-]{20,400}$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return false;
  if (/commit|sha|hash|digest|revision|version|checksum|uid|uuid|image|build|ref|trace|span/i.test(name)) return false;
  // Words with hyphens are names of things.
  if (/^[a-z\d]{1,14}(?:[-_/][a-z\d]{1,14})+$/.test(text)) return false;
  return bitsPerLetter(text) >= 3.4;
}

function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
