import { byteLength } from '@managed-fields/merge-engine';

/**
 * Checks a name, a label or an annotation key. It returns the server's complaints in its order; none for a valid value.
 * Upstream: k8s.io/apimachinery pkg/api/validate/content/{dns,kube,path}.go and pkg/util/validation/validation.go.
 */
export type NameCheck = (value: string) => readonly string[];

const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
/** The grammar of DNS names, as complaints print it. */
export const subdomain1123 = `${label1123}(\\.${label1123})*`;
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const labelKey = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const isSubdomain1123 = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const isLabel1123 = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const isLabel1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const isLabelKey = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** The name of most objects: lower case, digits, dashes and dots. */
export function dns1123Subdomain(value: string): readonly string[] {
  const complaints: string[] = [];
  if (byteLength(value) > 253) complaints.push(maxCharacters(253));
  if (!isSubdomain1123.test(value)) {
    complaints.push(
      patternMessage(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        subdomain1123,
        'example.com',
      ),
    );
  }
  return complaints;
}

/** The name of a namespace: a subdomain without dots. */
export function dns1123Label(value: string): readonly string[] {
  const complaints: string[] = [];
  if (byteLength(value) > 63) complaints.push(maxCharacters(63));
  if (isLabel1123.test(value)) return complaints;
  if (isSubdomain1123.test(value)) return [...complaints, 'must not contain dots'];
  const words =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...complaints, patternMessage(words, label1123, 'my-name', '123-abc')];
}

/** The name of a service, a kind in lower case, an API version: a label that starts with a letter. */
export function dns1035Label(value: string): readonly string[] {
  const complaints: string[] = [];
  if (byteLength(value) > 63) complaints.push(maxCharacters(63));
  if (!isLabel1035.test(value)) {
    complaints.push(
      patternMessage(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
        label1035,
        'my-name',
        'abc-123',
      ),
    );
  }
  return complaints;
}

/** The key of a label or an annotation, a finalizer: a name with an optional domain before a slash. */
export function qualifiedName(value: string): readonly string[] {
  const complaints: string[] = [];
  const words =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const examples = ['MyName', 'my.name', '123-abc'];
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${patternMessage(words, labelKey, ...examples)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [prefix, name] = parts.length === 2 ? [parts[0], parts[1] ?? ''] : [undefined, value];
  if (prefix === '') complaints.push('prefix part must be non-empty');
  else if (prefix !== undefined) complaints.push(...subdomainInBytes(prefix).map((text) => `prefix part ${text}`));
  if (name === '') complaints.push('name part must be non-empty');
  else if (byteLength(name) > 63) complaints.push(`name part ${maxLength(63)}`);
  if (!isLabelKey.test(name)) complaints.push(`name part ${patternMessage(words, labelKey, ...examples)}`);
  return complaints;
}

/** The value of a label. */
export function labelValue(value: string): readonly string[] {
  const complaints: string[] = [];
  if (byteLength(value) > 63) complaints.push(maxLength(63));
  if (value !== '' && !isLabelKey.test(value)) {
    complaints.push(
      patternMessage(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        `(${labelKey})?`,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return complaints;
}

/**
 * A prefix as it is checked like a name: a dash at its end is none of the name's end.
 * Upstream: apimachinery pkg/api/validation/generic.go maskTrailingDash.
 */
export function maskTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

/** A DNS subdomain, or the prefix of one that is generated. */
export function dns1123SubdomainOrPrefix(value: string, isPrefix: boolean): readonly string[] {
  return dns1123Subdomain(isPrefix ? maskTrailingDash(value) : value);
}

/** A segment of a request path; for some kinds the only rule for names. */
export function pathSegment(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return pathSegmentPrefix(value);
}

/** The prefix of a generated name. */
export function pathSegmentPrefix(value: string): readonly string[] {
  return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`);
}

/** Makes a check whose complaint counts bytes in place of characters. */
export function inBytes(check: NameCheck): NameCheck {
  return (value) =>
    check(value).map((complaint) => complaint.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));
}

const subdomainInBytes = inBytes(dns1123Subdomain);

/** Limits count bytes, though most complaints name characters. */
function maxCharacters(length: number): string {
  return `must be no more than ${length} characters`;
}

function maxLength(length: number): string {
  return `must be no more than ${length} bytes`;
}

/** Words the complaint about a text that does not match a regular expression. */
export function patternMessage(words: string, expression: string, ...examples: readonly string[]): string {
  const used = `regex used for validation is '${expression}')`;
  if (examples.length === 0) return `${words} (${used}`;
  return `${words} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${used}`;
}
