import { byteLength } from '@managed-fields/merge-engine';

/*
 * The grammars of names. Each function returns the server's complaints about a text, none where it is fine.
 * Upstream: k8s.io/apimachinery pkg/util/validation/validation.go and pkg/api/validate/content.
 */

/** Complaints about a text, in the server's words and order. */
export type NameCheck = (value: string) => readonly string[];

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
/** The grammar of DNS names as complaints tell it. */
export const subdomain = `${label}(\\.${label})*`;
const underscoredLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
/** The grammar of DNS names whose labels may hold underscores, as complaints tell it. */
export const underscoredSubdomain = `${underscoredLabel}(\\.${underscoredLabel})*`;
const key = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const labelPattern = whole(label);
const subdomainPattern = whole(subdomain);
const keyPattern = whole(key);

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

/** How the server names the expression that a text failed. */
export function patternMessage(message: string, pattern: string, ...examples: readonly string[]): string {
  const used = `regex used for validation is '${pattern}')`;
  if (examples.length === 0) return `${message} (${used}`;
  return `${message} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${used}`;
}

function tooLong(value: string, most: number): readonly string[] {
  return byteLength(value) > most ? [`must be no more than ${most} characters`] : [];
}

/** A check of one pattern and one length. */
function grammar(
  most: number | undefined,
  pattern: string,
  message: string,
  ...examples: readonly string[]
): NameCheck {
  const expression = whole(pattern);
  const complaint = patternMessage(message, pattern, ...examples);
  return (value) => [
    ...(most === undefined ? [] : tooLong(value, most)),
    ...(expression.test(value) ? [] : [complaint]),
  ];
}

const labelMessage = patternMessage(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  label,
  'my-name',
  '123-abc',
);

/** A DNS label, `my-name`. */
export const dns1123Label: NameCheck = (value) => {
  const complaints = tooLong(value, 63);
  if (labelPattern.test(value)) return complaints;
  return [...complaints, subdomainPattern.test(value) ? 'must not contain dots' : labelMessage];
};

/** A DNS name, `example.com`. */
export const dns1123Subdomain: NameCheck = grammar(
  253,
  subdomain,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
);

/** A DNS name whose labels may hold underscores. */
export const dns1123SubdomainWithUnderscore: NameCheck = grammar(
  253,
  underscoredSubdomain,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
);

/** A DNS label that starts with a letter. */
export const dns1035Label: NameCheck = grammar(
  63,
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  'my-name',
  'abc-123',
);

/** A DNS name under a wildcard, `*.example.com`. */
export const wildcardSubdomain: NameCheck = grammar(
  253,
  `\\*\\.${subdomain}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  '*.example.com',
);

const keyMessage =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const keyExamples = ['MyName', 'my.name', '123-abc'];

/** A label key, with or without a DNS prefix: `example.com/my.name`. */
export const qualifiedName: NameCheck = (value) => {
  const parts = value.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) {
    return [
      `a valid label key ${patternMessage(keyMessage, key, ...keyExamples)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const complaints: string[] = [];
  if (second !== undefined) {
    if (first === '') complaints.push('prefix part must be non-empty');
    else complaints.push(...inBytes(dns1123Subdomain)(first).map((complaint) => `prefix part ${complaint}`));
  }
  const name = second ?? first;
  if (name === '') complaints.push('name part must be non-empty');
  else if (byteLength(name) > 63) complaints.push('name part must be no more than 63 bytes');
  if (!keyPattern.test(name)) complaints.push(`name part ${patternMessage(keyMessage, key, ...keyExamples)}`);
  return complaints;
};

/** A check that is said to count bytes, where most are said to count characters. */
export function inBytes(check: NameCheck): NameCheck {
  return (value) =>
    check(value).map((complaint) => complaint.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));
}

const labelValueMessage = patternMessage(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${key})?`,
  'MyValue',
  'my_value',
  '12345',
);

/** The value of a label. */
export const labelValue: NameCheck = (value) => [
  ...(byteLength(value) > 63 ? ['must be no more than 63 bytes'] : []),
  ...(value === '' || keyPattern.test(value) ? [] : [labelValueMessage]),
];

/** A name in C. */
export const cIdentifier: NameCheck = grammar(
  undefined,
  '[A-Za-z_][A-Za-z0-9_]*',
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  'my_name',
  'MY_NAME',
  'MyName',
);

/** A percentage, `93%`. */
export const percent: NameCheck = grammar(
  undefined,
  '[0-9]+%',
  "a valid percent string must be a numeric string followed by an ending '%'",
  '1%',
  '93%',
);

/** The name of an HTTP header. */
export const httpHeaderName: NameCheck = grammar(
  undefined,
  '[-A-Za-z0-9]+',
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  'X-Header-Name',
);

const configKey: NameCheck = grammar(
  253,
  '[-._a-zA-Z0-9]+',
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  'key.name',
  'KEY_NAME',
  'key-name',
);

/** A key in a ConfigMap or a Secret. */
export const configMapKey: NameCheck = (value) => [...configKey(value), ...parentDirectory(value)];

function parentDirectory(value: string): readonly string[] {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

/** The name of an environment variable, as widely as it is allowed today. */
export const environmentName: NameCheck = (value) => {
  if (value === '') return ['environment variable name must be non-empty'];
  if (/^[ -<>-~]*$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** The name of a port. */
export const portName: NameCheck = (value) => [
  ...tooLong(value, 15),
  ...(/^[-a-z0-9]+$/.test(value) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter (a-z)']),
  ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
];

/** A name that can stand in a URL path. */
export const pathSegment: NameCheck = (value) => {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`);
};

/** A number in a range, both ends included. */
export function inRange(value: number, least: number, most: number): readonly string[] {
  return value >= least && value <= most ? [] : [`must be between ${least} and ${most}, inclusive`];
}

/** The number of a port. */
export function portNumber(value: number): readonly string[] {
  return inRange(value, 1, 65_535);
}

/** The number of a user or a group. */
export function userNumber(value: number): readonly string[] {
  return inRange(value, 0, 2_147_483_647);
}

/** A name with a generated end: a trailing hyphen is still to be followed by something. Upstream: pkg/api/validation/generic.go maskTrailingDash. */
export function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}
