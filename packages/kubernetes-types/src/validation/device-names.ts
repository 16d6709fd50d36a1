import { subdomain1123 } from '@managed-fields/api-server';
import { byteLength } from '@managed-fields/merge-engine';
import {
  declarative,
  declaredFormat,
  declaredFrom,
  type Errors,
  inBytes,
  inVersions,
  invalid,
  required,
  tooLong,
  tooManyCharacters,
} from './errors.ts';
import type { Field } from './field-path.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck, patternMessage } from './names.ts';
import { isLabel, isSubdomain, named } from './scalars.ts';
import { driverName } from './volume-source.ts';

/*
 * Names and identifiers of devices. "Covered" complaints are those that declarative validation makes from v1.37 on, in words of
 * its own.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go, k8s.io/apimachinery pkg/api/validate/strfmt.go.
 */

/** The longest identifier, in bytes. */
const longestIdentifier = 32;

const identifierForm = '[A-Za-z_][A-Za-z0-9_]*';
const identifier: NameCheck = (value) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)
    ? []
    : [
        patternMessage(
          "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
          identifierForm,
          'my_name',
          'MY_NAME',
          'MyName',
        ),
      ];

function identifierErrors(value: string, field: Field): Errors {
  return [
    ...(byteLength(value) > longestIdentifier ? [tooLong(field, longestIdentifier)] : []),
    ...named(identifier, value, field),
  ];
}

/** Complaints about the name of an attribute or a capacity, with or without a domain. Upstream: validateQualifiedName. */
export function attributeName(name: string, field: Field): Errors {
  const missing = (words: string) => [
    ...inVersions({ until: 'v1.34' }, [required(field, words)]),
    ...inVersions({ from: 'v1.35' }, [invalid(field, '', words)]),
  ];
  if (name === '') {
    return [
      ...inVersions({ until: 'v1.34' }, [required(field, 'name required')]),
      ...inVersions({ from: 'v1.35' }, identifierErrors(name, field)),
    ];
  }
  const [domain = '', own, ...rest] = name.split('/');
  if (own === undefined) return identifierErrors(domain, field);
  if (rest.length > 0) return twoSlashes(name, field);
  return [
    ...(domain === '' ? missing('the domain must not be empty') : driverName(domain, field)),
    ...(own === '' ? missing('the name must not be empty') : identifierErrors(own, field)),
  ];
}

function twoSlashes(name: string, field: Field): Errors {
  return inVersions({ from: 'v1.38' }, [invalid(field, name, 'must not contain more than one slash')]);
}

const needsDomain = 'a fully qualified name must be a domain and a name separated by a slash';

/** Complaints about the name of an attribute, which has a domain; covered. Upstream: validateFullyQualifiedName. */
export function fullAttributeName(name: string, field: Field): Errors {
  const bare = name.includes('/') ? [] : [invalid(field, name, needsDomain)];
  const former = [
    ...attributeName(name, field),
    ...inVersions(
      { until: 'v1.34' },
      name === '' || name.includes('/') ? [] : [invalid(field, name, 'must include a domain')],
    ),
    ...inVersions({ from: 'v1.35' }, bare),
  ];
  return declaredFrom('v1.37', former, [...declaredName(name, field), ...bare]);
}

/** Upstream: strfmt.go resourcesQualifiedName. */
function declaredName(name: string, field: Field): Errors {
  const [domain = '', own, ...rest] = name.split('/');
  if (own === undefined) return identifierErrors(domain, field);
  if (rest.length > 0) return twoSlashes(name, field);
  return [
    ...(domain === ''
      ? [invalid(field, '', 'prefix must not be empty')]
      : [
          ...(byteLength(domain) > 63 ? [tooLong(field, 63)] : []),
          ...dns1123Subdomain(domain).map((words) => invalid(field, domain, `prefix: ${words}`)),
        ]),
    ...(own === '' ? [invalid(field, '', 'name must not be empty')] : identifierErrors(own, field)),
  ];
}

const anyCase: NameCheck = (value) => [
  ...(byteLength(value) > 253 ? ['must be no more than 253 bytes'] : []),
  ...(dns1123Subdomain(value.toLowerCase()).some((words) => words.includes('RFC 1123'))
    ? [
        patternMessage(
          "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
          subdomain1123,
          'Example.com',
        ),
      ]
    : []),
];

/** Complaints about the name of a driver; covered. Upstream: ValidateCSIDriverName, strfmt.go LongNameCaseless. */
export function coveredDriver(driver: string, field: Field): Errors {
  if (driver === '') return declarative('v1.37', driverName(driver, field));
  const long = [...driver].length > 63;
  return declaredFrom('v1.37', driverName(driver, field), [
    ...named(anyCase, driver, field),
    ...(long ? [tooManyCharacters(field, 63)] : []),
  ]);
}

/** Complaints about the name of a class of devices. */
export function className(name: string, field: Field): Errors {
  return name === '' ? [required(field)] : isSubdomain(name, field);
}

/** Complaints about the name of a set of counters; covered. */
export function counterSetName(name: string, field: Field): Errors {
  return declaredFormat('v1.37', name === '' ? [required(field)] : isLabel(name, field));
}

/** The longest name of a pool, in bytes. */
const longestPool = 253;

/** Complaints about the name of a pool. Upstream: validatePoolName. */
export function poolName(name: string, field: Field): Errors {
  if (name === '') return [required(field)];
  return [
    ...(byteLength(name) > longestPool ? [tooLong(field, longestPool)] : []),
    ...name.split('/').flatMap((part) => isSubdomain(part, field)),
  ];
}

/** Complaints about the name of a pool; covered. Upstream: strfmt.go ResourcePoolName. */
export function coveredPool(name: string, field: Field): Errors {
  if (name === '') return declarative('v1.37', [required(field)]);
  const parts = name
    .split('/')
    .flatMap((part, i) =>
      part === ''
        ? [invalid(field, name, `segment ${i}: must not be empty`)]
        : dns1123Subdomain(part).map((words) => invalid(field, part, `segment ${i}: ${words}`)),
    );
  return declaredFrom('v1.37', poolName(name, field), [
    ...(byteLength(name) > longestPool ? [tooLong(field, longestPool)] : []),
    ...inBytes(parts),
  ]);
}

/** Complaints about the id of a share of a device; covered. Upstream: validateUID, strfmt.go UUID. */
export function shareId(id: string, field: Field): Errors {
  const fault = formatFault(id);
  const strict =
    id.length === 36 && id === id.toLowerCase()
      ? []
      : [
          invalid(
            field,
            id,
            'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
          ),
        ];
  const former = fault === undefined ? strict : [invalid(field, id, `error validating uid: ${fault}`)];
  const isPlain = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  return declaredFrom(
    'v1.37',
    former,
    isPlain ? [] : [invalid(field, id, 'must be a lowercase UUID in 8-4-4-4-12 format')],
  );
}

/** What is wrong with a UUID in one of the forms that people write. Upstream: github.com/google/uuid uuid.go Validate. */
function formatFault(id: string): string | undefined {
  const length = byteLength(id);
  const bad = 'invalid UUID format';
  const plain = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
  switch (length) {
    case 36:
      return plain.test(id) ? undefined : bad;
    case 45:
      if (id.slice(0, 9).toLowerCase() !== 'urn:uuid:') return `invalid urn prefix: ${JSON.stringify(id.slice(0, 9))}`;
      return plain.test(id.slice(9)) ? undefined : bad;
    case 38:
      if (!id.startsWith('{') || !id.endsWith('}')) return 'invalid bracketed UUID format';
      return plain.test(id.slice(1, -1)) ? undefined : bad;
    case 32:
      return /^[0-9a-fA-F]{32}$/.test(id) ? undefined : bad;
    default:
      return `invalid UUID length: ${length}`;
  }
}

/** Complaints about the name of a device or a request. */
export function deviceName(name: string, field: Field): Errors {
  return named(dns1123Label, name, field);
}
