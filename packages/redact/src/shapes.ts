import type { TextRange } from '@managed-fields/source';
import { besideWords } from './beside.ts';
import type { Hit, SecretKind, SecretSign } from './finding.ts';
import { isBase64Text, layerOf } from './layers.ts';
import { isRedacted, isSecretField, isSecretVariable, isStandIn, mentionsSecret } from './names.ts';
import { secretsInScript } from './programs.ts';
import { randomIn } from './random.ts';
import { rulesIn } from './rules.ts';

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
  { kind: 'token', sign: 'jwt', form: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/dg },
  { kind: 'token', sign: 'aws', form: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/dg },
  { kind: 'token', sign: 'github', form: /\b(?:gh[pousr]_[A-Za-z\d]{20,255}|github_pat_\w{20,255})/dg },
  { kind: 'token', sign: 'gitlab', form: /\bgl(?:pat-[\w.-]{16,255}|(?:ptt|dt|rt|cbt|ft|soat|agent)-[\w-]{16,255})/dg },
  { kind: 'token', sign: 'slack', form: /\b(?:xox[a-z](?:\.xox[a-z])?|xapp)-[A-Za-z\d-]{10,255}/dg },
  {
    kind: 'token',
    sign: 'service',
    form: /\b(?:sk-[A-Za-z\d_-]{32,255}|AIza[\w-]{35}|npm_[A-Za-z\d]{36}|hvs\.[\w-]{20,255}|dop_v1_[a-f\d]{64}|SG\.[\w-]{16,64}\.[\w-]{16,64}|dckr_pat_[\w-]{16,64}|pypi-[\w-]{32,255})/dg,
  },
  // Tokens that no rule of gitleaks knows, or only where their service is named, or what follows is a space or a quote.
  {
    kind: 'token',
    sign: 'service',
    form: /\b(?:[srpw]k_(?:test|live|prod)_[A-Za-z\d]{8,255}|whsec_[\w+/=-]{16,255}|hf_[A-Za-z\d]{20,255}|ya29\.[\w-]{20,2000}|1\/\/0[\w-]{20,255}|GOCSPX-[\w-]{20,255}|AccountKey=[\w+/]{20,255}={0,2}|tskey-[\w-]{10,255}|nvapi-[\w-]{20,255}|r8_[A-Za-z\d]{20,255}|gsk_[A-Za-z\d]{20,255}|pk\.eyJ[\w.-]{20,255}|sbp_[a-f\d]{20,255}|vault:v\d{1,3}:[\w+/=]{8,2000}|shp(?:at|ca|pa|ss)_[a-fA-F\d]{16,255}|lin_(?:api|oauth)_[A-Za-z\d]{16,255}|EAA[A-Za-z\d]{30,500}|ATATT3[\w=-]{20,500}|ATCTT3[\w=-]{20,500}|CCIPAT_[\w-]{20,255}|bkua_[a-z\d]{20,255}|rnd_[A-Za-z\d]{20,255}|re_[A-Za-z\d]{6,20}_[A-Za-z\d]{16,255}|key-[a-f\d]{32}|phc_[A-Za-z\d]{20,255}|AC[a-f\d]{32}|AQVN[\w-]{20,255}|t1\.[\w-]{20,500}\.[\w-]{20,255}|FwoGZX[\w+/=]{50,2000}|IQoJb3[\w+/=]{50,2000}|cio[A-Za-z\d]{32}|kbp[\w-]{30,255})/dg,
  },
  // A private key without its lines. In DER a sequence with its length is followed by the version, 0 or 3; in public keys
  // and certificates another sequence follows. RFC 5958, RFC 8017 A.1.2, RFC 7292; the second form is RFC 5915, the last
  // one encrypted.
  {
    kind: 'token',
    sign: 'private-key',
    form: /\b(?:MII[A-L][A-Za-z\d+/][AQgw]IBA|M[A-Za-z\d+/]{2}CAQ[AE][A-Za-z\d+/]|MI[GH][A-Za-z\d+/]AgE[AB]|MII[A-L][A-Za-z\d+/][DTjz]B[A-Za-z\d+/]BgkqhkiG9w0BBQ)[A-Za-z\d+/]{40,20000}={0,2}/dg,
  },
  // A uid behind the prefix of a token, or in an address that is one.
  {
    kind: 'token',
    sign: 'service',
    form: /\b(?:HRKU|sdk|mob|api|pat|pat-[a-z]{2}\d|access-(?:sandbox|development|production)|amzn\.mws\.?|link-(?:sandbox|production)|processor-(?:sandbox|production)|hc-ping\.com\/|nosnch\.in\/)-?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=nosnch\.in\/)[\da-f]{8,20})\b/dg,
  },
  // A bootstrap token of kubeadm; a bot of Telegram, of Discord; a key of age.
  { kind: 'token', sign: 'service', form: /(?<![\w.-])[a-z\d]{6}\.[a-z\d]{16}(?![\w-])/dg },
  { kind: 'token', sign: 'service', form: /(?<!\w)\d{8,10}:[\w-]{35}(?![\w-])/dg },
  { kind: 'token', sign: 'service', form: /\b[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/dg },
  { kind: 'token', sign: 'service', form: /\bAGE-SECRET-KEY-(?:PQ-)?1[A-Z\d]{20,100}/dgi },
  { kind: 'token', sign: 'service', form: /\bA3(?:-[A-Z\d]{5,11}){4,6}\b/dg },
  // Hashes of passwords.
  {
    kind: 'token',
    sign: 'service',
    form: /\$(?:apr1|1|2[abxy]|5|6|y|7|gy|md5|sha1|nt|sm3|scrypt|bcrypt(?:-sha256)?|pbkdf2(?:-sha\d{1,3})?|argon2(?:id|i|d))\$[./A-Za-z\d$=,+-]{10,300}/dg,
  },
  {
    kind: 'token',
    sign: 'service',
    form: /\{(?:SSHA\d{0,3}|SHA\d{0,3}|SMD5|MD5|CRYPT|PBKDF2(?:-SHA\d{1,3})?|ARGON2)\}[\w+/=$.,-]{8,300}/dg,
  },
  {
    kind: 'token',
    sign: 'service',
    form: /\b(?:SCRAM-SHA-(?:1|256|512)\$\d{1,8}:[\w+/=:$]{20,300}|pbkdf2:sha\d{1,3}(?::\d{1,8})?\$[\w$]{10,300}|pbkdf2_sha\d{1,3}\$\d{1,8}\$[\w$+/=]{10,300})/dg,
  },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/@"'`<>]{1,300})@/dgi,
  },
  // A password with a slash or another `@` in it: up to the last `@` that stands before a host.
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,100}:([^\s"'`<>]{1,300})@(?=[\w.[\]-]{1,255}(?:[:/?#,\s"']|$))/dgim,
  },
  // The form of Go's drivers, and addresses without a scheme: `user:password@tcp(host)/db`, `//user:password@host`.
  {
    kind: 'sign-in',
    sign: 'address',
    form: /(?:^|[\s"'=/,([{])[\w.%+-]{1,100}:([^\s:/"'`<>@]{1,300}(?:@[^\s:/"'`<>@]{1,100})?)@(?!sha\d{3}:)(?=(?:tcp|udp|unix|tls|cloudsql)?\(|[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}(?:[:/\s"'?]|$)|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\]|[\w-]{1,63}:\d{2,5})(?:[:/\s"'?]|$))/dgm,
  },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /(?:^|[\s"'=])[\w$#.-]{1,60}\/([^\s/@"'`<>]{1,100})@(?:\/\/)?[\w.-]{1,255}(?::\d{1,5})?(?:\/[\w.]{1,60}|(?=["']?\s*$))/dgm,
  },
  // The same with `@`, `:` or `/` in the password; Oracle's with quotes; no user, or one with `@`; templates; SIP.
  {
    kind: 'sign-in',
    sign: 'address',
    form: /(?:^|[\s"'=])[\w.%+-]{1,100}:([^\s"'`<>]{1,300})@(?=(?:tcp|udp|unix|tls|cloudsql)\(|\/\w|[\w-]{1,60}\/\w{1,60}\/\w)/dgm,
  },
  { kind: 'sign-in', sign: 'address', form: /:(?:thin|oci8?|kprb):[^\s/@]{1,100}\/"?([^\s"]{1,300})"?@(?=[\w/([])/dg },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b[\w[\]]{1,60}\/"([^\s"]{1,300})"@|\b\w{1,60}\[\w{1,60}\]\/([^\s"@]{1,300})@/dg,
  },
  { kind: 'sign-in', sign: 'address', form: /(?:^|[\s"'=]):([^\s:/"'`<>]{4,300})@[\w.-]{1,255}:\d{2,5}/dgm },
  { kind: 'sign-in', sign: 'address', form: /:\/\/[^\s/:]{1,100}@[\w.-]{1,100}:([^\s/@"'`<>]{1,300})@/dg },
  { kind: 'sign-in', sign: 'address', form: /:\/\/([^\s/:@"'`<>]{8,300}):(?:@|[^\s/@"']{1,100}@default\b)/dg },
  { kind: 'sign-in', sign: 'address', form: /\}\}:([^\s/@"'`<>{}]{3,300})@/dg },
  { kind: 'sign-in', sign: 'address', form: /\bsips?:[\w.-]{1,100}:([^\s@"'`<>]{3,300})@/dg },
  { kind: 'sign-in', sign: 'address', form: /\bdigest\s{1,4}[\w.-]{1,100}:([^\s"'`<>]{3,300})/dg },
  { kind: 'sign-in', sign: 'address', form: /\buser_\w{1,60}=\\?"([^"\\\n]{3,300})/dg },
  { kind: 'sign-in', sign: 'address', form: /\bPRAGMA\s{1,4}(?:re)?key\s{0,4}=\s{0,4}["']([^"'\n]{3,300})/dgi },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /[?&](?:p|pw|key|auth(?:\[\d{0,3}\])?)=(?=[^\s&"'`<>;]{0,60}\d)([^\s&"'`<>;]{6,300})/dg,
  },
  // The same in an address that stands in another one.
  { kind: 'sign-in', sign: 'address', form: /%3A%2F%2F[^\s%]{0,100}%3A([^\s"'&]{1,300})%40/dgi },
  { kind: 'sign-in', sign: 'address', form: /\b(?:PWD|PASSWORD)%3D([^\s"'&;]{1,300}?)(?=%3B|[\s"'&;]|$)/dgi },
  // Addresses of hooks, whose path is the secret.
  {
    kind: 'sign-in',
    sign: 'address',
    form: /\b(?:discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks|api\.telegram\.org\/bot|webhook\.office\.com|outlook\.office(?:365)?\.com\/webhook|logic\.azure\.com|hooks\.zapier\.com\/hooks|events\.pagerduty\.com\/integration|chat\.googleapis\.com\/v\d\/spaces|open\.feishu\.cn\/open-apis\/bot|oapi\.dingtalk\.com\/robot|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook|maker\.ifttt\.com\/trigger|api\.opsgenie\.com\/v\d\/json|alert\.victorops\.com\/integrations)\/?([^\s"'`<>]{8,500})/dgi,
  },
  {
    kind: 'sign-in',
    sign: 'address',
    form: /:\/\/[^\s"'`<>/:@]{1,100}(?::\d{1,5})?(?:\/[\w-]{1,40}){0,3}\/(?:webhooks?|hooks?|services)\/(?=[\w/-]{0,60}[A-Za-z\d_-]{16})([^\s"'`<>]{8,500})/dgi,
  },
  // A token in place of the user name, and a path that is one.
  { kind: 'sign-in', sign: 'address', form: /:\/\/([^\s/:@"'`<>]{12,300})@/dg },
  { kind: 'sign-in', sign: 'address', form: /:\/\/hooks\.[\w.-]{1,200}\/([^\s"'`<>]{8,500})/dg },
  { kind: 'sign-in', sign: 'address', form: /[?&]sig(?:nature)?=([^\s&"'`<>]{8,500})/dg },
  {
    kind: 'sign-in',
    sign: 'header',
    form: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?digest\s{1,4}([^\n]{2,2000}[^\n"'\s,\]}])/dgi,
  },
  {
    kind: 'sign-in',
    sign: 'header',
    form: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,4})?([^\s"',;][^\n"']{3,2000})/dgi,
  },
  { kind: 'sign-in', sign: 'header', form: /\bbearer\s{1,4}([\w.~+/=-]{16,})/dgi },
  { kind: 'sign-in', sign: 'header', form: /\bcookie["']?\s{0,4}[:=]\s{0,4}["']?([^\s"'][^\n"']{3,2000})/dgi },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /\bsecret\b[^\n]{0,200}?--from-literal[= ]{1,2}["']?[^=\s"']{1,253}=([^\s"']{1,2000})/dg,
  },
  {
    kind: 'sign-in',
    sign: 'option',
    form: /\b(?:echo|printf)\s(?:-\w{1,3}\s){0,3}["']?([^|"'\n]{1,300})["']?\s{0,4}\|\s{0,4}(?:base64|sudo|docker|openssl|gpg|kubectl|helm|mysql|psql|chpasswd|passwd|kinit|cryptsetup|smbpasswd|htpasswd|gh|glab|vault|wg|systemd-creds|su)\b/dg,
  },
];

/** A value in quotes of either kind, or up to a character that ends it. */
const quoted = String.raw`"((?:[^"\\\n]|\\.){1,2000})"|'([^'\n]{1,2000})'`;
const name = String.raw`([\p{L}_][\p{L}\p{N}_.-]{0,80})`;

/** Settings in a text: the first group is the name, one of the others the value. */
const settings: readonly RegExp[] = [
  // A setting on its own line: `db.password=…`, `export TOKEN='…'`, `"token": "…",`, `+  password: …`.
  new RegExp(
    String.raw`^[ \t]*(?:[+<>#-]{1,3}[ \t]{0,8})?(?:(?:export|set|env|let|var|const|local|declare|readonly)[ \t]{1,4}){0,2}["']?${name}["']?[ \t]{0,4}(?::=|[:=])[ \t]{0,8}(?:${quoted}|([^\s"'][^\n]{0,4000}))`,
    'dgmu',
  ),
  // `define('DB_PASSWORD', '…')`
  new RegExp(String.raw`["'(]${name}["']?[ \t]{0,4},[ \t]{0,4}(?:${quoted})`, 'dgu'),
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
const setName = new RegExp(String.raw`(?:^|[\s;,&?{"'(<>|=-])${name}(?=["']?[ \t]{0,4}(?:=>|[:=]))`, 'gu');
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
  return isSecretField(called);
}

/** How a text is searched. */
export interface Search {
  /** Whether values of settings such as `password=…` are found as well. */
  readonly settings: boolean;
  /**
   * Whether what looks random is found: not in places that hold what is random and no secret, such as labels and uids.
   * `name` is that of the field, which may explain it.
   */
  readonly random?: { readonly name: string };
  /** How many layers of encoded texts stand around it. */
  readonly level?: number;
}

/** The most layers inside each other that are opened. Deeper ones count as unreadable. */
export const mostLayers = 6;

/** Finds what is secret by its shape, by the setting, address or command that it stands in, or as it looks random, in order
 * and without overlap. */
export function shapesIn(text: string, { settings: withSettings, random, level = 0 }: Search): readonly Hit[] {
  const found: Hit[] = [];
  const add = (kind: SecretKind, sign: SecretSign, range: TextRange) => {
    found.push({ kind, sign, form: 'text', from: range.from, to: range.to });
  };
  for (const { kind, sign, form } of shapes) {
    for (const match of matchesOf(text, form)) add(kind, sign, partOf(match));
  }
  for (const range of rulesIn(text)) add('token', 'service', range);
  for (const range of secretsInScript(text)) add('sign-in', 'option', range);
  for (const form of withSettings ? settings : []) {
    for (const match of matchesOf(text, form)) {
      const called = match[1] ?? '';
      if (called === '' || isSecretSetting(called)) add('named', 'name', trimmed(text, partOf(match, 2)));
    }
  }
  if (withSettings) {
    for (const range of settingsIn(text)) add('named', 'name', trimmed(text, range));
  }
  if (random !== undefined) {
    for (const range of besideWords(text)) add('named', 'name', range);
    for (const range of randomIn(text, random.name)) {
      const piece = text.slice(range.from, range.to);
      const layer = layerOf(piece);
      if (layer?.kind === 'picture' || (layer?.kind === 'text' && isPlainLayer(piece, level))) continue;
      const form = isBase64Text(piece) ? 'base64' : 'text';
      found.push({ kind: 'random', sign: layer === undefined ? 'entropy' : 'layer', form, ...range });
    }
  }
  return joined(found.filter(({ from, to }) => to > from && !isStandIn(text.slice(from, to))));
}

/** Of hits that overlap, the first of these says why. */
const rank: readonly SecretKind[] = ['sign-in', 'token', 'named', 'random'];

/** Hits in order. Those that overlap become one, so that no end of the longer one is left. */
function joined(hits: readonly Hit[]): readonly Hit[] {
  const all: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const before = all.at(-1);
    if (before === undefined || hit.from >= before.to) all.push(hit);
    else {
      const why = rank.indexOf(hit.kind) < rank.indexOf(before.kind) ? hit : before;
      all[all.length - 1] = { ...why, from: before.from, to: Math.max(before.to, hit.to) };
    }
  }
  return all;
}

/** Whether nothing in the text of a field tells that it is secret, random or encoded. */
export function isKnownPlain(text: string, name: string): boolean {
  return !isSecretVariable(name) && shapesIn(text, { settings: true, random: { name } }).length === 0;
}

/** Whether a text is an encoded one that is known to be plain: words, a certificate, a picture. `layer`: what it holds. */
export function isPlainLayer(text: string, level = 0, layer = layerOf(text)): boolean {
  if (layer === undefined || layer.kind === 'unreadable' || level >= mostLayers) return false;
  // Percent signs stand in addresses, which are one word.
  return layer.kind === 'picture' || isPlain(layer.text, level + 1, !text.includes('%'));
}

/** Whether what was encoded is known to be plain. A single word is not: nobody encodes one but to hide it. */
function isPlain(text: string, level: number, isEncodedWord: boolean): boolean {
  if (isRedacted(text.trim())) return true;
  if (isEncodedWord && /^\S{1,200}$/.test(text.trim()) && !isPlainLayer(text, level)) return false;
  if (mentionsSecret(text.replace(certificate, ''))) return false;
  return shapesIn(text, { settings: true, random: { name: '' }, level }).length === 0;
}

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z\d+/=\s]{0,100000}-----END CERTIFICATE-----/g;

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

/** The range of the first group, from `first` on, that matched; else of the whole match. */
function partOf(match: RegExpMatchArray, first = 1): { readonly from: number; readonly to: number } {
  const [from, to] = match.indices?.slice(first).find((pair) => pair !== undefined) ?? match.indices?.[0] ?? [0, 0];
  return { from, to };
}
