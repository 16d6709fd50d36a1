import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  maskTrailingDash,
  qualifiedName,
} from '../../catalog/names.ts';
import { isStringFormat } from '../../formats/formats.ts';
import { parseRequestUri } from '../../formats/url.ts';
import { type CelValue, listValue, none, type Opaque, optionalOf } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

type Check = (text: string) => readonly string[];

/** Checks the prefix of a name, which may end with a dash. */
function prefix(check: Check): Check {
  return (text) => check(maskTrailingDash(text));
}

function known(format: string, complaint: string): Check {
  return (text) => (isStringFormat(format)?.(text) === true ? [] : [complaint]);
}

/** A format by the name of its function: its own name, its check, and the length of its pattern, which is what it costs. */
type Named = readonly [name: string, check: Check, longest: number];

const checks: ReadonlyMap<string, Named> = new Map<string, Named>([
  ['dns1123Label', ['DNS1123Label', dns1123Label, 30]],
  ['dns1123Subdomain', ['DNS1123Subdomain', dns1123Subdomain, 60]],
  ['dns1035Label', ['DNS1035Label', dns1035Label, 30]],
  ['qualifiedName', ['QualifiedName', qualifiedName, 60]],
  ['dns1123LabelPrefix', ['DNS1123LabelPrefix', prefix(dns1123Label), 30]],
  ['dns1123SubdomainPrefix', ['DNS1123SubdomainPrefix', prefix(dns1123Subdomain), 60]],
  ['dns1035LabelPrefix', ['DNS1035LabelPrefix', prefix(dns1035Label), 30]],
  ['labelValue', ['LabelValue', labelValue, 40]],
  ['uri', ['URI', uriComplaints, 1103]],
  ['uuid', ['uuid', known('uuid', 'does not match the UUID format'), 70]],
  ['byte', ['byte', known('byte', 'invalid base64'), 84]],
  ['date', ['date', known('date', 'invalid date'), 71]],
  ['datetime', ['datetime', known('datetime', 'invalid datetime'), 71]],
]);

const formatType = 'kubernetes.NamedFormat';

function uriComplaints(text: string): readonly string[] {
  const parsed = parseRequestUri(text);
  return parsed.kind === 'error' ? [parsed.message] : [];
}

function formatValue(format: Named): Opaque {
  const [name] = format;
  const equals = (other: Opaque) => other.text === name;
  return { kind: 'opaque', type: formatType, content: format, text: name, equals };
}

function validate(format: CelValue, text: CelValue): CelValue {
  const [, check] = (format as Opaque).content as Named;
  const complaints = check(String(text));
  return complaints.length === 0 ? none : optionalOf(listValue(complaints));
}

/** The length of the pattern of a format; undefined for any other value. Upstream: format.go MaxRegexSize. */
export function longestPattern(format: CelValue): number | undefined {
  if (format === null || typeof format !== 'object' || format.kind !== 'opaque') return undefined;
  return format.type === formatType ? (format.content as Named)[2] : undefined;
}

/** The named formats. Upstream: k8s.io/apiserver pkg/cel/library/format.go. */
export const formatLibrary: readonly Declaration[] = [
  ...[...checks].map(([name, check]) => overloads(`format.${name}`, ['() format', () => formatValue(check)])),
  overloads('validate', [
    'format.(string) optional(list(string))',
    (format = null, text = null) => validate(format, text),
  ]),
  overloads('format.named', [
    '(string) optional(format)',
    (name = null) => {
      const check = checks.get(String(name));
      return check === undefined ? none : optionalOf(formatValue(check));
    },
  ]),
];
