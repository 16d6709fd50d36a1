import type { ValueMap } from '@managed-fields/merge-engine';
import {
  type Amount,
  addAmounts,
  amountOf,
  compareAmounts,
  milliValue,
  printAmount,
  signOf,
  wholeValue,
} from './amount.ts';
import { duplicate, type Errors, forbidden, inVersions, invalid, otherFrom, required, tooMany } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { list, pointer } from './object.ts';

/*
 * How much of a device one may ask for.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go validateRequestPolicy.
 */

const zero: Amount = { amount: { unscaled: 0n, scale: 0 }, format: 'DecimalSI' };

/** Complaints about a capacity; only of a device that several may use at once one can ask for a part. */
export function capacityErrors(capacity: ValueMap, isShared: boolean, field: Field): Errors {
  const policy = pointer(capacity, 'requestPolicy');
  const place = child(field, 'requestPolicy');
  if (policy === undefined) return [];
  if (!isShared) return [forbidden(place, 'allowMultipleAllocations must be true')];
  const range = pointer(policy, 'validRange');
  const values = list(policy, 'validValues').map((each) => amountOf(each) ?? zero);
  if (values.length > 0 && range !== undefined) {
    const both = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    return [forbidden(place, both)];
  }
  const whole = amountOf(capacity.get('value')) ?? zero;
  const usual = amountOf(policy.get('default'));
  const name = values.length > 0 ? 'validValues' : 'validRange';
  if (values.length === 0 && range === undefined) return [];
  if (usual === undefined) return [required(child(place, 'default'), `required when ${name} is defined`)];
  return range === undefined
    ? valueErrors(usual, whole, values, child(place, name))
    : rangeErrors(usual, whole, range, child(place, name));
}

/** The most values to choose from. */
const mostValues = 10;

function valueErrors(usual: Amount, whole: Amount, values: readonly Amount[], field: Field): Errors {
  const wrong = 'default value is not valid according to the requestPolicy';
  const isAmong = values.length <= mostValues && values.some((each) => compareAmounts(each, usual) === 0);
  const again = (keys: readonly string[]) =>
    keys.flatMap((key, i) => (keys.indexOf(key) < i ? [duplicate(at(field, i), key)] : []));
  return [
    ...values.flatMap((each, i) => {
      const before = values[i - 1];
      if (before === undefined || compareAmounts(before, each) <= 0) return [];
      return [invalid(at(field, i), printAmount(each), 'values must be sorted in ascending order')];
    }),
    ...(values.length > mostValues
      ? [tooMany(field, values.length, mostValues)]
      : [
          ...values.flatMap((each, i) =>
            compareAmounts(each, whole) > 0
              ? [
                  invalid(
                    at(field, i),
                    printAmount(each),
                    `option is larger than capacity value: ${printAmount(whole)}`,
                  ),
                ]
              : [],
          ),
          ...otherFrom(
            'v1.38',
            again(values.map((each) => String(wholeValue(each)))),
            again(values.map((each) => decimalText(each))),
          ),
        ]),
    ...(isAmong ? [] : [invalid(field, printAmount(usual), wrong)]),
  ];
}

/**
 * An amount in decimal digits, as many behind the point as its unit has: `0.500` for 500m.
 * Upstream: quantityKeyAsDec, gopkg.in/inf.v0 Dec.String.
 */
function decimalText({ amount: { unscaled, scale } }: Amount): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Complaints about a range; from v1.37 on those about the default name its field. */
function rangeErrors(usual: Amount, whole: Amount, range: ValueMap, field: Field): Errors {
  const [least, most, step] = ['min', 'max', 'step'].map((name) => amountOf(range.get(name)));
  if (least === undefined) return [required(child(field, 'min'), 'required when validRange is defined')];
  const above = (a: Amount, b: Amount | undefined) => b !== undefined && compareAmounts(a, b) > 0;
  const aboutUsual = (former: string, words: string) => [
    ...inVersions({ until: 'v1.36' }, [invalid(child(field, former), printAmount(usual), words)]),
    ...inVersions({ from: 'v1.37' }, [invalid(child(field, 'default'), printAmount(usual), words)]),
  ];
  const larger = (name: string, value: Amount, than: string, other: Amount) =>
    invalid(child(field, name), printAmount(value), `${than}: ${printAmount(other)}`);
  return [
    ...(above(least, whole) ? [larger('min', least, 'min is larger than capacity value', whole)] : []),
    ...(above(least, usual) ? aboutUsual('min', `default is less than min: ${printAmount(least)}`) : []),
    ...(most === undefined
      ? []
      : [
          ...(above(least, most) ? [larger('max', least, 'min is larger than max', most)] : []),
          ...(above(most, whole) ? [larger('max', most, 'max is larger than capacity value', whole)] : []),
          ...(above(usual, most) ? aboutUsual('max', `default is more than max: ${printAmount(most)}`) : []),
        ]),
    ...stepErrors({ default: usual, min: least, max: most, step }, whole, field),
  ];
}

/** What a range says, by field. */
interface Bounds {
  readonly default: Amount;
  readonly min: Amount;
  readonly max: Amount | undefined;
  readonly step: Amount | undefined;
}

/** From v1.38 on thousandths count where there are fractions (the feature gate DRAFractionalCapacityRange). */
function stepErrors(bounds: Bounds, whole: Amount, field: Field): Errors {
  const inWhole = sizedStepErrors(bounds, wholeValue, whole, field);
  const given = Object.entries(bounds).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  if (!given.some(({ value }) => hasFraction(value))) return inWhole;
  const finer = given.filter(({ value }) => !isMilli(value));
  const words = 'value cannot be represented as a milli value';
  return otherFrom(
    'v1.38',
    inWhole,
    finer.length > 0
      ? finer.map(({ name, value }) => invalid(child(field, name), printAmount(value), words))
      : sizedStepErrors(bounds, milliValue, whole, field),
  );
}

function hasFraction({ amount: { unscaled, scale } }: Amount): boolean {
  return scale > 0 && unscaled % 10n ** BigInt(scale) !== 0n;
}

/** Whether thousandths, which 64 bits hold, are the whole amount. */
function isMilli(value: Amount): boolean {
  return compareAmounts({ ...value, amount: { unscaled: milliValue(value), scale: 3 } }, value) === 0;
}

/** `sizeOf` counts in the unit of the range. */
function sizedStepErrors(
  { default: usual, min: least, max: most, step }: Bounds,
  sizeOf: (value: Amount) => bigint,
  whole: Amount,
  field: Field,
): Errors {
  if (step === undefined) return [];
  const place = child(field, 'step');
  const first = addAmounts(least, step);
  const tooLarge =
    compareAmounts(first, whole) > 0
      ? [
          invalid(
            place,
            printAmount(step),
            `one step ${printAmount(first)} is larger than capacity value: ${printAmount(whole)}`,
          ),
        ]
      : [];
  const fits = (value: Amount) => {
    const size = sizeOf(step);
    if (size === 0n || (sizeOf(value) - sizeOf(least)) % size === 0n) return [];
    const words = `value is not a multiple of a given step (${printAmount(step)}) from (${printAmount(least)})`;
    return [invalid(place, printAmount(value), words)];
  };
  const unfit = [...fits(usual), ...(most === undefined ? [] : fits(most))];
  const bounds = { default: usual, min: least, max: most, step };
  const unsafe = Object.entries(bounds).flatMap(([name, value]) =>
    value === undefined || sizeOf === milliValue ? [] : outOfRange(value, child(field, name)),
  );
  return [
    ...inVersions({ until: 'v1.36' }, [...tooLarge, ...unfit]),
    ...inVersions(
      { from: 'v1.37' },
      signOf(step) <= 0
        ? [invalid(place, printAmount(step), 'must be greater than zero')]
        : [...tooLarge, ...(unsafe.length > 0 ? unsafe : unfit)],
    ),
  ];
}

const largest: Amount = { amount: { unscaled: 2n ** 63n - 1n, scale: 0 }, format: 'DecimalSI' };

/** Upstream: validateInt64Range. */
function outOfRange(value: Amount, field: Field): Errors {
  if (signOf(value) < 0) return [invalid(field, printAmount(value), 'must be greater than or equal to 0')];
  if (compareAmounts(value, largest) <= 0) return [];
  return [invalid(field, printAmount(value), 'must not be larger than 9223372036854775807')];
}
