import { fixedFloat, sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { type Amount, amountOf, compareAmounts, milliValue, printAmount, wholeValue } from './amount.ts';
import { duplicate, type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { has, struct, structs, text } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { containerResourceName, isOvercommitable, resourceName } from './resources.ts';
import { isQualified } from './scalars.ts';
import { shownPrinted } from './shown.ts';

/*
 * LimitRanges.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateLimitRange.
 */

/** Complaints about a LimitRange, new or changed. */
export function limitRangeErrors(range: ValueMap): Errors {
  const limits = structs(struct(range, 'spec'), 'limits');
  const types = limits.map((limit) => text(limit, 'type'));
  return [
    ...metadataErrors(range, { namespaced: true, name: dns1123Subdomain }),
    ...limits.flatMap((limit, i) => {
      const place = at('spec.limits', i);
      const type = types[i] ?? '';
      return [
        ...typeErrors(type, child(place, 'type')),
        ...(types.indexOf(type) < i ? [duplicate(child(place, 'type'), type)] : []),
        ...limitErrors(limit, type, place),
      ];
    }),
  ];
}

function typeErrors(type: string, field: Field): Errors {
  const errors = isQualified(type, field);
  if (errors.length > 0 || type.includes('/')) return errors;
  if (['Pod', 'Container', 'PersistentVolumeClaim'].includes(type)) return [];
  return [invalid(field, type, 'must be a standard limit type or fully qualified')];
}

function limitErrors(limit: ValueMap, type: string, field: Field): Errors {
  const nameCheck = type === 'Pod' || type === 'Container' ? containerResourceName : resourceName;
  const names = (part: string) =>
    sortedKeys(struct(limit, part)).flatMap((name) => nameCheck(name, at(child(field, part), name)));
  const storage = has(struct(limit, 'min'), 'storage') || has(struct(limit, 'max'), 'storage');
  const storageWords = 'either minimum or maximum storage value is required, but neither was provided';
  const defaults = ['default', 'defaultRequest'];
  const parts = ['max', 'min', ...(type === 'Pod' ? [] : defaults), 'maxLimitRequestRatio'];
  const keys = new Set(parts.flatMap((part) => [...struct(limit, part).keys()]));
  return [
    ...names('max'),
    ...names('min'),
    ...defaults.flatMap((part) => (type === 'Pod' ? withoutDefaults(limit, part, field) : names(part))),
    ...(type === 'PersistentVolumeClaim' && !storage ? [required(child(field, 'limits'), storageWords)] : []),
    ...names('maxLimitRequestRatio'),
    ...[...keys].flatMap((name) => amountErrors(limit, name, type === 'Pod' ? [] : defaults, field)),
  ];
}

function withoutDefaults(limit: ValueMap, part: string, field: Field): Errors {
  if (struct(limit, part).size === 0) return [];
  return [forbidden(child(field, part), "may not be specified when `type` is 'Pod'")];
}

/**
 * Pairs of amounts of which the first must not be greater: the smaller, the larger, the one that the complaint is
 * about, the one that it shows, and the words for both.
 */
const orders: readonly (readonly [string, string, string, string, string, string])[] = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest', 'default request value', 'default limit value'],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
];

function amountErrors(limit: ValueMap, name: string, defaults: readonly string[], field: Field): Errors {
  const parts = ['min', 'max', 'maxLimitRequestRatio', ...defaults];
  const amounts = new Map(parts.map((part) => [part, amountOf(struct(limit, part).get(name))]));
  const place = (part: string) => at(child(field, part), name);
  const errors: Errors[number][] = orders.flatMap(([less, more, part, shows, lessWords, moreWords]) => {
    const [small, large, value] = [amounts.get(less), amounts.get(more), amounts.get(shows)];
    if (small === undefined || large === undefined || value === undefined) return [];
    if (compareAmounts(small, large) <= 0) return [];
    const words = `${lessWords} ${printAmount(small)} is greater than ${moreWords} ${printAmount(large)}`;
    return [invalid(place(part), shownPrinted(printAmount(value)), words)];
  });
  errors.push(...ratioErrors(amounts, place('maxLimitRequestRatio')));
  const [most, request] = [amounts.get('default'), amounts.get('defaultRequest')];
  if (!isOvercommitable(name) && most !== undefined && request !== undefined && compareAmounts(most, request) !== 0) {
    const [own, other] = [printAmount(request), printAmount(most)];
    const words = `default value ${other} must equal to defaultRequest value ${own} in ${name}`;
    errors.push(invalid(place('defaultRequest'), shownPrinted(own), words));
  }
  return errors;
}

const one: Amount = { amount: { unscaled: 1n, scale: 0 }, format: 'DecimalSI' };

/** Upstream: apimachinery pkg/api/resource/math.go MaxMilliValue. */
const mostWithThousandths = (2n ** 63n - 1n) / 1000n;

/** Larger amounts are compared without their thousandths. */
function ratioErrors(amounts: ReadonlyMap<string, Amount | undefined>, field: Field): Errors {
  const [ratio, min, max] = [amounts.get('maxLimitRequestRatio'), amounts.get('min'), amounts.get('max')];
  if (ratio === undefined) return [];
  const errors: Errors[number][] = [];
  const own = printAmount(ratio);
  const value = shownPrinted(own);
  if (compareAmounts(ratio, one) < 0) errors.push(invalid(field, value, `ratio ${own} is less than 1`));
  if (min === undefined || max === undefined) return errors;
  const inThousandths = [ratio, min, max].every((each) => wholeValue(each) < mostWithThousandths);
  const [amountOf, share] = inThousandths ? [milliValue, 1000] : [wholeValue, 1];
  const most = Number(amountOf(max)) / Number(amountOf(min));
  const tooMuch = Number(amountOf(ratio)) / share > most;
  if (!tooMuch) return errors;
  return [...errors, invalid(field, value, `ratio ${own} is greater than max/min = ${fixedFloat(most, 6)}`)];
}
