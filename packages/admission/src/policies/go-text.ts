import { type CelValue, isCelList, isCelMap } from '@managed-fields/api-server/cel';
import { compareStrings, quote } from '@managed-fields/merge-engine';

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
  if (typeof value === 'string') return { type: 'string', text: value, code: quote(value) };
  if (typeof value !== 'object') return { type: typeof value, text: String(value), code: String(value) };
  if (isCelList(value)) {
    const items = value.items.map(goText);
    const code = items.map((item) => item.code).join(', ');
    return { type: '[]ref.Val', text: `[${items.map((item) => item.text).join(' ')}]`, code: `[]ref.Val{${code}}` };
  }
  if (isCelMap(value)) {
    const entries = value
      .keys()
      .map((key) => [goText(key), goText(value.find(key) ?? null)] as const)
      .sort(([a], [b]) => compareStrings(a.code, b.code));
    const text = entries.map(([key, item]) => `${key.text}:${item.text}`).join(' ');
    const code = entries.map(([key, item]) => `${key.code}:${item.code}`).join(', ');
    return { type: 'map[ref.Val]ref.Val', text: `map[${text}]`, code: `map[ref.Val]ref.Val{${code}}` };
  }
  switch (value.kind) {
    case 'bytes': {
      const code = [...value.bytes].map((byte) => `0x${byte.toString(16)}`).join(', ');
      return { type: '[]uint8', text: `[${value.bytes.join(' ')}]`, code: `[]uint8{${code}}` };
    }
    case 'uint':
      return { type: 'uint64', text: String(value.value), code: `0x${value.value.toString(16)}` };
    case 'duration':
      return { type: 'time.Duration', text: durationText(value.nanos), code: String(value.nanos) };
    case 'timestamp':
      return { type: 'time.Time', ...timeTexts(value.nanos) };
    case 'opaque':
      return { type: opaqueTypes.get(value.type)?.go ?? '*types.Err', text: value.text, code: '' };
    default:
      return { type: value.kind, text: '', code: '' };
  }
}

/** Upstream: Go time.Duration String. */
function durationText(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const all = nanos < 0n ? -nanos : nanos;
  if (all === 0n) return '0s';
  if (all < 1000n) return `${sign}${all}ns`;
  if (all < 1_000_000n) return `${sign}${decimal(all, 3)}µs`;
  if (all < 1_000_000_000n) return `${sign}${decimal(all, 6)}ms`;
  const minutes = all / 60_000_000_000n;
  const seconds = `${decimal(all % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** A count of tiny parts as a number with a point, without zeros at its end. */
function decimal(parts: bigint, digits: number): string {
  const whole = String(parts).padStart(digits + 1, '0');
  const fraction = whole.slice(-digits).replace(/0+$/, '');
  return whole.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`);
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** A time in UTC. Upstream: Go time.Time String, GoString. */
function timeTexts(nanos: bigint): Pick<GoText, 'text' | 'code'> {
  const billion = 1_000_000_000n;
  const fraction = ((nanos % billion) + billion) % billion;
  const date = new Date(Number((nanos - fraction) / 1_000_000n));
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  const point = fraction === 0n ? '' : decimal(fraction, 9).slice(1);
  const month = `time.${months[date.getUTCMonth()] ?? ''}`;
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), fraction].join(', ');
  return {
    text: `${day} ${time}${point} +0000 UTC`,
    code: `time.Date(${date.getUTCFullYear()}, ${month}, ${date.getUTCDate()}, ${clock}, time.UTC)`,
  };
}
