import {
  bytesOfBase64,
  formatJson,
  isList,
  isMap,
  parseQuantity,
  quote,
  sortedKeys,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { fieldsOf, type InternalTypes } from './types.ts';

/**
 * Prints a served value as Go source of the type that the server works on. Where Go prints a memory address, which
 * differs between runs, a made-up one is printed. How the server keeps a quantity is guessed from how it writes it.
 * Upstream: fmt `%#v`.
 */
export function goSyntax(types: InternalTypes, type: string, value: Value | undefined): string {
  let address = 0xc0_0000_0000;

  function source(type: string, value: Value | undefined, around: ValueMap): string {
    const isNil = value === undefined || value === null;
    if (type === 'runtime.RawExtension') return rawSource(value);
    if (type === 'interface {}') return isNil ? `${type}(nil)` : source(dynamicType(value), value, around);
    if (type === 'v1.Time' || type === '*v1.Time') return isNil && type.startsWith('*') ? '<nil>' : timeSource(value);
    if (type.startsWith('*')) {
      address += 0x10;
      return `(${type})(${isNil ? 'nil' : `0x${address.toString(16)}`})`;
    }
    if (type === bytesType) return bytesSource(value);
    const named = types[type];
    if (type === 'field.Path')
      return `field.Path{name:"dataSource", index:"", parent:${source('*field.Path', true, around)}}`;
    if (named === 'custom') return customs[type]?.(value) ?? String(value);
    if (typeof named === 'object') return structSource(type, isMap(value) ? value : new Map(), around);
    const plain = named ?? type;
    if (plain.startsWith('[]')) {
      if (!isList(value)) return `${type}(nil)`;
      return `${type}{${value.map((item) => source(plain.slice(2), item, new Map())).join(', ')}}`;
    }
    if (plain.startsWith('map[')) {
      if (!isMap(value)) return `${type}(nil)`;
      const element = plain.slice(plain.indexOf(']') + 1);
      const entries = sortedKeys(value).map((key) => `${quote(key)}:${source(element, value.get(key), new Map())}`);
      return `${type}{${entries.join(', ')}}`;
    }
    if (typeof value === 'string' || plain === 'string') return quote(String(value ?? ''));
    return isNil ? (plain === 'bool' ? 'false' : '0') : String(value);
  }

  function structSource(type: string, value: ValueMap, around: ValueMap): string {
    const fields = fieldsOf(types[type] as Readonly<Record<string, string>>).map(({ name, type, served, above }) => {
      const own = served === '' ? value : (above ? around : value).get(served);
      return `${name}:${source(type, own, value)}`;
    });
    return `${type}{${fields.join(', ')}}`;
  }

  return source(type, value, new Map());
}

/** The type of bytes, which are served as base64. */
export const bytesType = '[]uint8';

function bytesSource(value: Value | undefined): string {
  const bytes = typeof value === 'string' ? bytesOfBase64(value) : undefined;
  if (bytes === undefined) return '[]byte(nil)';
  return `[]byte{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(', ')}}`;
}

/** Prints JSON without a known type, byte by byte. */
function rawSource(value: Value | undefined): string {
  const bytes = value === undefined || value === null ? undefined : utf8(formatJson(value));
  const shown = bytes === undefined ? '(nil)' : `{${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ')}}`;
  return `runtime.RawExtension{Raw:[]uint8${shown}, Object:runtime.Object(nil)}`;
}

/** The Go type that JSON decodes to where no type is known. */
function dynamicType(value: Value): string {
  if (isList(value)) return '[]interface {}';
  return isMap(value) ? 'map[string]interface {}' : typeof value;
}

const customs: Readonly<Record<string, (value: Value | undefined) => string>> = {
  'intstr.IntOrString': (value) =>
    typeof value === 'string'
      ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${quote(value)}}`
      : `intstr.IntOrString{Type:0, IntVal:${value ?? 0n}, StrVal:""}`,
  'resource.Quantity': (value) => quantityText(value),
};

/**
 * Prints a quantity as if it was read from the text that people most likely typed.
 * Upstream: k8s.io/apimachinery pkg/api/resource ParseQuantity.
 */
function quantityText(value: Value | undefined): string {
  const parsed = parseQuantity(typeof value === 'string' ? value : '0');
  if (parsed.kind === 'error' || typeof value !== 'string') return quantitySource({ value: 0n, scale: 0, format: '' });
  const { amount, format } = parsed.quantity;
  // The server cuts off what it cannot count: more was typed.
  if (value === mostWhole)
    return quantitySource({ value: 0n, scale: 0, format: 'BinarySI', decimal: '(0xc000000010)' });
  const [, digits = '', suffix = ''] = /^-?(\d+)(\w*)$/.exec(value) ?? [];
  if (format === 'BinarySI' && digits.length + binaryDigits(suffix) > 14) {
    return quantitySource({ value: 0n, scale: 0, format, decimal: '(0xc000000010)' });
  }
  const scale = -amount.scale;
  const typed = asTyped(amount.unscaled, scale);
  const changed = typed.value !== amount.unscaled || typed.scale !== scale;
  const kept = !changed && (value === '0' || keepsText(digits, format));
  return quantitySource({ ...typed, format, ...(kept ? { text: value } : {}) });
}

const mostWhole = '9223372036854775807';

/** How many decimal digits a binary suffix is counted as. */
function binaryDigits(suffix: string): number {
  return (['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].indexOf(suffix) + 1) * 3;
}

/** Whether the server keeps the text, because it is plainly the one that it would write. */
function keepsText(digits: string, format: string): boolean {
  if (format === 'BinarySI') return BigInt(digits) % 8n !== 0n;
  return digits !== '' && !digits.startsWith('0') && !digits.endsWith('000');
}

interface Digits {
  readonly value: bigint;
  readonly scale: number;
}

/** The digits as people most likely type them: `1.5` for what is written `1500m`, `70000` for what is written `70k`. */
function asTyped(value: bigint, scale: number): Digits {
  if (scale === 3) return { value: value * 1000n, scale: 0 };
  if (scale !== -3 || value < 1000n) return { value, scale };
  return value % 100n === 0n
    ? { value: value / 100n, scale: -1 }
    : value % 10n === 0n
      ? { value: value / 10n, scale: -2 }
      : { value, scale };
}

interface QuantityParts extends Digits {
  readonly format: string;
  readonly text?: string;
  readonly decimal?: string;
}

function quantitySource({ value, scale, format, text = '', decimal = '(nil)' }: QuantityParts): string {
  const amount = `i:resource.int64Amount{value:${value}, scale:${scale === 0 ? 0 : scale}}`;
  return `resource.Quantity{${amount}, d:resource.infDecAmount{Dec:(*inf.Dec)${decimal}}, s:${quote(text)}, Format:${quote(format)}}`;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Prints a time as it is written in JSON, in the server's own zone. Upstream: time/format.go GoString. */
function timeSource(value: Value | undefined): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/.exec(String(value))?.map(Number) ?? [];
  if (year === undefined) return 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)';
  const name = months[(month ?? 1) - 1];
  return `time.Date(${year}, time.${name}, ${day}, ${hour}, ${minute}, ${second}, 0, time.Local)`;
}
