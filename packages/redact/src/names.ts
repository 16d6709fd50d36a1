/** Splits a name into words in capitals: `dbPassword`, `DB_PASSWORD` and `db-password` are all DB PASSWORD. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(-200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .map((word) => word.replace(/\d{1,20}$/, ''))
    .filter((word) => word !== '');
}

/** The words of some lines. */
function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Words that make a name that of a secret, wherever they stand in it. */
const always = setOf(
  'KEYPHRASE MASTERPASS SYSPW MDP GEHEIMNIS HESLO PASSORD JELSZO LOZINKA GESLO PASSWORD PASSWORDS PASSWD',
  'PASSPHRASE PASSCODE PASSWRD PASSW PWD PSWD PSW PW PSK TOKEN TOKENS JWT OTP TOTP CREDENTIAL CREDENTIALS CREDS',
  'CRED APIKEY APIKEYS BEARER AUTHORIZATION COOKIE REQUIREPASS MASTERAUTH BINDPW ROOTPW MNEMONIC PLAINTEXT',
  'CLEARTEXT PASSWORT KENNWORT PASSE CONTRASENA SENHA HASLO WACHTWOORD PAROLA LOSENORD SALASANA HTPASSWD PGPASS',
  'NETRC KEYTAB DOCKERCONFIGJSON DOCKERCFG KUBECONFIG SECRETKEY PRIVATEKEY',
);

/** Last words of a longer name, or of an environment variable, that make it that of a secret. */
const last = setOf(
  'SK KEK DEK COMMUNITY LICENSE LICENCE PASS SECRET SECRETS PAT PIN SALT PEPPER PHRASE SEED DSN CONN CONNSTR',
  'HMAC AUTH AUTHN NONCE SAS BASICAUTH USERPASS LOGINPASS SESSIONID',
);

/** Those of them that do so alone. */
const alone = new Set(['PASS', 'PAT', 'PIN', 'SALT', 'PEPPER', 'SEED', 'DSN', 'HMAC', 'NONCE', 'SAS', 'KEK', 'DEK']);

/** Pairs of last words that do so: `authHeader`, `connectionString`, `backupCode`. */
const lastTwo =
  /(?:^| )(?:AUTH(?:ORIZATION)? (?:HEADERS?|STRING|DATA|VALUE|INFO|BASIC|CODE)|CONN(?:ECTION)? (?:STR(?:ING)?S?|URLS?|URIS?)|(?:PIN|BACKUP|RECOVERY|ACCESS|SECURITY|VERIFICATION|INVITE|RESET|CLAIM|ENROLL|MFA) CODES?|SECRET (?:BASE|VALUE|TEXT|DATA|STRING|ID|STRINGS|VALUES)|SIGNED URL|WEBHOOK (?:URL|URI)|(?:[A-Z]+ )?HOOK URL|[A-Z]+ WEBHOOK$|SESSION ID|PRIVATE (?:DATA|KEYS?)|KEY (?:MATERIAL|DATA|VALUE|PASS|BASE|BASE64|B64|HEX)|SAS (?:URL|URI)|BASIC AUTH|ACCESS KEY ID|RECOVERY (?:PHRASE|WORDS)|SEED (?:PHRASE|WORDS)|PASS (?:WORD|CODE|PHRASE)|(?:SECRET|MAGIC) WORD|(?:SECURITY|SECRET|QUESTION) ANSWERS?|(?:UNLOCK|ENROLLMENT) CODE|VAPID PRIVATE|USER PASS|BIND (?:PW|CREDENTIALS)|SONAR LOGIN|ASKPASS)$/;

/** Words before `KEY` that make it the name of another thing than a key that opens something. */
const plainKeys = setOf(
  'PUBLIC PUB PRIMARY FOREIGN SORT PARTITION ROUTING CACHE INDEX LABEL ANNOTATION TOPOLOGY MAP OBJECT BUCKET',
  'PROPERTY FIELD JSON YAML TRANSLATION MESSAGE I18N GROUP GROUPING HOT ORDER ROW SHARD SHARDING LOOKUP TAG',
  'DICT METRIC UNIQUE COMPOSITE NATURAL SURROGATE HASH CONFIG CONFIGMAP DATA ENV ITEM LIST MERGE PATCH QUERY',
  'PARAM ROUTE DEDUP DEDUPLICATION IDEMPOTENCY RATE LIMIT BLOCK FILTER SEARCH FEATURE FLAG SETTING REGISTRY',
  'ARROW ENTER ESCAPE AUTHORIZED REMOTE TAINT TOLERATION SELECTOR NODE ZONE REGION OWNER PARENT CHILD SOURCE',
  'TARGET STATE EXPRESSION TEMPLATE VALUES VALUE DEFAULT ATTRIBUTE COLUMN JOIN DISTINCT COLLECTION PATH LOG',
  'WITH BY FOR OF THE A EACH ANY ALL NO IS HAS ON OFF ENABLE USE EXISTING REF',
);

/** Names without a division between their words: `dbpass`, `enckey`, `authtoken`. */
const runTogether =
  /(?:PASS(?:W(?:OR)?D|WRD|PHRASE|CODE)|(?:DB|USER|ADMIN|ROOT|MY|SQL|LDAP|SMTP|MAIL|FTP|SSH|WIFI|APP|SVC|SA|REDIS|PG|BIND|KEY|STORE|LOGIN|PROXY|AUTH|HTTP|TRUST|SUDO|BECOME|REPL|REPLICATION|MONGO|RABBIT|BACKUP)(?:PASS|PWD|PSW|PW)|PWD|[A-Z]TOKEN|[A-Z]SECRET|[A-Z]CREDS?|(?:PSK|API|ENC|ENCRYPTION|DEC|CRYPT|CRYPTO|CIPHER|AES|RSA|DSA|HMAC|SIGN|SIGNING|MASTER|ACCESS|SECRET|PRIV|PRIVATE|AUTH|ACCOUNT|STORAGE|SHARED|CLIENT|APP|SERVICE|LICENSE|LICENCE|SESSION|SSH|DEPLOY|HOST|WRAP|UNSEAL|SSL|TLS|ACCT|WEBHOOK|PRODUCT|SERIAL|ACTIVATION|CONSUMER)KEY)$/;

/** Words for passwords and keys in the languages of the page, and in others. */
const foreign =
  /парол|ключ|секрет|токен|密码|密碼|密钥|口令|令牌|秘密鍵|パスワード|비밀번호|암호|contrase[nñ]i?a|mot[ _-]?de[ _-]?passe|(?:^|[^a-z])cl[eé][ _-]?(?:secr|api)|hasł|lösenord|schl(?:ü|ue)ssel|geheim|zugangs(?:code|daten)|secreto|(?:^|[_-])clave(?:$|[_-]|secr)|chave|parola|segreto|sleutel|parool|jelsz[oó]|adgangskode|kodeord|[sş]ifre|slapta[zž]odis|matkhau|katasandi|(?:^|[_-])(?:mima|sandi|parole)(?:$|[_-])/i;

/** Last words of names that are about a secret and do not hold it. */
const about = setOf(
  'NAME NAMES NAMESPACE REF REFS REFERENCE FILE FILES PATH DIR URL URI ENDPOINT HOST PORT ISSUER AUDIENCE',
  'AUDIENCES TTL EXPIRY EXPIRATION SECONDS MINUTES FILENAME HOURS DAYS DURATION INTERVAL TIMEOUT ENABLED TYPE',
  'LENGTH SIZE COUNT LIMIT ENABLE POLICY MODE VERSION ALGORITHM FORMAT USERNAME CLASS KIND STORE PROVIDER',
  'METHOD MOUNT SELECTOR DOMAIN PREFIX SUFFIX HEADER FIELD ROTATION REVIEW REQUIRED DISABLED ALLOWED LOCATION',
  'FOLDER ENCODING CHARSET BACKEND ROLE ROLES SCOPE SCOPES AGE LIFETIME GENERATOR CMD IMAGE EXPIRES ISSUED',
  'COMMAND SCRIPT EXPRESSION QUERY HINT TEMPLATE',
);

/** Words that make a name that of a number: `maxTokens`. */
const counted = new Set(['MAX', 'MIN', 'NUM', 'NUMBER', 'COUNT', 'LIMIT', 'TOTAL', 'MAXIMUM', 'MINIMUM', 'PER']);

/** Whether a word ends with one of the words that always name a secret, as in `PGPASSWORD` or `authtoken`. */
function isAlways(word: string): boolean {
  return always.has(word) || runTogether.test(word);
}

/** Whether the last words of a name are those of a key that opens something: any but `primaryKey` and its like. */
function isOpeningKey(words: readonly string[]): boolean {
  const end = words.at(-1);
  const before = words.at(-2) ?? '';
  return (end === 'KEY' || end === 'KEYS') && before !== '' && !plainKeys.has(before);
}

/**
 * Whether a name may be that of another thing than a secret, so that its value decides: words and small numbers name or
 * count something (`descriptorKey: PATH`, `seed: 42`), all else is a secret.
 */
export function isDoubtfulName(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1) return last.has(words[0] ?? '') && words[0] !== 'PASS';
  return isOpeningKey(words) && !opening.has(words.at(-2) ?? '') && !words.some(isAlways);
}

/** Words before `KEY` and `SECRET` of fields that tell where a secret stands: `passwordKey`, `tokenSecret`. */
const told = new Set(['PASSWORD', 'PASSWD', 'TOKEN', 'CREDENTIAL', 'CREDENTIALS', 'USERNAME', 'USER']);

/** Whether an environment variable, or another setting in capitals, has the name of a secret. */
export function isSecretVariable(name: string): boolean {
  return isSecretName(name, 1);
}

/**
 * Whether a field has the name of a secret. Stricter than for variables, because many fields named `key` or `secret`
 * hold only the name of one.
 */
export function isSecretField(name: string): boolean {
  return isSecretName(name, /^[A-Z\d_]+$/.test(name) ? 1 : 2);
}

/**
 * Whether a name is that of a secret. `fewest`: how many words it has at least where its last word says so and can also
 * mean something else, such as AUTH or SECRET; with 2 it is that of a field, and `passwordKey` names a place.
 */
function isSecretName(name: string, fewest: 1 | 2): boolean {
  if (/^checksum\b|^\$/.test(name)) return false;
  if (foreign.test(name)) return true;
  // `client-key-data` of a kubeconfig holds the key.
  const words = wordsOf(name.replace(/[-_.]?(?:data|value|string|base64|b64)$/i, ''));
  const all = wordsOf(name);
  if (all.includes('PUBLIC') || all.includes('PUB')) return false;
  if (lastTwo.test(all.slice(-4).join(' '))) return true;
  const end = words.at(-1) ?? '';
  if (/S$/.test(end) && words.some((word) => counted.has(word))) return false;
  if (about.has(end) || about.has(all.at(-1) ?? '')) return false;
  // `passwordKey` and `tokenSecret` of a field tell where the password is.
  const isPlace = fewest === 2 && /^(?:KEY|KEYS|SECRET|SECRETS)$/.test(end) && words.some((word) => told.has(word));
  if (!isPlace && words.some(isAlways)) return true;
  if (isPlace) return false;
  if (fewest === 1 && (words.includes('SECRET') || end === 'KEY' || end === 'KEYS'))
    return end !== 'KEY' || words.length === 1 || isOpeningKey(words);
  if (isOpeningKey(words)) return true;
  if (fewest === 2 && (end === 'SECRET' || end === 'SECRETS')) return opening.has(words.at(-2) ?? '');
  if (end === 'AUTH' || end === 'SECRET' || end === 'SECRETS') return words.length >= fewest;
  return (last.has(end) && (words.length > 1 || alone.has(end))) || end === 'AUTHS';
}

/** Words before `SECRET` and `KEY` in the name of a field that holds one; others name a Secret: `imagePullSecret`. */
const opening = setOf(
  'OTP TOTP MFA RADIUS TURN RECAPTCHA AWS S3 CLUSTER AGENT GITHUB STRIPE SLACK API ACCESS PRIVATE SECRET',
  'ENCRYPTION SIGNING MASTER ACCOUNT CLIENT APP SHARED SESSION JWT WEBHOOK HMAC AUTH STORAGE CONSUMER DEPLOY',
  'OAUTH OIDC COOKIE HOOK STATE CSRF SSO ENC CRYPTO CIPHER AES RSA SSH LICENSE UNSEAL SIGN HOST SERVICE ROOT',
  'ADMIN',
);

/** Whether an option of a program only speaks about a secret, or names a file: `--no-password`, `--use-token`, `--kubeconfig`. */
export function isPlainOption(name: string): boolean {
  return /^(?:kubeconfig|keytab)$|^(?:no|with|without|use|enable|disable|require|ask|skip|prompt|allow|show|print|generate|rotate|reset|auto)[-_]/i.test(
    name,
  );
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
  if (bare === '' || /^(?:true|false|null|none|yes|no|on|off|-|\$)$/i.test(bare)) return true;
  if (
    /^(?:\*+|x{3,}|\.{3}|…|<[a-z _-]*>|\$\(\w+\)|\{\{-?\s?[ .$][^{}]*\}\}|\$\{\{[^{}]*\}\}|\$\{(?:env|file):[\w./-]+\})$/i.test(
      bare,
    )
  )
    return true;
  if (/^\{\{[A-Z][A-Z\d_]*\}\}$/.test(bare)) return true;
  // Paths are in lower case.
  if (/^\/(?:[a-z\d._-]{1,60}\/){1,20}[a-z\d._-]{1,60}$/.test(bare)) return true;
  return isShellReference(bare) || isRedacted(bare);
}

/** Whether a text is a variable of a shell, or what a command reads from a file: `"$PASSWORD"`, `${KEY:-}`, `$(< $FILE)`. */
function isShellReference(text: string): boolean {
  const bare = text.replace(/^(?:\\?["'])|(?:\\?["'])$/g, '');
  // Variables are in capitals, or have several words; `$ecret` is a password.
  if (/^\$(?:[A-Z_][A-Z\d_]*|[a-z]+(?:_[a-z\d]+)+)$|^\$\{\w+(?::?[-=?+])?\}$|^\$\{\w+\}$/.test(bare)) return true;
  return /^:?(?:\$\(|`)(?:<|\s*cat\s|[\w-]+\s+["']?\$)[^\n]*$|^:?\$\((?:<|[\w-]{3,60})$/.test(bare);
}

/** Whether redaction wrote a text. */
export function isRedacted(text: string): boolean {
  return /^(?:(?:# ?)?redacted-\d+|\{"redacted":\d+\}|\["redacted-\d+"\])$/.test(text.slice(0, 100).trim());
}
