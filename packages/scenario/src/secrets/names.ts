/** A name in words of capitals: `dbPassword`, `DB_PASSWORD` and `db-password` are all DB PASSWORD. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(-200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

/** Words that make a secret of whatever ends in them. */
const always = new Set([
  ...['PASSWORD', 'PASSWORDS', 'PASSWD', 'PASSPHRASE', 'PASSCODE', 'PWD', 'PW', 'PSK', 'TOKEN', 'TOKENS', 'JWT', 'OTP'],
  ...['CREDENTIAL', 'CREDENTIALS', 'CREDS', 'APIKEY', 'APIKEYS', 'AUTHORIZATION', 'COOKIE', 'REQUIREPASS', 'BINDPW'],
  ...['PASSWORT', 'KENNWORT', 'PASSE', 'CONTRASENA', 'SENHA', 'HASLO', 'MNEMONIC', 'SEED', 'PLAINTEXT', 'CLEARTEXT'],
]);
/** Words that do so at the end of a longer name, or of an environment variable. */
const often = new Set([
  'PASS',
  'SECRET',
  'SECRETS',
  'KEY',
  'KEYS',
  'PAT',
  'AUTH',
  'PIN',
  'SALT',
  'PHRASE',
  'DSN',
  'CODE',
]);

/** What a password is called in the languages of the page, and in others. */
const foreign = /парол|ключ|секрет|密码|密碼|密钥|口令|令牌|パスワード|비밀번호|contraseñ|mot[ _-]?de[ _-]?passe/i;

/** What such a name ends in where it names not the thing itself but something about it. */
const about = new Set([
  ...['NAME', 'NAMES', 'NAMESPACE', 'REF', 'REFS', 'REFERENCE', 'FILE', 'PATH', 'DIR', 'URL', 'URI', 'ENDPOINT'],
  ...['HOST', 'PORT', 'ISSUER', 'AUDIENCE', 'AUDIENCES', 'TTL', 'EXPIRY', 'EXPIRATION', 'SECONDS', 'MINUTES'],
  ...['HOURS', 'DAYS', 'DURATION', 'INTERVAL', 'TIMEOUT', 'ENABLED', 'TYPE', 'LENGTH', 'SIZE', 'COUNT', 'LIMIT'],
  ...['POLICY', 'MODE', 'VERSION', 'ALGORITHM', 'FORMAT', 'USERNAME', 'CLASS', 'KIND', 'STORE', 'PROVIDER'],
  ...['SELECTOR', 'DOMAIN', 'PREFIX', 'SUFFIX', 'HEADER', 'FIELD', 'ROTATION', 'REVIEW'],
]);

/** What makes a key of a `KEY`, and a secret of a `SECRET`, in the name of a field. */
const sensitive = new Set([
  ...['API', 'ACCESS', 'PRIVATE', 'SECRET', 'ENCRYPTION', 'SIGNING', 'MASTER', 'ACCOUNT', 'LICENSE', 'CLIENT', 'APP'],
  ...['SHARED', 'SESSION', 'JWT', 'WEBHOOK', 'HMAC', 'AUTH', 'STORAGE', 'CONSUMER', 'DEPLOY', 'SSH', 'HOST', 'UNSEAL'],
]);

/** `PGPASSWORD`, `authtoken`: the word stands at the end of a longer one. */
function isAlways(word: string): boolean {
  return always.has(word) || /(?:PASSWORD|PASSWD|PASSPHRASE|TOKEN|APIKEY|SECRETKEY|PRIVATEKEY)$|^PSK/.test(word);
}

/** Whether an environment variable of this name, or another setting in capitals, holds what nobody should see. */
export function isSecretVariable(name: string): boolean {
  if (foreign.test(name)) return true;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.includes('PUBLIC') || about.has(last)) return false;
  if (words.some((word) => isAlways(word) || word === 'SECRET')) return true;
  // AWS_ACCESS_KEY_ID is half of a pair.
  const end = last === 'ID' && words.at(-2) === 'KEY' && words.at(-3) === 'ACCESS' ? 'KEY' : last;
  return often.has(end) ? end !== 'CODE' || words.at(-2) === 'PIN' : /(?:PASS|SECRET)$/.test(end);
}

/**
 * Whether a field of this name holds what nobody should see. Stricter than of variables: many fields are called `key`
 * or `secret` and hold the name of one.
 */
export function isSecretField(name: string): boolean {
  if (/^[A-Z][A-Z\d_]*$/.test(name)) return isSecretVariable(name);
  // `client-key-data` of a kubeconfig holds the key.
  const words = wordsOf(name.replace(/[-_]?data$/i, ''));
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (words.includes('PUBLIC') || about.has(last)) return false;
  if (words.some(isAlways) || last === 'PASS' || last === 'AUTHS' || foreign.test(name)) return true;
  if (last === 'AUTH') return before === 'BASIC' || before === 'REDIS' || before === 'PROXY';
  if (last === 'STRING') return before === 'CONNECTION';
  // `secretKeyBase`, `secretValue`
  if (words[0] === 'SECRET' && (last === 'BASE' || last === 'VALUE' || last === 'TEXT')) return true;
  // The data of an encrypted key is the key; `authTokenSecret` and `passwordSecret` name a Secret.
  return (last === 'KEY' || last === 'KEYS' || last === 'SECRET') && sensitive.has(before);
}

/** Whether a field says something about what is around it, and is nobody's secret: `ttl`, `secretName`, `keyRef`. */
export function isAboutField(name: string): boolean {
  return about.has(wordsOf(name).at(-1) ?? '');
}

/** Letters alone, small: what a kind is called, whatever invisible or foreign characters stand between. */
function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z]/g, '').toLowerCase();
}

/** Whether a kind is Secret, however it is spelt: also cut off at its end, as `Secr`, or with one letter wrong. */
export function isSecretKind(kind: unknown): boolean {
  if (typeof kind !== 'string') return false;
  const letters = lettersOf(kind.slice(0, 100));
  return (letters.length >= 2 && 'secret'.startsWith(letters)) || isNearly(letters, 'secret');
}

/** Whether two words differ by at most one letter: another one, one too many, or one that is missing. */
function isNearly(a: string, b: string): boolean {
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  const [rest, wanted] = [a.slice(head), b.slice(head)];
  return rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1);
}

/** Whether a kind is the list of Secrets. */
export function isSecretListKind(kind: unknown): boolean {
  return typeof kind === 'string' && /^secrets?list$/.test(lettersOf(kind.slice(0, 100)));
}

/**
 * Whether a text speaks of a Secret, or of something that is called like a password, a token or a key. Asked of texts
 * that cannot be read, so it errs towards yes: escapes are read, and what stands between letters is passed over.
 */
export function mentionsSecret(text: string): boolean {
  return mention.test(text) || mention.test(plainLetters(text));
}

const mention =
  /secret|string_?-?data|binary_?-?data|pass|pwd|token|credential|creds\b|(?:api|private|access|account|shared|signing)_?-?key|[_-]key\b|mysql|mariadb|redis-cli|sshpass|psk|pin_?code|seed|salt|\bdsn\b|mnemonic|kennwort|contrase|senha|haslo|authorization|bearer|cookie|opaque|\bauths?\b|last-applied|from-literal|BEGIN [A-Z ]{0,30}KEY|парол|ключ|секрет|密码|密碼|密钥|口令|令牌|パスワード|비밀번호/i;

function plainLetters(text: string): string {
  return text
    .replace(/(?:\\x|%)([\da-f]{2})|\\u([\da-f]{4})|\\U([\da-f]{8})/gi, (_, two, four, eight) =>
      String.fromCharCode(Number.parseInt(two ?? four ?? eight, 16) % 0x10000),
    )
    .replace(/[\p{Cf}\p{Mn}\0\\"'`+]/gu, '');
}

/** Whether a text only stands for a value: empty, a reference, a word of a template, or what redaction wrote. */
export function isStandIn(text: string): boolean {
  const bare = text.trim();
  if (bare.length > 300) return false;
  if (bare === '' || /^(?:true|false|null|none|yes|no|on|off)$/i.test(bare)) return true;
  if (/^(?:\*+|x{3,}|\.{3}|…|<[a-z _-]*>|\$\(\w+\)|\$\{\w+\}|\{\{-?\s?[ .$][^{}]*\}\})$/i.test(bare)) return true;
  // References of shells are in capitals, and paths are not.
  if (/^\$[A-Z_][A-Z\d_]*$|^\/(?:[a-z\d._-]{1,60}\/){1,20}[a-z\d._-]{1,60}$/.test(bare)) return true;
  return isRedacted(bare);
}

/** Whether a text is what redaction wrote. */
export function isRedacted(text: string): boolean {
  return /^(?:(?:# ?)?redacted-\d+|\{"redacted":\d+\}|\["redacted-\d+"\])$/.test(text.slice(0, 100).trim());
}
