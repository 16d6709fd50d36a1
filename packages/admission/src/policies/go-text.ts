import {
  type CelList,
  type CelMap,
  type CelUint,
  type CelValue,
  type Duration,
  kindOf,
  type Optional,
  type Timestamp,
  typeName,
} from '@managed-fields/api-server/cel';
import { compareStrings, decimalText, durationText, formatDouble, quote } from '@managed-fields/merge-engine';

/** A value of Go as messages show it: its type, its text (`%v`) and its code (`%#v`). */
export interface GoText {
  readonly type: string;
  readonly text: string;
  readonly code: string;
}

/**
 * The types of Go behind values of which only functions know more, and what errors call them; the values of the authorizer
 * are none of Go, and have their own names.
 * Upstream: k8s.io/apiserver pkg/cel quantity.go, url.go, ip.go, cidr.go, format.go, semver.go, the methods Value and
 * ConvertToNative.
 */
export const opaqueTypes: ReadonlyMap<string, { readonly go: string; readonly name: string }> = new Map([
  ['kubernetes.Quantity', { go: '*resource.Quantity', name: 'Quantity' }],
  ['kubernetes.URL', { go: '*url.URL', name: 'URL' }],
  ['net.IP', { go: 'netip.Addr', name: 'IP' }],
  ['net.CIDR', { go: 'netip.Prefix', name: 'CIDR' }],
  ['kubernetes.NamedFormat', { go: 'cel.Format', name: 'Format' }],
  ['kubernetes.Semver', { go: 'semver.Version', name: 'Semver' }],
]);

/**
 * A value of an expression as Go prints the one behind it. Addresses, which only the server's memory decides, are left out.
 * Upstream: github.com/google/cel-go common/types, the methods Value; Go fmt, time.Time GoString.
 */
export function goText(value: CelValue): GoText {
  if (value === null) return { type: 'structpb.NullValue', text: 'NULL_VALUE', code: '0' };
  const inside = insideText(value);
  switch (kindOf(value)) {
    case 'list': {
      const items = (value as CelList).items.map(insideText);
      const code = items.map((item) => item.code).join(', ');
      return { ...inside, text: `[${items.map((item) => item.text).join(' ')}]`, code: `[]ref.Val{${code}}` };
    }
    case 'map': {
      const entries = entriesOf(value as CelMap);
      const code = entries.map(([key, item]) => `${key.code}:${item.code}`).join(', ');
      const text = entries.map(([key, item]) => `${key.text}:${item.text}`).join(' ');
      return { ...inside, text: `map[${text}]`, code: `map[ref.Val]ref.Val{${code}}` };
    }
    case 'optional': {
      const { value: held } = value as Optional;
      return held === undefined ? { type: '<nil>', text: '<nil>', code: 'interface {}(nil)' } : goText(held);
    }
    case 'bytes':
      return { ...inside, code: inside.code.replace('types.Bytes', '[]uint8') };
    case 'duration':
      return { ...inside, code: String((value as Duration).nanos) };
    default:
      return inside;
  }
}

/** A value within another as Go prints the language's own one, and the type of what is behind it. */
function insideText(value: CelValue): GoText {
  if (value === null) return { type: 'structpb.NullValue', text: '0', code: '0' };
  if (typeof value === 'string') return { type: 'string', text: value, code: quote(value) };
  if (typeof value !== 'object') {
    const text = typeof value === 'number' ? formatDouble(value) : String(value);
    return { type: typeName(value), text, code: text };
  }
  switch (value.kind) {
    case 'list':
      return {
        type: value.goType ?? '[]ref.Val',
        text: `[${value.items.map((item) => insideText(item).text).join(', ')}]`,
        code: '',
      };
    case 'map': {
      const entries = entriesOf(value).map(([key, item]) => `${key.text}: ${item.text}`);
      return { type: value.goType ?? 'map[ref.Val]ref.Val', text: `{${entries.join(', ')}}`, code: '' };
    }
    case 'bytes': {
      const code = [...value.bytes].map((byte) => `0x${byte.toString(16)}`).join(', ');
      return { type: '[]uint8', text: `[${value.bytes.join(' ')}]`, code: `types.Bytes{${code}}` };
    }
    case 'uint':
      return { type: 'uint64', text: String(value.value), code: `0x${value.value.toString(16)}` };
    case 'duration': {
      const code = `types.Duration{Duration:${value.nanos}}`;
      return { type: 'time.Duration', text: durationText(value.nanos), code };
    }
    case 'timestamp':
      return { type: 'time.Time', ...timeTexts(value) };
    case 'opaque':
      return { type: opaqueTypes.get(value.type)?.go ?? '*types.Err', text: value.text, code: '' };
    case 'type':
      return { type: '*types.Type', text: value.name, code: '' };
    case 'optional': {
      const text = value.value === undefined ? 'optional.none()' : `optional(${insideText(value.value).text})`;
      return { type: '*types.Optional', text, code: '' };
    }
    default:
      return { type: value.kind, text: '', code: '' };
  }
}

/** The entries of a map in the order of their keys, which are all of one type. Upstream: Go internal/fmtsort. */
function entriesOf(map: CelMap): readonly (readonly [GoText, GoText])[] {
  const numberOf = (key: CelValue) =>
    typeof key === 'bigint' ? key : kindOf(key) === 'uint' ? (key as CelUint).value : 0n;
  return [...map.keys()]
    .sort((a, b) => Number(numberOf(a) - numberOf(b)) || compareStrings(String(a), String(b)))
    .map((key) => [insideText(key), insideText(map.find(key) ?? null)]);
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** A time in its zone. Upstream: Go time.Time String, GoString. */
function timeTexts({ nanos, offset }: Timestamp): Pick<GoText, 'text' | 'code'> {
  const billion = 1_000_000_000n;
  const local = nanos + BigInt(offset) * 60n * billion;
  const fraction = ((local % billion) + billion) % billion;
  const date = new Date(Number((local - fraction) / 1_000_000n));
  const [day, time] = date.toISOString().slice(0, 19).split('T');
  const point = decimalText(fraction, 9).slice(1);
  const month = `time.${months[date.getUTCMonth()]}`;
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), fraction].join(', ');
  const [zone, place] =
    offset === 0 ? ['+0000 UTC', 'time.UTC'] : [`${zoneText(offset)} ${zoneText(offset)}`, 'time.Location("")'];
  return {
    text: `${day} ${time}${point} ${zone}`,
    code: `time.Date(${date.getUTCFullYear()}, ${month}, ${date.getUTCDate()}, ${clock}, ${place})`,
  };
}

/** A zone without a name, by the minutes that it is east of UTC. */
function zoneText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}`;
}
