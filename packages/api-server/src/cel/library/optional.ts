import {
  type CelList,
  type CelValue,
  celError,
  kindOf,
  listValue,
  none,
  type Optional,
  optionalOf,
} from '../value/cel-value.ts';
import { valueText } from '../value/convert.ts';
import { type Declaration, overloads, shared } from './declaration.ts';

/** Whether a value is zero: empty, 0, false or null. */
function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === '') return true;
  if (typeof value !== 'object') return false;
  switch (value.kind) {
    case 'list':
      return value.items.length === 0 && value.native === undefined;
    case 'map':
      return value.size === 0 && value.native === undefined;
    case 'uint':
      return value.value === 0n;
    case 'bytes':
      return value.bytes.length === 0;
    case 'duration':
      return value.nanos === 0n;
    case 'optional':
      return value.value === undefined;
    case 'made':
      return value.fields.size === 0;
    default:
      return false;
  }
}

function unwrap(list: CelValue): CelValue {
  const values: CelValue[] = [];
  for (const item of (list as CelList).items) {
    if (kindOf(item) !== 'optional') return celError(`value ${valueText(item)} is not optional`);
    const { value } = item as Optional;
    if (value !== undefined) values.push(value);
  }
  return listValue(values);
}

function at(list: CelValue, index: number): CelValue {
  const item = (list as CelList).items.at(index);
  return item === undefined ? none : optionalOf(item);
}

/** Functions on optional values. Upstream: github.com/google/cel-go cel/library.go optionalLib. */
export const optionalLibrary: readonly Declaration[] = [
  overloads('optional.of', ['(V) optional(V)', (value = null) => optionalOf(value)]),
  overloads('optional.ofNonZeroValue', [
    '(V) optional(V)',
    (value = null) => (isZero(value) ? none : optionalOf(value)),
  ]),
  overloads('optional.none', ['() optional(V)', () => none]),
  overloads('value', [
    'optional(V).() V',
    (optional = null) => (optional as Optional).value ?? celError('optional.none() dereference'),
  ]),
  overloads('hasValue', ['optional(V).() bool', (optional = null) => (optional as Optional).value !== undefined]),
  shared('or', ['optional(V).(optional(V)) optional(V)'], () => undefined),
  shared('orValue', ['optional(V).(V) V'], () => undefined),
  shared('_?._', ['(dyn, string) optional(V)'], () => undefined),
  shared(
    '_[?_]',
    [
      '(list(V), int) optional(V)',
      '(optional(list(V)), int) optional(V)',
      '(map(K, V), K) optional(V)',
      '(optional(map(K, V)), K) optional(V)',
    ],
    () => undefined,
  ),
  shared('_[_]', ['(optional(list(V)), int) optional(V)', '(optional(map(K, V)), K) optional(V)'], () => undefined),
  overloads('last', ['list(V).() optional(V)', (list = null) => at(list, -1)]),
  overloads('first', ['list(V).() optional(V)', (list = null) => at(list, 0)]),
  overloads('optional.unwrap', ['(list(optional(V))) list(V)', (list = null) => unwrap(list)]),
  overloads('unwrapOpt', ['list(optional(V)).() list(V)', (list = null) => unwrap(list)]),
];
