import { dns1035Label, dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '../../catalog/names.ts';
import { isStringFormat } from '../../formats/formats.ts';
import { type CelValue, listValue, none, type Opaque, optionalOf } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';
import { requestUriComplaint } from './url.ts';

type Check = (text: string) => readonly string[];

/** Checks the prefix of a name, which may end with a dash. */
function prefix(check: Check): Check {
  return (text) => check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

function known(format: string, complaint: string): Check {
  return (text) => (isStringFormat(format)?.(text) === true ? [] : [complaint]);
}

const checks: ReadonlyMap<string, readonly [string, Check]> = new Map([
  ['dns1123Label', ['DNS1123Label', dns1123Label]],
  ['dns1123Subdomain', ['DNS1123Subdomain', dns1123Subdomain]],
  ['dns1035Label', ['DNS1035Label', dns1035Label]],
  ['qualifiedName', ['QualifiedName', qualifiedName]],
  ['dns1123LabelPrefix', ['DNS1123LabelPrefix', prefix(dns1123Label)]],
  ['dns1123SubdomainPrefix', ['DNS1123SubdomainPrefix', prefix(dns1123Subdomain)]],
  ['dns1035LabelPrefix', ['DNS1035LabelPrefix', prefix(dns1035Label)]],
  ['labelValue', ['LabelValue', labelValue]],
  ['uri', ['URI', uriComplaints]],
  ['uuid', ['uuid', known('uuid', 'does not match the UUID format')]],
  ['byte', ['byte', known('byte', 'invalid base64')]],
  ['date', ['date', known('date', 'invalid date')]],
  ['datetime', ['datetime', known('datetime', 'invalid datetime')]],
]);

function uriComplaints(text: string): readonly string[] {
  const complaint = requestUriComplaint(text);
  return complaint === undefined ? [] : [complaint];
}

function formatValue([name, check]: readonly [string, Check]): Opaque {
  const equals = (other: Opaque) => other.text === name;
  return { kind: 'opaque', type: 'kubernetes.NamedFormat', content: check, text: name, equals };
}

function validate(format: CelValue, text: CelValue): CelValue {
  const complaints = ((format as Opaque).content as Check)(String(text));
  return complaints.length === 0 ? none : optionalOf(listValue(complaints));
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
