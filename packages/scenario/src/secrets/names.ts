/** Splits a name into words in capitals: `dbPassword`, `DB_PASSWORD` and `db-password` are all DB PASSWORD. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(-200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

/** Last words that always make a name that of a secret. */
const always = new Set([
  ...['PASSWORD', 'PASSWORDS', 'PASSWD', 'PASSPHRASE', 'PASSCODE', 'PWD', 'PW', 'PSK', 'TOKEN', 'TOKENS', 'JWT', 'OTP'],
  ...['CREDENTIAL', 'CREDENTIALS', 'CREDS', 'APIKEY', 'APIKEYS', 'AUTHORIZATION', 'COOKIE', 'REQUIREPASS', 'BINDPW'],
  ...['PASSWORT', 'KENNWORT', 'PASSE', 'CONTRASENA', 'SENHA', 'HASLO', 'MNEMONIC', 'SEED', 'PLAINTEXT', 'CLEARTEXT'],
]);
/** Last words that do so in a longer name, or in an environment variable. */
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

/** Words for passwords and keys in the languages of the page, and in others. */
const foreign = /парол|ключ|секрет|密码|密碼|密钥|口令|令牌|パスワード|비밀번호|contraseñ|mot[ _-]?de[ _-]?passe/i;

/** Last words of names that are about a secret and do not hold it. */
const about = new Set([
  ...['NAME', 'NAMES', 'NAMESPACE', 'REF', 'REFS', 'REFERENCE', 'FILE', 'PATH', 'DIR', 'URL', 'URI', 'ENDPOINT'],
  ...['HOST', 'PORT', 'ISSUER', 'AUDIENCE', 'AUDIENCES', 'TTL', 'EXPIRY', 'EXPIRATION', 'SECONDS', 'MINUTES'],
  ...['HOURS', 'DAYS', 'DURATION', 'INTERVAL', 'TIMEOUT', 'ENABLED', 'TYPE', 'LENGTH', 'SIZE', 'COUNT', 'LIMIT'],
  ...['POLICY', 'MODE', 'VERSION', 'ALGORITHM', 'FORMAT', 'USERNAME', 'CLASS', 'KIND', 'STORE', 'PROVIDER'],
  ...['SELECTOR', 'DOMAIN', 'PREFIX', 'SUFFIX', 'HEADER', 'FIELD', 'ROTATION', 'REVIEW'],
]);

/** Words before `KEY` or `SECRET` that make a field's name that of a secret. */
const sensitive = new Set([
  ...['API', 'ACCESS', 'PRIVATE', 'SECRET', 'ENCRYPTION', 'SIGNING', 'MASTER', 'ACCOUNT', 'LICENSE', 'CLIENT', 'APP'],
  ...['SHARED', 'SESSION', 'JWT', 'WEBHOOK', 'HMAC', 'AUTH', 'STORAGE', 'CONSUMER', 'DEPLOY', 'SSH', 'HOST', 'UNSEAL'],
]);

/** Whether a word ends with one of the words that always name a secret, as in `PGPASSWORD` or `authtoken`. */
function isAlways(word: string): boolean {
  return always.has(word) || /(?:PASSWORD|PASSWD|PASSPHRASE|TOKEN|APIKEY|SECRETKEY|PRIVATEKEY)$|^PSK/.test(word);
}

/** Whether an environment variable, or another setting in capitals, has the name of a secret. */
export function isSecretVariable(name: string): boolean {
  if (foreign.test(name)) return true;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.includes('PUBLIC') || about.has(last)) return false;
  if (words.some((word) => isAlways(word) || word === 'SECRET')) return true;
  // AWS_ACCESS_KEY_ID is one half of a pair of credentials.
  const end = last === 'ID' && words.at(-2) === 'KEY' && words.at(-3) === 'ACCESS' ? 'KEY' : last;
  return often.has(end) ? end !== 'CODE' || words.at(-2) === 'PIN' : /(?:PASS|SECRET)$/.test(end);
}

/**
 * Whether a field has the name of a secret. Stricter than for variables, because many fields named `key` or `secret`
 * hold only the name of one.
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
  // Names such as `secretKeyBase` and `secretValue`.
  if (words[0] === 'SECRET' && (last === 'BASE' || last === 'VALUE' || last === 'TEXT')) return true;
  // The data of an encrypted key is the key; `authTokenSecret` and `passwordSecret` name a Secret.
  return (last === 'KEY' || last === 'KEYS' || last === 'SECRET') && sensitive.has(before);
}

/** Whether a field describes what is around it and is no secret: `ttl`, `secretName`, `keyRef`. */
export function isAboutField(name: string): boolean {
  return about.has(wordsOf(name).at(-1) ?? '');
}

/** The letters of a kind in lower case, without foreign or invisible characters between them. */
function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z]/g, '').toLowerCase();
}

/** Whether a kind is Secret in any spelling, also cut off (`Secr`) or with one wrong letter. */
export function isSecretKind(kind: unknown): boolean {
  if (typeof kind !== 'string') return false;
  const letters = lettersOf(kind.slice(0, 100));
  return (letters.length >= 2 && 'secret'.startsWith(letters)) || isNearly(letters, 'secret');
}

/** Whether two words differ by at most one letter that is wrong, missing or too many. */
function isNearly(a: string, b: string): boolean {
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  const [rest, wanted] = [a.slice(head), b.slice(head)];
  return rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1);
}

/** Whether a kind is a list of Secrets. */
export function isSecretListKind(kind: unknown): boolean {
  return typeof kind === 'string' && /^secrets?list$/.test(lettersOf(kind.slice(0, 100)));
}

/**
 * Whether a text mentions a Secret, or a name such as that of a password, token or key. It is used for texts that
 * cannot be read, so it prefers yes: escapes are decoded, and characters between letters are ignored.
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

/** Whether a text holds no value of its own: it is empty, a reference, a template variable, or what redaction wrote. */
export function isStandIn(text: string): boolean {
  const bare = text.trim();
  if (bare.length > 300) return false;
  if (bare === '' || /^(?:true|false|null|none|yes|no|on|off)$/i.test(bare)) return true;
  if (/^(?:\*+|x{3,}|\.{3}|…|<[a-z _-]*>|\$\(\w+\)|\$\{\w+\}|\{\{-?\s?[ .$][^{}]*\}\})$/i.test(bare)) return true;
  // References to shell variables are in capitals; paths are in lower case.
  if (/^\$[A-Z_][A-Z\d_]*$|^\/(?:[a-z\d._-]{1,60}\/){1,20}[a-z\d._-]{1,60}$/.test(bare)) return true;
  return isRedacted(bare);
}

/** Whether redaction wrote a text. */
export function isRedacted(text: string): boolean {
  return /^(?:(?:# ?)?redacted-\d+|\{"redacted":\d+\}|\["redacted-\d+"\])$/.test(text.slice(0, 100).trim());
}
