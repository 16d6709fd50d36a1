import { compareStrings, lossyText, utf8, type Value } from '@managed-fields/merge-engine';
import { shown, sprint, sprintf, sprintln } from './format.ts';
import {
  anyOf,
  bare,
  boxed,
  type GoAny,
  GoComplex,
  GoInt,
  type GoValue,
  isGoList,
  isGoMap,
  isTrue,
  reflectedType,
  typeName,
  unboxed,
  wholeNumber,
} from './go-value.ts';

/** The result of a function, or the message of its failure. */
export type Called =
  | { readonly kind: 'value'; readonly value: GoValue }
  | { readonly kind: 'error'; readonly message: string };

/** A function of templates. */
export interface TemplateFunction {
  /** How many arguments it needs; with `more` there may be others. */
  readonly takes: number;
  readonly more?: true;
  /** Whether the first argument has to be a text. */
  readonly text?: true;
  /** Absent where arguments are not all evaluated (`and`, `or`), and where nothing can be called (`call`). */
  call?(args: readonly GoValue[]): Called;
}

const gives = (value: GoValue): Called => ({ kind: 'value', value });
const refuses = (message: string): Called => ({ kind: 'error', message });
const zeroValue = 'reflect: call of reflect.Value.Type on zero Value';

/** Upstream: text/template/funcs.go, and cli-runtime pkg/printers/template.go for `exists` and `base64decode`. */
export const functions: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['and', { takes: 1, more: true }],
  ['or', { takes: 1, more: true }],
  ['call', { takes: 1, more: true }],
  ['html', { takes: 0, more: true, call: (args) => gives(bare(escapeHtml(joined(args)))) }],
  ['index', { takes: 1, more: true, call: ([item, ...indexes]) => index(item, indexes) }],
  ['slice', { takes: 1, more: true, call: ([item, ...indexes]) => slice(item, indexes) }],
  ['js', { takes: 0, more: true, call: (args) => gives(bare(escapeJs(joined(args)))) }],
  ['len', { takes: 1, call: ([item]) => length(item) }],
  ['not', { takes: 1, call: ([item]) => gives(bare(!isTrue(item))) }],
  ['print', { takes: 0, more: true, call: (args) => gives(bare(sprint(args.map(anyOf)))) }],
  [
    'printf',
    {
      ...{ takes: 1, more: true, text: true },
      call: ([format, ...args]) => gives(bare(sprintf(String(anyOf(format)), args.map(anyOf)))),
    },
  ],
  ['println', { takes: 0, more: true, call: (args) => gives(bare(sprintln(args.map(anyOf)))) }],
  ['urlquery', { takes: 0, more: true, call: (args) => gives(bare(escapeQuery(joined(args)))) }],
  ['eq', { takes: 1, more: true, call: ([first, ...others]) => truthOf(equalsAny(first, others)) }],
  ['ne', { takes: 2, call: ([a, b]) => truthOf(negated(equalsAny(a, [b]))) }],
  ['lt', { takes: 2, call: ([a, b]) => truthOf(less(a, b)) }],
  ['le', { takes: 2, call: ([a, b]) => truthOf(lessOrEqual(a, b)) }],
  ['gt', { takes: 2, call: ([a, b]) => truthOf(negated(lessOrEqual(a, b))) }],
  ['ge', { takes: 2, call: ([a, b]) => truthOf(negated(less(a, b))) }],
  ['exists', { takes: 1, more: true, call: ([item, ...indexes]) => gives(bare(exists(item, indexes))) }],
  ['base64decode', { takes: 1, text: true, call: ([text]) => decodeBase64(String(anyOf(text))) }],
]);

/** Upstream: evalArgs. */
function joined(args: readonly GoValue[]): string {
  return sprint(args.map((arg) => anyOf(arg) ?? '<no value>'));
}

const html: ReadonlyMap<string, string> = new Map([
  ['\0', '\ufffd'],
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escapeHtml(text: string): string {
  return text.replace(/[\0"'&<>]/g, (character) => html.get(character) ?? character);
}

function escapeJs(text: string): string {
  return text.replace(/[\\'"<>&=\p{Cc}]|[^ -~]/gu, (character) => {
    if ('\\\'"'.includes(character)) return `\\${character}`;
    if (character >= '\x7f' && /[\x7f\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) return character;
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

function escapeQuery(text: string): string {
  return [...utf8(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (/[A-Za-z0-9_.~-]/.test(character)) return character;
      return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** A place in a list or text; a text is the message of a failure. Upstream: indexArg. */
function placeOf(given: GoValue, most: number): number | string {
  if (given === undefined) return 'cannot index slice/array with nil';
  const place = given.boxed ? undefined : wholeNumber(given.value);
  if (place === undefined) return `cannot index slice/array with type ${reflectedType(given)}`;
  return place < 0n || place > BigInt(most) ? `index out of range: ${place}` : Number(place);
}

function index(item: GoValue, indexes: readonly GoValue[]): Called {
  let current = unboxed(item);
  if (current === undefined) return refuses('index of untyped nil');
  for (const given of indexes) {
    const key = unboxed(given);
    const held = unboxed(current);
    if (held === undefined) return refuses('index of nil pointer');
    const container: GoAny = held.value;
    if (!isGoList(container) && !isGoMap(container) && typeof container !== 'string') {
      return refuses(`can't index item of type ${typeName(container)}`);
    }
    if (isGoMap(container)) {
      if (key === undefined) return refuses('value is nil; should be of type string');
      if (typeof key.value !== 'string') return refuses(`value has type ${typeName(key.value)}; should be string`);
      current = boxed(container.get(key.value) ?? null);
      continue;
    }
    const bytes = typeof container === 'string' ? utf8(container) : undefined;
    const place = placeOf(key, bytes?.length ?? container.length);
    if (typeof place === 'string') return refuses(place);
    if (place >= (bytes?.length ?? container.length)) {
      return refuses(`reflect: ${bytes === undefined ? 'slice' : 'string'} index out of range`);
    }
    if (bytes !== undefined) current = bare(new GoInt(BigInt(bytes[place] ?? 0), 'uint8'));
    else current = boxed((container as readonly Value[])[place] ?? null);
  }
  return gives(current);
}

/**
 * The items of a list with the empty places behind them: Go's JSON decoder, which appends one item after another, doubles
 * its room up to 512.
 */
function withRoom(list: readonly Value[]): readonly Value[] {
  const { length } = list;
  const room = length > 512 ? length : 2 ** Math.ceil(Math.log2(length));
  return [...list, ...Array<null>(room - length).fill(null)];
}

/** What stands at the places of a list that was sliced, and behind them. */
const rooms = new WeakMap<readonly Value[], readonly Value[]>();

function slice(item: GoValue, indexes: readonly GoValue[]): Called {
  const held = unboxed(item);
  if (held === undefined) return refuses('slice of untyped nil');
  if (indexes.length > 3) return refuses(`too many slice indexes: ${indexes.length}`);
  const { value } = held;
  if (typeof value !== 'string' && !isGoList(value)) {
    return refuses(`can't slice item of type ${typeName(value)}`);
  }
  if (typeof value === 'string' && indexes.length === 3) return refuses('cannot 3-index slice a string');
  const all = typeof value === 'string' ? utf8(value) : (rooms.get(value) ?? withRoom(value));
  const places = [0, typeof value === 'string' ? all.length : value.length, all.length];
  for (const [at, given] of indexes.entries()) {
    const place = placeOf(given, all.length);
    if (typeof place === 'string') return refuses(place);
    places[at] = place;
  }
  const [start = 0, end = 0, cap = 0] = places;
  if (start > end) return refuses(`invalid slice index: ${start} > ${end}`);
  if (end > cap) return refuses(`invalid slice index: ${end} > ${cap}`);
  if (all instanceof Uint8Array) return gives(bare(lossyText(all.slice(start, end))));
  const sliced = all.slice(start, end);
  rooms.set(sliced, all.slice(start, cap));
  return gives(bare(sliced));
}

function length(item: GoValue): Called {
  if (item === undefined) return refuses(zeroValue);
  const { value } = item;
  if (value === null) return refuses('len of nil pointer');
  if (typeof value === 'string') return gives(bare(new GoInt(BigInt(utf8(value).length))));
  if (isGoList(value)) return gives(bare(new GoInt(BigInt(value.length))));
  if (isGoMap(value)) return gives(bare(new GoInt(BigInt(value.size))));
  return refuses(`len of type ${typeName(value)}`);
}

type Answer = boolean | { readonly message: string };

function truthOf(answer: Answer): Called {
  return typeof answer === 'boolean' ? gives(bare(answer)) : refuses(answer.message);
}

function negated(answer: Answer): Answer {
  return typeof answer === 'boolean' ? !answer : answer;
}

/** What can be compared: booleans, numbers and texts; undefined for others. Upstream: basicKind. */
function basicKind(value: GoValue): 'bool' | 'int' | 'float' | 'complex' | 'string' | undefined {
  if (value === undefined) return undefined;
  const plain = value.value;
  if (plain instanceof GoInt || typeof plain === 'bigint') return 'int';
  if (plain instanceof GoComplex) return 'complex';
  if (typeof plain === 'boolean') return 'bool';
  if (typeof plain === 'number') return 'float';
  return typeof plain === 'string' ? 'string' : undefined;
}

function equalsAny(first: GoValue, others: readonly GoValue[]): Answer {
  if (others.length === 0) return { message: 'missing argument for comparison' };
  const a = unboxed(first);
  const kind = basicKind(a);
  for (const other of others) {
    const b = unboxed(other);
    const otherKind = basicKind(b);
    let same = false;
    if (kind !== otherKind) {
      if (a !== undefined && b !== undefined) return { message: incompatible(a, b) };
    } else if (kind !== undefined) {
      same = isSame(anyOf(a), anyOf(b));
    } else if (a === undefined || b === undefined) same = a === b;
    else if (isGoMap(a.value) !== isGoMap(b.value)) {
      const [one, two] = [sprintf('%s', [a.value]), shown(b.value)];
      return { message: `non-comparable types ${one}: ${typeName(a.value)}, ${typeName(b.value)}: ${two}` };
    } else return { message: `non-comparable type ${sprintf('%s', [b.value])}: ${typeName(b.value)}` };
    if (same) return true;
  }
  return false;
}

/** Whether two values of one kind are equal. */
function isSame(a: GoAny, b: GoAny): boolean {
  if (a instanceof GoComplex && b instanceof GoComplex) return a.real === b.real && a.imaginary === b.imaginary;
  return (wholeNumber(a) ?? a) === (wholeNumber(b) ?? b);
}

function incompatible(a: Exclude<GoValue, undefined>, b: Exclude<GoValue, undefined>): string {
  return `incompatible types for comparison: ${reflectedType(a)} and ${reflectedType(b)}`;
}

function less(first: GoValue, second: GoValue): Answer {
  const [a, b] = [unboxed(first), unboxed(second)];
  const [kind, otherKind] = [basicKind(a), basicKind(b)];
  if (a === undefined || b === undefined || kind === undefined || otherKind === undefined) {
    return { message: 'invalid type for comparison' };
  }
  const [one, other] = [a.value, b.value];
  if (kind !== otherKind) return { message: incompatible(a, b) };
  if (kind === 'bool' || kind === 'complex') return { message: 'invalid type for comparison' };
  if (kind === 'string') return compareStrings(String(one), String(other)) < 0;
  return kind === 'int' ? (wholeNumber(one) ?? 0n) < (wholeNumber(other) ?? 0n) : Number(one) < Number(other);
}

function lessOrEqual(first: GoValue, second: GoValue): Answer {
  const answer = less(first, second);
  return answer === false ? equalsAny(first, [second]) : answer;
}

/** Upstream: cli-runtime pkg/printers/template.go exists. */
function exists(item: GoValue, indexes: readonly GoValue[]): boolean {
  let current: GoAny = anyOf(item);
  for (const given of indexes) {
    const key = anyOf(given);
    if (isGoMap(current)) {
      current = current.get((key ?? '') as string) ?? null;
      continue;
    }
    const bytes: Uint8Array | undefined = typeof current === 'string' ? utf8(current) : undefined;
    if (bytes === undefined && !isGoList(current)) return false;
    const place = wholeNumber(key);
    const size: number = bytes?.length ?? (current as readonly Value[]).length;
    if (place === undefined || place < 0n || place >= BigInt(size)) return false;
    current = bytes === undefined ? ((current as readonly Value[])[Number(place)] ?? null) : new GoInt(0n, 'uint8');
  }
  return current !== null || indexes.length === 0;
}

function decodeBase64(text: string): Called {
  const bytes = goBase64(text);
  if (typeof bytes === 'number') return refuses(`base64 decode failed: illegal base64 data at input byte ${bytes}`);
  return gives(bare(lossyText(bytes)));
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in base64, or the place in it at which Go finds that it is none. Upstream: Go's encoding/base64 DecodeString. */
export function goBase64(text: string): Uint8Array | number {
  const bytes: number[] = [];
  let [at, quantum]: [number, number[]] = [0, []];
  const skip = () => {
    while (text[at] === '\n' || text[at] === '\r') at++;
  };
  for (;;) {
    const character = text[at];
    if (character === undefined) return quantum.length === 0 ? new Uint8Array(bytes) : at - quantum.length;
    at++;
    const value = base64Letters.indexOf(character);
    if (value >= 0) {
      quantum.push(value);
      if (quantum.length === 4) {
        bytes.push(...bytesOf(quantum, 3));
        quantum = [];
      }
      continue;
    }
    if (character === '\n' || character === '\r') continue;
    if (character !== '=' || quantum.length < 2) return at - 1;
    if (quantum.length === 2) {
      skip();
      if (at >= text.length) return text.length;
      if (text[at] !== '=') return at - 1;
      at++;
    }
    skip();
    bytes.push(...bytesOf(quantum, quantum.length - 1));
    return at < text.length ? at : new Uint8Array(bytes);
  }
}

function bytesOf(quantum: readonly number[], count: number): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = quantum;
  const bits = (a << 18) | (b << 12) | (c << 6) | d;
  return [bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, count);
}
