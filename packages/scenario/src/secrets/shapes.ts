import type { TextRange } from '../playback.ts';
import type { Hit, SecretKind, SecretSign } from './finding.ts';
import { isSecretField, isSecretVariable, isStandIn } from './names.ts';

/** A pattern of something sensitive: its first group, or the whole match. */
interface Shape {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  readonly form: RegExp;
}

// Each pattern takes linear time: repetitions are bounded, or end where the next part begins.
const shapes: readonly Shape[] = [
  {
    kind: 'token',
    sign: 'private-key',
    // A key without its last line extends to the end of the text.
    form: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){16,20000}(?:-----END (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/dg,
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
  { kind: 'token', sign: 'service', form: /\$(?:apr1|2[abxy]|5|6|y)\$[./A-Za-z\d$=,]{10,200}/dg },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/@"'`<>]{1,300})@/dgi,
  },
  // A token in place of the user name, a path that is one, and the form of Oracle.
  { kind: 'sign-in', sign: 'address', form: /:\/\/([^\s/:@"'`<>]{12,300})@/dg },
  { kind: 'sign-in', sign: 'address', form: /:\/\/hooks\.[\w.-]{1,200}\/([^\s"'`<>]{8,500})/dg },
  { kind: 'sign-in', sign: 'address', form: /[?&]sig(?:nature)?=([^\s&"'`<>]{8,500})/dg },
  { kind: 'sign-in', sign: 'address', form: /:thin:[^\s/@]{1,100}\/([^\s@]{1,300})@/dg },
  {
    kind: 'sign-in',
    sign: 'header',
    form: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,4})?([^\s"',;][^\n"']{3,2000})/dgi,
  },
  { kind: 'sign-in', sign: 'header', form: /\bbearer\s{1,4}([\w.~+/=-]{16,})/dgi },
  { kind: 'sign-in', sign: 'header', form: /\bcookie["']?\s{0,4}[:=]\s{0,4}["']?([^\s"'][^\n"']{3,2000})/dgi },
  { kind: 'sign-in', sign: 'option', form: /(?:^|\s)(?:-u|--user)[ =]{1,4}["']?[^\s:"']{1,100}:([^\s"']{1,300})/dg },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /--(?:[a-z\d]{1,20}-){0,4}(?:password|passwd|passphrase|token|secret|(?:api|secret|access|private)-?key|oauth2-bearer)[ =]{1,4}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"',\]]{1,2000}))/dg,
  },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /\bsecret\b[^\n]{0,200}?--from-literal[= ]{1,2}["']?[^=\s"']{1,253}=([^\s"']{1,2000})/dg,
  },
  // Programs whose options have one letter.
  { kind: 'sign-in', sign: 'option', form: /\b(?:mysql|mariadb)[\w-]{0,20}[^\n|;]{0,100}?\s-p([^\s"'|;]{1,200})/dg },
  { kind: 'sign-in', sign: 'option', form: /\bredis-cli\b[^\n|;]{0,100}?\s-a\s{0,2}["']?([^\s"'|;]{1,200})/dg },
  { kind: 'sign-in', sign: 'option', form: /\bsshpass\s{1,4}-p\s{0,4}["']?([^\s"'|;]{1,200})/dg },
  { kind: 'sign-in', sign: 'option', form: /\s-pass(?:in|out)?\s{1,4}pass:([^\s"'|;]{1,200})/dg },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /\b(?:echo|printf)\s(?:-\w{1,3}\s){0,3}["']?([^|"'\n]{1,300})["']?\s{0,4}\|\s{0,4}(?:base64|sudo|docker|openssl|gpg|kubectl|helm|mysql|psql)\b/dg,
  },
];

/** A value in quotes of either kind, or up to a character that ends it. */
const quoted = String.raw`"((?:[^"\\\n]|\\.){1,2000})"|'([^'\n]{1,2000})'`;
const name = String.raw`([A-Za-z_][\w.-]{0,80})`;

/** Settings in a text: the first group is the name, one of the others the value. */
const settings: readonly RegExp[] = [
  // A setting on its own line: `db.password=…`, `export TOKEN='…'`, `"token": "…",`, `+  password: …`.
  new RegExp(
    String.raw`^[ \t]*(?:[+<>#-]{1,3}[ \t]{0,8})?(?:(?:export|set|env|let|var|const|local|declare|readonly)[ \t]{1,4}){0,2}["']?${name}["']?[ \t]{0,4}(?::=|[:=])[ \t]{0,8}(?:${quoted}|([^\s"'][^\n]{0,4000}))`,
    'dgm',
  ),
  // `define('DB_PASSWORD', '…')`
  new RegExp(String.raw`["'(]${name}["']?[ \t]{0,4},[ \t]{0,4}(?:${quoted})`, 'dg'),
  // `<password>…</password>`, `<property name="password" value="…"/>`
  /<([A-Za-z_][\w.-]{0,80})(?: [^<>\n]{0,200})?>([^<]{1,2000})<\//dg,
  /\b(?:name|key)=["']([\w.-]{1,80})["'][^<>\n]{0,100}?\bvalue=["']([^"'\n]{1,2000})["']/dgi,
  // `- name: X` with `value: …` on the next line, at any indentation.
  /\bname["']?[ \t]{0,9}:[ \t]{0,9}["']?([\w.-]{1,80})["']?[ \t]{0,9},?[ \t]{0,9}(?:[#][^\n]{0,200})?\n?[ \t]{0,99}["']?value["']?[ \t]{0,9}:[ \t]{0,9}["']?([^\n"']{1,2000})/dg,
  // A password after its word on a line: redis.conf, .netrc, SQL, and sentences.
  /^[ \t]*(requirepass|masterauth|password|passwd|passphrase|secret)[ \t]{1,8}([^\s:=]{1,300})[ \t]*$/dgm,
  /\blogin\s{1,8}\S{1,100}\s{1,8}(password)\s{1,8}(\S{1,300})/dg,
  new RegExp(
    String.raw`\b(?:IDENTIFIED(?: WITH \w{1,40})? BY|PASSWORD|PASSPHRASE)[ \t]{1,4}(?=["'])()(?:${quoted})`,
    'dgi',
  ),
  /\b(?:password|passwd|passphrase|token|secret|api key)\b[ \t]{1,2}(?:is|was|=|:|->|→)[ \t]{1,2}()["'`]?(?=[^\n]{0,200}[\d!@#$%^&*+=])([^\n"'`]{3,200})/dgi,
  // .pgpass
  /^()[^:\s#]{1,253}:(?:\d{1,5}|\*):[^:\n]{1,100}:[^:\n]{1,100}:([^\n]{1,300})$/dgm,
];

/** A name that is given a value, anywhere: `…;Password=…;`, `?token=…&`, `{"password":"…"}`, `-H "X-Auth-Token: …"`. */
const setName = new RegExp(String.raw`(?:^|[\s;,&?{"'(<>|=-])${name}(?=["']?[ \t]{0,4}(?:=>|[:=]))`, 'g');
/** The value after such a name. */
const setValue = new RegExp(
  String.raw`["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}(?:\\?(?:${quoted})|\{([^{}\n]{1,500})\}|([^\s"'${'`'};,&{}[\]|>]{1,2000}))`,
  'dy',
);

function settingsIn(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(setName)) {
    if (!isSecretSetting(match[1] ?? '')) continue;
    setValue.lastIndex = match.index + match[0].length;
    const value = setValue.exec(text);
    if (value !== null) found.push(partOf(value));
  }
  return found;
}

function isSecretSetting(called: string): boolean {
  // Headers have patterns of their own.
  if (/^(?:authorization|cookie|set-cookie)$/i.test(called)) return false;
  return isSecretField(called) || (/^[A-Z\d_]+$/.test(called) && isSecretVariable(called));
}

/**
 * Finds what has the shape of a token, a key or credentials in a text, in order and without overlap. `settings`: also
 * the values of settings such as `password=…`.
 */
export function shapesIn(text: string, options: { readonly settings: boolean }): readonly Hit[] {
  const found: Hit[] = [];
  for (const { kind, sign, form } of shapes) {
    for (const match of matchesOf(text, form)) found.push({ kind, sign, form: 'text', ...partOf(match) });
  }
  for (const form of options.settings ? settings : []) {
    for (const match of matchesOf(text, form)) {
      const called = match[1] ?? '';
      if (called !== '' && !isSecretSetting(called)) continue;
      found.push({ kind: 'named', sign: 'name', form: 'text', ...trimmed(text, partOf(match, 2)) });
    }
  }
  for (const range of options.settings ? settingsIn(text) : []) {
    found.push({ kind: 'named', sign: 'name', form: 'text', ...trimmed(text, range) });
  }
  return inTurn(found.filter(({ from, to }) => to > from && !isStandIn(text.slice(from, to))));
}

/** All matches. Most texts have none, which a search finds out in half the time. */
function matchesOf(text: string, form: RegExp): Iterable<RegExpExecArray> {
  return text.search(form) < 0 ? [] : text.matchAll(form);
}

/** A range without a comma or spaces at its end. */
function trimmed(text: string, { from, to }: TextRange): TextRange {
  const written = text.slice(from, to).replace(/[\s,;.]{1,8}$/, '');
  // A bracket begins a value that continues below.
  return { from, to: /^[[{|>][-+]?$/.test(written) ? from : from + written.length };
}

/** Sorts ranges and removes those that begin inside another. Of two with the same start the longer stays. */
export function inTurn<Range extends TextRange>(ranges: readonly Range[]): readonly Range[] {
  let end = 0;
  return [...ranges]
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

/** The range of the first group, from `first` on, that matched; else of the whole match. */
function partOf(match: RegExpMatchArray, first = 1): { readonly from: number; readonly to: number } {
  const [from, to] = match.indices?.slice(first).find((pair) => pair !== undefined) ?? match.indices?.[0] ?? [0, 0];
  return { from, to };
}

/** Whether a value looks random: long, of letters and digits, and no name, digest or identifier. */
export function looksRandom(text: string, name: string): boolean {
  if (!/^[\w+/=~-]{20,400}$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return false;
  if (/commit|sha|hash|digest|revision|version|checksum|uid|uuid|image|build|ref|trace|span/i.test(name)) return false;
  // Words with hyphens are names.
  if (/^[a-z\d]{1,14}(?:[-_/][a-z\d]{1,14})+$/.test(text)) return false;
  return bitsPerLetter(text) >= 3.4;
}

function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
