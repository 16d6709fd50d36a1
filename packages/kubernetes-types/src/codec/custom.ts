import {
  formatJson,
  formatQuantity,
  isList,
  isMap,
  isWrittenTime,
  microLayout,
  parseGoTime,
  parseQuantity,
  type Quantity,
  secondsLayout,
  type TimeLayout,
  type Value,
} from '@managed-fields/merge-engine';
import { type Fault, fitsBits, jsonName, numberText, type Present } from './fault.ts';
import type { CustomEncoding, GoStruct, GoType } from './go-types.ts';

/** A value as it is written, or why it cannot be read. */
export type Read = { readonly kind: 'read'; readonly value: Value } | { readonly kind: 'fault'; readonly fault: Fault };

/** Reads a value as JSON by a type, with a decoder of its own: unknown fields inside are not reported. */
type ReadApart = (value: Value, type: GoType) => Read;

const stringSlice: GoType = { kind: 'slice', name: '[]string', element: { kind: 'string', name: 'string' } };

/**
 * How amounts inside of lists are held: with the text that they were sent as, or, since v1.38, without it, so that `1024Mi` is `1Gi`.
 * Upstream: apimachinery pkg/api/resource/quantity.go ParseQuantity.
 */
export type Held = 'texts' | 'amounts';

/** The value that an unset struct writes; `held`: whether it is one in which amounts are held. */
export function zeroCustom(encoding: CustomEncoding, held: boolean): Value {
  switch (encoding.kind) {
    case 'quantity':
      return held ? unsetQuantity : '0';
    case 'int-or-string':
      return 0n;
    case 'schema-or-bool':
      return false;
    default:
      return null;
  }
}

/**
 * Decodes and encodes a value by the methods of its struct; `value` is never null. `held` leaves an amount or a time as it
 * was sent where Go holds it otherwise than what is read of its canonical form: there `1000m` is not `1`. `number` is how a
 * number was written, where it is not as it is printed.
 */
export function readCustom(
  value: Present,
  encoding: CustomEncoding,
  readApart: ReadApart,
  held: Held | undefined,
  number?: string,
): Read {
  switch (encoding.kind) {
    case 'quantity':
      return readQuantity(number ?? value, held);
    case 'time':
      return readTime(value, secondsLayout, held !== undefined);
    case 'micro-time':
      return readTime(value, microLayout, held !== undefined);
    case 'int-or-string':
      return readIntOrString(value, number);
    case 'raw':
      return read(value);
    case 'schema-or-bool':
      if (typeof value === 'boolean') return read(value);
      return isMap(value) ? readApart(value, encoding.schema) : text('boolean or JSON schema expected');
    case 'schema-or-list':
      return isMap(value) ? readApart(value, encoding.schema) : readItems(value, schemas(encoding.schema), readApart);
    case 'schema-or-strings':
      return isMap(value) ? readApart(value, encoding.schema) : readItems(value, stringSlice, readApart);
  }
}

function read(value: Value): Read {
  return { kind: 'read', value };
}

function text(message: string): Read {
  return { kind: 'fault', fault: { kind: 'text', message } };
}

function mismatch(value: string, type: string): Read {
  return { kind: 'fault', fault: { kind: 'type', value, type } };
}

function schemas(schema: GoStruct): GoType {
  return { kind: 'slice', name: `[]${schema.name}`, element: schema };
}

/** Reads a list. An empty list, and any other value, leaves the struct unset. */
function readItems(value: Present, type: GoType, readApart: ReadApart): Read {
  return isList(value) && value.length > 0 ? readApart(value, type) : read(null);
}

/** An amount that nobody set, as it is held: it is zero, but not the zero that `0` is read as. */
const unsetQuantity = '00';

/** Upstream: apimachinery pkg/api/resource/quantity.go UnmarshalJSON. */
function readQuantity(value: Present, held: Held | undefined): Read {
  const written = typeof value === 'string' ? value.trim() : formatJson(value);
  if (held !== undefined && written === unsetQuantity) return read(written);
  const parsed = parseQuantity(written);
  if (parsed.kind === 'error') return text(parsed.message);
  const canonical = formatQuantity(parsed.quantity);
  return read(held !== undefined && !sameHeld(parsed.quantity, canonical, held) ? written : canonical);
}

/** Whether Go's struct of a quantity is that of another text: its fields, by which DeepEqual compares. */
function sameHeld({ amount, format, text: kept, wide }: Quantity, other: string, held: Held): boolean {
  const parsed = parseQuantity(other);
  if (parsed.kind === 'error') return false;
  const { quantity } = parsed;
  return (
    amount.unscaled === quantity.amount.unscaled &&
    amount.scale === quantity.amount.scale &&
    format === quantity.format &&
    (held === 'amounts' || kept === quantity.text) &&
    wide === quantity.wide
  );
}

/** Upstream: apimachinery pkg/apis/meta/v1/time.go and micro_time.go. */
function readTime(value: Present, layout: TimeLayout, held: boolean): Read {
  if (typeof value !== 'string') return mismatch(jsonName(value), 'string');
  if (layout === secondsLayout && isWrittenTime(value)) return read(value);
  const parsed = parseGoTime(value, layout);
  if (parsed.kind === 'error') return text(parsed.message);
  const { seconds, nanos } = parsed;
  // A fraction of what is written in whole seconds stays in memory.
  if (held && nanos % layoutNanos(layout) !== 0) return read(value);
  return read(isZeroTime(seconds, nanos) ? null : formatTime(seconds, nanos, layout));
}

/** The shortest time that a layout writes, in nanoseconds. */
function layoutNanos(layout: TimeLayout): number {
  return layout === microLayout ? 1000 : 1_000_000_000;
}

/** Upstream: apimachinery pkg/util/intstr/intstr.go UnmarshalJSON. */
function readIntOrString(value: Present, number: string | undefined): Read {
  if (typeof value === 'string') return read(value);
  if (typeof value === 'bigint' && fitsBits(value, 32)) return read(value);
  const isNumber = typeof value === 'bigint' || typeof value === 'number';
  return mismatch(isNumber ? `number ${number ?? numberText(value)}` : jsonName(value), 'int32');
}

/** Whether a time is Go's zero time, which prints as null. */
export function isZeroTime(seconds: number, nanos: number): boolean {
  return seconds === -62_135_596_800 && nanos === 0;
}

/** Writes a time in UTC. Upstream: Go's time.Format by the same layouts. */
export function formatTime(time: number, nanos: number, layout: TimeLayout): string {
  const days = Math.floor(time / 86_400);
  const rest = time - days * 86_400;
  const clock = [rest / 3600, (rest / 60) % 60, rest % 60].map((value) => pad(Math.floor(value), 2)).join(':');
  const micro = layout === microLayout ? `.${pad(Math.floor(nanos / 1000), 6)}` : '';
  return `${dateOf(days)}T${clock}${micro}Z`;
}

function dateOf(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
