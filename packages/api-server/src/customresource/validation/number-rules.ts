import { formatFloat } from '@managed-fields/merge-engine';
import { usualRelease } from '../../cel/release.ts';
import type { JsonSchema } from '../json-schema.ts';
import { integerOf } from '../object-meta.ts';
import { addErrors, emptyResult, mergeResults, type SchemaError, type SchemaResult } from './result.ts';

/** A number of a value: bigint for Go's int64, number for float64. */
type Numeric = bigint | number;

/**
 * Checks a number against its range, multipleOf, minimum and maximum.
 * Upstream: k8s.io/kube-openapi pkg/validation/validate/validator.go numberValidator, values.go.
 */
export function checkNumber(
  value: Numeric,
  types: readonly string[],
  schema: JsonSchema,
  path: string,
  minor: number | undefined,
): SchemaResult {
  const result = emptyResult(1);
  const target = { type: types.join(), format: schema.format };
  addErrors(result, ...rangeErrors(value, target, 'Checked', path));
  const { multipleOf, minimum, maximum } = schema;
  if (multipleOf !== undefined) {
    const check = emptyResult();
    addErrors(check, ...rangeErrors(multipleOf, target, 'MultipleOf', path));
    addErrors(check, ...multipleErrors(check.errors.length === 0 ? value : Number(value), multipleOf, path, minor));
    mergeResults(result, check);
  }
  if (minimum !== undefined) {
    const check = emptyResult();
    addErrors(check, ...rangeErrors(minimum, target, 'Minimum boundary', path));
    const compared = check.errors.length === 0 ? value : Number(value);
    addErrors(check, ...boundErrors(compared, minimum, schema.exclusiveMinimum, 'minimum', path));
    mergeResults(result, check);
  }
  if (maximum !== undefined) {
    const check = emptyResult();
    addErrors(check, ...rangeErrors(maximum, target, 'Maximum boundary', path));
    const compared = check.errors.length === 0 ? value : Number(value);
    addErrors(check, ...boundErrors(compared, maximum, schema.exclusiveMaximum, 'maximum', path));
    mergeResults(result, check);
  }
  return result;
}

/** The type and format that a number must fit. */
interface NumberTarget {
  readonly type: string;
  readonly format: string;
}

function rangeErrors(value: Numeric, target: NumberTarget, prefix: string, path: string): SchemaError[] {
  if (fits(value, target)) return [];
  const { type, format } = target;
  const isKnown = (type === 'integer' ? ['int32', 'int64'] : ['float']).includes(format);
  const words = `${type} ${isKnown ? `with format ${format}` : '(default format)'}`;
  return [{ kind: 'plain', name: path, message: `${prefix} value must be of type ${words} in ${path}` }];
}

function fits(value: Numeric, target: NumberTarget): boolean {
  if (target.type === 'integer') {
    const integer = typeof value === 'bigint' ? value : integerOf(value);
    return integer !== undefined && (target.format !== 'int32' || BigInt.asIntN(32, integer) === integer);
  }
  const isFloat = target.type === 'number' && target.format === 'float';
  return !isFloat || Math.abs(Number(value)) <= 2 ** 128 - 2 ** 103;
}

function multipleErrors(value: Numeric, multipleOf: number, path: string, minor: number | undefined): SchemaError[] {
  const factor: Numeric = typeof value === 'bigint' ? toInt64(multipleOf) : multipleOf;
  if (factor <= 0) {
    const message = `factor MultipleOf declared for ${path} must be positive: ${text(factor)}`;
    return [{ kind: 'other', name: path, message, value: factor }];
  }
  if (isMultiple(value, factor, minor)) return [];
  return [{ kind: 'other', name: path, message: `${path} in body should be a multiple of ${text(factor)}`, value }];
}

function isMultiple(value: Numeric, factor: Numeric, minor: number | undefined): boolean {
  if (typeof value === 'bigint') return value % BigInt(factor) === 0n;
  const divisor = Number(factor);
  return isJsonInteger(divisor < 1 ? (1 / divisor) * value : value / divisor, minor);
}

type Bound = 'minimum' | 'maximum';

function boundErrors(value: Numeric, bound: number, exclusive: boolean, kind: Bound, path: string): SchemaError[] {
  const limit: Numeric = typeof value === 'bigint' ? toInt64(bound) : bound;
  const good =
    kind === 'minimum'
      ? value > limit || (!exclusive && value === limit)
      : value < limit || (!exclusive && value === limit);
  if (good) return [];
  const comparison = kind === 'minimum' ? 'greater than' : 'less than';
  const words = exclusive ? comparison : `${comparison} or equal to`;
  return [{ kind: 'other', name: path, message: `${path} in body should be ${words} ${text(limit)}`, value }];
}

/**
 * Converts a float to int64 as Go does: the fraction is dropped, and a number out of range becomes the least integer.
 */
function toInt64(value: number): bigint {
  const integer = BigInt(Math.trunc(value));
  return BigInt.asIntN(64, integer) === integer ? integer : -(2n ** 63n);
}

function text(value: Numeric): string {
  return typeof value === 'bigint' ? String(value) : formatFloat(value);
}

/**
 * Whether a float counts as an integer: within the range of exact doubles, and whole apart from rounding; up to v1.36 it may
 * only be a little above.
 * Upstream: github.com/go-openapi/swag v0.23 convert.go, v0.27 conv/convert.go IsFloat64AJSONInteger.
 */
export function isJsonInteger(value: number, minor = usualRelease.minor): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(value)) return true;
  const whole = minor > 36 ? Math.round(value) : Math.trunc(value);
  if (minor > 36) return Math.abs(value - whole) < 1e-9 * Math.abs(whole);
  return value > 1 && (value - whole) / (value + whole) < 1e-9;
}
