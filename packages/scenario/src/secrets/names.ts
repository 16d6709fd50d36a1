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

const always = new Set(['PASSWORD', 'PASSWD', 'PASSPHRASE', 'PWD', 'TOKEN', 'CREDENTIAL', 'CREDENTIALS', 'APIKEY']);
const often = new Set(['PASS', 'SECRET', 'SECRETS', 'KEY', 'PAT']);

/** What such a name ends in where it names not the thing itself but something about it. */
const about = new Set([
  ...[
    'NAME',
    'NAMESPACE',
    'REF',
    'REFERENCE',
    'FILE',
    'PATH',
    'DIR',
    'URL',
    'URI',
    'ENDPOINT',
    'HOST',
    'PORT',
    'ISSUER',
  ],
  ...[
    'AUDIENCE',
    'TTL',
    'EXPIRY',
    'EXPIRATION',
    'SECONDS',
    'MINUTES',
    'HOURS',
    'DAYS',
    'DURATION',
    'INTERVAL',
    'TIMEOUT',
  ],
  ...[
    'ENABLED',
    'TYPE',
    'LENGTH',
    'SIZE',
    'COUNT',
    'LIMIT',
    'POLICY',
    'MODE',
    'VERSION',
    'ALGORITHM',
    'FORMAT',
    'USERNAME',
  ],
  ...['CLASS', 'KIND', 'STORE', 'PROVIDER', 'SELECTOR', 'PREFIX', 'SUFFIX', 'HEADER', 'FIELD', 'ROTATION', 'REVIEW'],
]);

/** What makes a key of a `KEY`, and a secret of a `SECRET`, in the name of a field. */
const sensitive = new Set([
  ...['API', 'ACCESS', 'PRIVATE', 'SECRET', 'ENCRYPTION', 'SIGNING', 'MASTER', 'ACCOUNT', 'LICENSE', 'CLIENT', 'APP'],
  ...['SHARED', 'SESSION', 'JWT', 'WEBHOOK', 'HMAC', 'AUTH'],
]);

/** Whether an environment variable of this name, or another setting in capitals, holds what nobody should see. */
export function isSecretVariable(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.includes('PUBLIC') || about.has(last)) return false;
  if (words.some((word) => always.has(word) || word === 'SECRET')) return true;
  // AWS_ACCESS_KEY_ID is half of a pair.
  const end = last === 'ID' && words.at(-2) === 'KEY' && words.at(-3) === 'ACCESS' ? 'KEY' : last;
  return often.has(end);
}

/**
 * Whether a field of this name holds what nobody should see. Stricter than of variables: many fields are called `key`
 * or `secret` and hold the name of one.
 */
export function isSecretField(name: string): boolean {
  if (/^[A-Z][A-Z\d_]*$/.test(name)) return isSecretVariable(name);
  // `client-key-data` of a kubeconfig holds the key.
  const words = wordsOf(name.replace(/-data$/, ''));
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (words.includes('PUBLIC') || about.has(last)) return false;
  if (words.length === 1) return always.has(last);
  if (always.has(last)) return true;
  return (last === 'KEY' || last === 'SECRET') && sensitive.has(before);
}

/** Whether a text only stands for a value: empty, a reference, a word of a template, or what redaction wrote. */
export function isStandIn(text: string): boolean {
  const bare = text.trim();
  if (bare === '' || /^(?:true|false|null|none|yes|no|on|off)$/i.test(bare)) return true;
  if (/^(?:\*+|x{3,}|\.{3}|…|<[^<>]*>|\$\(\w+\)|\$\{[^{}]*\}|\$\w*|\{\{.*\}\})$/i.test(bare)) return true;
  if (/^\/(?:[\w.-]+\/)+[\w.-]+$/.test(bare)) return true;
  return isRedacted(bare);
}

/** Whether a text is what redaction wrote. */
export function isRedacted(text: string): boolean {
  return /^(?:redacted-\d+|\{"redacted":\d+\}|\["redacted-\d+"\])$/.test(text.trim());
}
