import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { type Amount, amountOf, isWhole, printAmount, signOf, wholeValue } from './amount.ts';
import { type Errors, inVersions, invalid, invalidAll, notSupported, otherFrom, required } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { parseAddress, parseRange } from './ip.ts';
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  type NameCheck,
  percent,
  portName,
  portNumber,
  qualifiedName,
} from './names.ts';
import { count, text } from './object.ts';
import { type Shown, shown } from './shown.ts';

/*
 * Rules of single values, as many kinds have them.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

/** Complaints about a text that does not follow a grammar. */
export function named(check: NameCheck, value: string, field: Field): Errors {
  return invalidAll(field, value, check(value));
}

/** Complaints about a text that is no DNS label. */
export function isLabel(value: string, field: Field): Errors {
  return named(dns1123Label, value, field);
}

/**
 * Complaints about the name of a Service; before the feature gate RelaxedServiceNameValidation it had to start with a
 * letter.
 */
export function isServiceName(value: string, field: Field): Errors {
  return [
    ...inVersions({ until: 'v1.35' }, named(dns1035Label, value, field)),
    ...inVersions({ from: 'v1.36' }, named(dns1123Label, value, field)),
  ];
}

/** Complaints about a text that is no DNS name. */
export function isSubdomain(value: string, field: Field): Errors {
  return named(dns1123Subdomain, value, field);
}

/** Complaints about a text that is no key with an optional prefix. */
export function isQualified(value: string, field: Field): Errors {
  return named(qualifiedName, value, field);
}

/** Complaints about an empty text field. */
export function isGiven(object: ValueMap, name: string, field: Field, detail = ''): Errors {
  return text(object, name) === '' ? [required(child(field, name), detail)] : [];
}

/** Complaints about a negative number; absent counts as zero. */
export function isNonnegative(object: ValueMap, name: string, field: Field): Errors {
  const value = count(object, name);
  if (value === undefined || value >= 0) return [];
  return [invalid(child(field, name), object.get(name) ?? null, 'must be greater than or equal to 0')];
}

/** Complaints about a number that is not positive; absent counts as zero. */
export function isPositive(value: Value | undefined, field: Field): Errors {
  return typeof value === 'bigint' && value > 0n ? [] : [invalid(field, value ?? 0n, 'must be greater than 0')];
}

/** Complaints about a value that is neither number nor name of a port. */
export function isPort(value: Value | undefined, field: Field): Errors {
  if (typeof value === 'string') return named(portName, value, field);
  return invalidAll(field, value ?? 0n, portNumber(typeof value === 'bigint' ? Number(value) : 0));
}

/** Complaints about a text that is not in a set; the set is listed in its order. */
export function isOneOf(value: string, supported: readonly string[], field: Field): Errors {
  return supported.includes(value) ? [] : [notSupported(field, value, supported)];
}

/** Complaints about a text that is empty or not in a set. */
export function isGivenOneOf(value: string, supported: readonly string[], field: Field): Errors {
  return value === '' ? [required(field)] : isOneOf(value, supported, field);
}

/** Complaints about a negative amount. */
export function isNonnegativeAmount(amount: Amount, field: Field): Errors {
  return signOf(amount) < 0 ? [invalid(field, printAmount(amount), 'must be greater than or equal to 0')] : [];
}

/** Complaints about an amount that is not positive. */
export function isPositiveAmount(amount: Amount, field: Field): Errors {
  return signOf(amount) <= 0 ? [invalid(field, printAmount(amount), 'must be greater than zero')] : [];
}

/** Complaints about a negative amount; until v1.37 its whole value counts, and is shown. Upstream: validateBasicResource. */
export function isReadableAmount(amount: Amount, field: Field): Errors {
  const words = 'must be a valid resource quantity';
  const whole = wholeValue(amount);
  return otherFrom(
    'v1.38',
    whole < 0n ? [invalid(field, whole, words)] : [],
    signOf(amount) < 0 ? [invalid(field, printAmount(amount), words)] : [],
  );
}

/** Complaints about an amount that is no whole number. */
export function isWholeAmount(amount: Amount, field: Field): Errors {
  return isWhole(amount) ? [] : [invalid(field, shown('resource.Quantity', printAmount(amount)), 'must be an integer')];
}

/** The amounts of a resource list by name, in the order in which they are written. */
export function amountsOf(list: ValueMap): readonly (readonly [string, Amount])[] {
  return [...list].flatMap(([name, value]) => {
    const amount = amountOf(value);
    return amount === undefined ? [] : [[name, amount] as const];
  });
}

/** The versions in which the feature gate StrictIPCIDRValidation is on. */
const strictAddresses = { from: 'v1.36' } as const;

/**
 * Complaints about an address; one that was there before is not checked.
 * Upstream: k8s.io/apimachinery pkg/util/validation/ip.go IsValidIPForLegacyField.
 */
export function isAddress(value: string, field: Field, before: readonly string[] = []): Errors {
  if (before.includes(value)) return [];
  const errors = isStrictAddress(value, field);
  return parseAddress(value) === undefined ? errors : inVersions(strictAddresses, errors);
}

/** Complaints about an address that is not written strictly. Upstream: ip.go parseIP. */
export function isStrictAddress(value: string, field: Field): Errors {
  const address = parseAddress(value);
  if (address === undefined) {
    return [invalid(field, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
  }
  if (!address.strict) return [invalid(field, value, 'must not have leading 0s')];
  return address.mapped ? [invalid(field, value, 'must not be an IPv4-mapped IPv6 address')] : [];
}

/**
 * Complaints about a range of addresses; one that was there before is not checked.
 * Upstream: ip.go IsValidCIDRForLegacyField.
 */
export function isRange(value: string, field: Field, before: readonly string[] = []): Errors {
  if (before.includes(value)) return [];
  const range = parseRange(value);
  if (range === undefined) {
    return [invalid(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
  }
  const errors = [];
  if (!range.strict) errors.push(invalid(field, value, 'must not have leading 0s in IP or prefix length'));
  if (range.strict && range.address.mapped)
    errors.push(invalid(field, value, 'must not have an IPv4-mapped IPv6 address'));
  if (range.strict && !range.address.mapped && range.loose)
    errors.push(invalid(field, value, 'must not have bits set beyond the prefix length'));
  return inVersions(strictAddresses, errors);
}

/** Complaints about an address that cannot be reached from elsewhere. Upstream: ValidateEndpointIP. */
export function isReachable(value: string, field: Field): Errors {
  const address = parseAddress(value);
  if (address === undefined) return [invalid(field, value, 'must be a valid IP address')];
  const { bytes, family } = address;
  const [first = 0, second = 0, third = 0] = bytes;
  const zero = bytes.every((byte) => byte === 0);
  const v4 = family === 'IPv4';
  const loopback = v4 ? first === 127 : bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
  const linkLocal = v4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
  const multicast = v4 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 2;
  return [
    ...(zero ? [invalid(field, value, `may not be unspecified (${value})`)] : []),
    ...(loopback ? [invalid(field, value, 'may not be in the loopback range (127.0.0.0/8, ::1/128)')] : []),
    ...(linkLocal ? [invalid(field, value, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)')] : []),
    ...(multicast
      ? [invalid(field, value, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)')]
      : []),
  ];
}

/**
 * Complaints about a value that is neither a number of at least zero nor a percentage.
 * Upstream: k8s.io/kubernetes pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent.
 */
export function isIntOrPercent(value: Value | undefined, field: Field): Errors {
  if (typeof value === 'string') return percent(value).map((words) => invalid(field, shownIntOrPercent(value), words));
  return typeof value === 'bigint' && value < 0n ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
}

/** Complaints about a percentage above 100 %. Upstream: IsNotMoreThan100Percent. */
export function isAtMostAll(value: Value | undefined, field: Field): Errors {
  if (typeof value !== 'string' || !/^[0-9]+%$/.test(value) || Number.parseInt(value, 10) <= 100) return [];
  return [invalid(field, shownIntOrPercent(value), 'must not be greater than 100%')];
}

/**
 * The number, also as a text, or the number of a percentage; zero for any other value.
 * Upstream: getIntOrPercentValue.
 */
export function amountOfIntOrPercent(value: Value | undefined): number {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && /^([0-9]+%|[+-]?[0-9]+)$/.test(value) ? Number.parseInt(value, 10) : 0;
}

/** A number or a percentage as complaints show it. */
export function shownIntOrPercent(value: Value | undefined): Shown {
  return shown('intstr.IntOrString', value);
}
