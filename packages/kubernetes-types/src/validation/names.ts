import { type NameCheck, patternMessage, subdomain1123 } from '@managed-fields/api-server';
import { byteLength } from '@managed-fields/merge-engine';

/*
 * The grammars of names that built-in kinds have beside those of all kinds. Each function returns the server's
 * complaints about a text, none where it is fine.
 * Those of all kinds are exported again, so that a kind finds all of its grammars here.
 * Upstream: k8s.io/apimachinery pkg/util/validation/validation.go and pkg/api/validate/content.
 */
export {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  inBytes,
  labelValue,
  type NameCheck,
  pathSegment,
  patternMessage,
  qualifiedName,
} from '@managed-fields/api-server';

const underscoredLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
/** The grammar of DNS names whose labels may hold underscores, as complaints show it. */
export const underscoredSubdomain = `${underscoredLabel}(\\.${underscoredLabel})*`;

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
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

/** A DNS name whose labels may hold underscores. */
export const dns1123SubdomainWithUnderscore: NameCheck = grammar(
  253,
  underscoredSubdomain,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
);

/** A DNS name under a wildcard, `*.example.com`. */
export const wildcardSubdomain: NameCheck = grammar(
  253,
  `\\*\\.${subdomain1123}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  '*.example.com',
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

/** The name of an environment variable, by the relaxed rules of today. */
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

/** Complaints about a number outside of a range, both ends included. */
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

/** The number of a user as a runtime reports it, which may be any that Linux has. */
export function runningUser(value: number): readonly string[] {
  return inRange(value, 0, 4_294_967_295);
}
