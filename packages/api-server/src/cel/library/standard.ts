import { compilePattern } from '../../pattern/pattern.ts';
import { arithmetic, compare, negated, type Operator } from '../value/arithmetic.ts';
import {
  type CelValue,
  celError,
  isCelList,
  isCelMap,
  isError,
  kindOf,
  noSuchOverload,
  type Timestamp,
  typeName,
} from '../value/cel-value.ts';
import { charactersIn } from '../value/characters.ts';
import { convert } from '../value/convert.ts';
import { listHas } from '../value/equality.ts';
import { type TimePart, timePart } from '../value/time.ts';
import { type Declaration, overloads, type Run, shared } from './declaration.ts';

const pairs = (types: readonly string[], result?: string) =>
  types.map((type) => `(${type}, ${type}) ${result ?? type}`);

function arithmeticOf(operator: Operator, signatures: readonly string[]): Declaration {
  return shared(`_${operator}_`, signatures, (left = null, right = null) => arithmetic(operator, left, right));
}

const ordered = [
  '(bool, bool) bool',
  '(int, int) bool',
  '(int, double) bool',
  '(int, uint) bool',
  '(uint, uint) bool',
  '(uint, double) bool',
  '(uint, int) bool',
  '(double, double) bool',
  '(double, int) bool',
  '(double, uint) bool',
  ...pairs(['string', 'bytes', 'timestamp', 'duration'], 'bool'),
];

function order(name: string, holds: (order: number) => boolean): Declaration {
  return shared(name, ordered, (left = null, right = null) => {
    const result = compare(left, right);
    return typeof result === 'number' ? holds(result) : result;
  });
}

const converters: Readonly<Record<string, readonly string[]>> = {
  bool: ['bool', 'string'],
  bytes: ['bytes', 'string'],
  double: ['double', 'int', 'string', 'uint'],
  duration: ['duration', 'int', 'string'],
  int: ['int', 'double', 'duration', 'string', 'timestamp', 'uint'],
  string: ['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint'],
  timestamp: ['timestamp', 'int', 'string'],
  uint: ['uint', 'double', 'int', 'string'],
};

const runtimeNames: ReadonlyMap<string, string> = new Map([
  ['duration', 'google.protobuf.Duration'],
  ['timestamp', 'google.protobuf.Timestamp'],
]);

function conversions(): Declaration[] {
  return Object.entries(converters).map(([to, from]) =>
    overloads(
      to,
      ...from.map((type) => {
        const run: Run = (value = null) => convert(value, runtimeNames.get(to) ?? to);
        const signature = `(${type}) ${to}`;
        return signature === '(int) duration'
          ? ([signature, run, { until: 36 }] as const)
          : ([signature, run] as const);
      }),
    ),
  );
}

/** Declares an operation on texts whose argument types are checked when it is called. */
function onTexts(name: string, run: (text: string, other: string) => boolean): Declaration {
  const checked: Run = (text = null, other = null) =>
    typeof text === 'string' && typeof other === 'string' ? run(text, other) : noSuchOverload;
  return { ...overloads(name, ['string.(string) bool', checked]), unguarded: true };
}

function sizeOf(value: CelValue): CelValue | undefined {
  if (typeof value === 'string') return BigInt(charactersIn(value));
  if (value === null || typeof value !== 'object') return undefined;
  if (value.kind === 'bytes') return BigInt(value.bytes.length);
  if (value.kind === 'list') return BigInt(value.items.length);
  return value.kind === 'map' ? BigInt(value.size) : undefined;
}

function inAggregate(value: CelValue, container: CelValue): CelValue {
  if (isCelList(container)) return listHas(container.items, value);
  if (!isCelMap(container)) return isError(container) ? container : noSuchOverload;
  const found = container.find(value);
  return isError(found) ? found : found !== undefined;
}

/** Whether a text matches a pattern; an error where the pattern is invalid. */
function matches(text: CelValue, pattern: CelValue): CelValue | undefined {
  if (typeof text !== 'string') return undefined;
  if (typeof pattern !== 'string') return noSuchOverload;
  const compiled = compilePattern(pattern);
  return compiled.kind === 'pattern' ? compiled.test(text) : celError(compiled.message);
}

const timeParts: readonly TimePart[] = [
  'getFullYear',
  'getMonth',
  'getDayOfYear',
  'getDate',
  'getDayOfMonth',
  'getDayOfWeek',
  'getHours',
  'getMinutes',
  'getSeconds',
  'getMilliseconds',
];

/** The nanoseconds of each part of a duration. */
const durationParts: ReadonlyMap<TimePart, bigint> = new Map([
  ['getHours', 3_600_000_000_000n],
  ['getMinutes', 60_000_000_000n],
  ['getSeconds', 1_000_000_000n],
  ['getMilliseconds', 1_000_000n],
]);

function times(): Declaration[] {
  return timeParts.map((part) => {
    const read = (time: CelValue, zone: CelValue = 'UTC') => timePart(part, time as Timestamp, String(zone));
    const unit = durationParts.get(part);
    return overloads(
      part,
      ['timestamp.() int', (time = null) => read(time)],
      ['timestamp.(string) int', (time = null, zone) => read(time, zone)],
      ...(unit === undefined
        ? []
        : [['duration.() int', (length: CelValue) => (length as Timestamp).nanos / unit] as const]),
    );
  });
}

/** The operators and functions of the language. Upstream: github.com/google/cel-go common/stdlib/standard.go. */
export const standardLibrary: readonly Declaration[] = [
  shared('_?_:_', ['(bool, A, A) A'], () => noSuchOverload),
  shared('_&&_', ['(bool, bool) bool'], () => noSuchOverload),
  shared('_||_', ['(bool, bool) bool'], () => noSuchOverload),
  shared('!_', ['(bool) bool'], (value = null) => (typeof value === 'boolean' ? !value : noSuchOverload)),
  shared('@not_strictly_false', ['(bool) bool'], (value = null) => value !== false),
  shared('_==_', ['(A, A) bool'], () => noSuchOverload),
  shared('_!=_', ['(A, A) bool'], () => noSuchOverload),
  arithmeticOf('+', [
    ...pairs(['bytes', 'double', 'duration']),
    '(duration, timestamp) timestamp',
    '(timestamp, duration) timestamp',
    '(int, int) int',
    '(list(A), list(A)) list(A)',
    ...pairs(['string', 'uint']),
  ]),
  arithmeticOf('/', pairs(['double', 'int', 'uint'])),
  arithmeticOf('%', pairs(['int', 'uint'])),
  arithmeticOf('*', pairs(['double', 'int', 'uint'])),
  arithmeticOf('-', [
    ...pairs(['double', 'duration', 'int']),
    '(timestamp, duration) timestamp',
    '(timestamp, timestamp) duration',
    '(uint, uint) uint',
  ]),
  shared('-_', ['(double) double', '(int) int'], (value = null) => negated(value)),
  order('_<_', (result) => result < 0),
  order('_<=_', (result) => result <= 0),
  order('_>_', (result) => result > 0),
  order('_>=_', (result) => result >= 0),
  shared('_[_]', ['(list(A), int) A', '(map(A, B), A) B'], () => noSuchOverload),
  shared('@in', ['(A, list(A)) bool', '(A, map(A, B)) bool'], (value = null, container = null) =>
    inAggregate(value, container),
  ),
  shared(
    'size',
    ['bytes', 'list(A)', 'map(A, B)', 'string'].flatMap((type) => [`(${type}) int`, `${type}.() int`]),
    (value = null) => sizeOf(value),
  ),
  shared('type', ['(A) type(A)'], (value = null) => ({ kind: 'type', name: typeName(value) })),
  shared('dyn', ['(A) dyn'], (value = null) => value),
  ...conversions(),
  onTexts('contains', (text, part) => text.includes(part)),
  onTexts('endsWith', (text, end) => text.endsWith(end)),
  onTexts('startsWith', (text, start) => text.startsWith(start)),
  shared('matches', ['(string, string) bool', 'string.(string) bool'], (text = null, pattern = null) =>
    matches(text, pattern),
  ),
  ...times(),
];

/** The names of types that expressions can name. */
export const standardTypeNames = [
  'bool',
  'bytes',
  'double',
  'google.protobuf.Duration',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'google.protobuf.Timestamp',
  'type',
  'uint',
];

/** Whether a value is an optional value. */
export function isOptional(value: CelValue): boolean {
  return kindOf(value) === 'optional';
}
