import {
  bytesValue,
  type CelList,
  type CelValue,
  celError,
  durationValue,
  isCelList,
  isError,
  kindOf,
  noSuchOverload,
  type Timestamp,
  timestampValue,
  uintValue,
} from './cel-value.ts';
import { numberOf } from './equality.ts';

export type Operator = '+' | '-' | '*' | '/' | '%';

const intOverflow = celError('integer overflow');
const uintOverflow = celError('unsigned integer overflow');

/**
 * Applies an operator to two values; undefined where the left one has no such operator.
 * Upstream: github.com/google/cel-go common/types, the methods Add, Subtract, Multiply, Divide and Modulo.
 */
export function arithmetic(operator: Operator, left: CelValue, right: CelValue): CelValue | undefined {
  if (isError(right)) return right;
  if (typeof left === 'bigint') return typeof right === 'bigint' ? ints(operator, left, right) : noSuchOverload;
  if (typeof left === 'number') {
    if (operator === '%') return undefined;
    return typeof right === 'number' ? doubles(operator, left, right) : noSuchOverload;
  }
  if (typeof left === 'string') {
    if (operator !== '+') return undefined;
    return typeof right === 'string' ? left + right : noSuchOverload;
  }
  if (left === null || typeof left !== 'object') return undefined;
  switch (left.kind) {
    case 'uint':
      return kindOf(right) === 'uint' ? uints(operator, left.value, (right as typeof left).value) : noSuchOverload;
    case 'bytes':
      if (operator !== '+') return undefined;
      if (kindOf(right) !== 'bytes') return noSuchOverload;
      return bytesValue(Uint8Array.from([...left.bytes, ...(right as typeof left).bytes]));
    case 'list':
      if (operator !== '+') return undefined;
      if (!isCelList(right)) return noSuchOverload;
      return left.plus?.(right) ?? joined(left, right);
    case 'duration':
    case 'timestamp':
      return operator === '+' || operator === '-' ? times(operator, left, right) : undefined;
    default:
      return undefined;
  }
}

/** Upstream: common/types/list.go newConcatList. */
function joined(left: CelList, right: CelList): CelList {
  if (left.items.length === 0) return right;
  if (right.items.length === 0) return left;
  return { kind: 'list', items: left.items.concat(right.items), goType: '*types.concatList' };
}

function ints(operator: Operator, left: bigint, right: bigint): CelValue {
  const result = whole(operator, left, right);
  if (typeof result !== 'bigint') return result;
  // The smallest int divided by -1 is the only quotient out of range.
  const fits = BigInt.asIntN(64, result) === result && !(operator === '%' && left === smallest && right === -1n);
  return fits ? result : intOverflow;
}

const smallest = -(2n ** 63n);

function uints(operator: Operator, left: bigint, right: bigint): CelValue {
  const result = whole(operator, left, right);
  if (typeof result !== 'bigint') return result;
  return BigInt.asUintN(64, result) === result ? uintValue(result) : uintOverflow;
}

function whole(operator: Operator, left: bigint, right: bigint): CelValue {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? celError('division by zero') : left / right;
    case '%':
      return right === 0n ? celError('modulus by zero') : left % right;
  }
}

function doubles(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return left / right;
  }
}

const second = 1_000_000_000n;
/** The years 1 to 9999. */
const earliest = -62135596800n * second;
const latest = 253402300800n * second - 1n;

/** Returns a timestamp, or an error outside the years 1 to 9999. */
export function checkedTimestamp(nanos: bigint, offset = 0): CelValue {
  return nanos < earliest || nanos > latest ? celError('timestamp overflow') : timestampValue(nanos, offset);
}

function checkedDuration(nanos: bigint): CelValue {
  return BigInt.asIntN(64, nanos) === nanos ? durationValue(nanos) : celError('duration overflow');
}

function times(operator: '+' | '-', left: CelValue, right: CelValue): CelValue {
  const a = left as Timestamp;
  const b = right as Timestamp;
  const other = kindOf(right);
  if (other !== 'timestamp' && other !== 'duration') return noSuchOverload;
  const sum = operator === '+' ? a.nanos + b.nanos : a.nanos - b.nanos;
  if (a.kind === 'timestamp') {
    if (other === 'duration') return checkedTimestamp(sum, a.offset);
    return operator === '-' ? checkedDuration(sum) : noSuchOverload;
  }
  if (other === 'duration') return checkedDuration(sum);
  return operator === '+' ? checkedTimestamp(sum, b.offset) : noSuchOverload;
}

/** Negates a value; undefined where its type has no sign. */
export function negated(value: CelValue): CelValue | undefined {
  if (typeof value === 'boolean') return noSuchOverload;
  if (typeof value === 'bigint') return value === smallest ? intOverflow : -value;
  if (typeof value === 'number') return -value;
  return value !== null && typeof value === 'object' && value.kind === 'duration'
    ? checkedDuration(-value.nanos)
    : undefined;
}

/**
 * Compares two values: negative, 0 or positive, an error where they have no order, or undefined where the left one has
 * no order at all.
 */
export function compare(left: CelValue, right: CelValue): number | CelValue | undefined {
  const a = numberOf(left);
  if (a !== undefined) {
    const b = numberOf(right);
    if (Number.isNaN(a) || Number.isNaN(b)) return celError('NaN values cannot be ordered');
    return b === undefined ? failed(right) : sign(a, b);
  }
  if (typeof left === 'string') return typeof right === 'string' ? compareText(left, right) : failed(right);
  if (typeof left === 'boolean') return typeof right === 'boolean' ? sign(left, right) : failed(right);
  if (left === null || typeof left !== 'object') return undefined;
  if (left.kind === 'timestamp' || left.kind === 'duration') {
    return kindOf(right) === left.kind ? sign(left.nanos, (right as typeof left).nanos) : failed(right);
  }
  if (left.kind !== 'bytes') return undefined;
  return kindOf(right) === 'bytes' ? compareBytes(left.bytes, (right as typeof left).bytes) : failed(right);
}

function failed(right: CelValue): CelValue {
  return isError(right) ? right : noSuchOverload;
}

function sign<T extends bigint | number | boolean>(left: T, right: T): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** Compares by code points, which is the order of UTF-8 bytes. */
function compareText(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = sign(a[i]?.codePointAt(0) ?? 0, b[i]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return sign(a.length, b.length);
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = sign(left[i] ?? 0, right[i] ?? 0);
    if (order !== 0) return order;
  }
  return sign(left.length, right.length);
}
