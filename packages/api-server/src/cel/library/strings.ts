import { compilePattern } from '../../pattern/pattern.ts';
import { type CelList, type CelValue, celError, listValue } from '../value/cel-value.ts';
import { valueText } from '../value/convert.ts';
import { type Declaration, overloads, type Run } from './declaration.ts';
import { formatText } from './format-text.ts';

const runes = (value: CelValue | undefined) => Array.from(String(value));
const outOfRange = (index: CelValue) => celError(`index out of range: ${index}`);

function charAt(text: CelValue, index: CelValue): CelValue {
  const characters = runes(text);
  const at = Number(index);
  return at < 0 || at > characters.length ? outOfRange(index) : (characters[at] ?? '');
}

function isAt(text: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((character, i) => text[at + i] === character);
}

function indexOf(text: CelValue, part: CelValue, from: CelValue): CelValue {
  if (part === '') return from;
  const [characters, wanted, start] = [runes(text), runes(part), Number(from)];
  if (start < 0) return outOfRange(from);
  for (let at = start; at <= characters.length - wanted.length; at++)
    if (isAt(characters, wanted, at)) return BigInt(at);
  return -1n;
}

function lastIndexOf(text: CelValue, part: CelValue, from?: CelValue): CelValue {
  const [characters, wanted] = [runes(text), runes(part)];
  if (part === '') return from ?? BigInt(characters.length);
  if (from === undefined && characters.length < wanted.length) return -1n;
  const start = from === undefined ? characters.length - 1 : Number(from);
  if (start < 0) return outOfRange(from ?? -1n);
  if (start >= characters.length) return -1n;
  for (let at = Math.min(start, characters.length - wanted.length); at >= 0; at--) {
    if (isAt(characters, wanted, at)) return BigInt(at);
  }
  return -1n;
}

/** Since v1.37 an empty text is looked for inside of the other one only. Upstream: ext/strings.go indexOfOffset. */
function bounded(find: (text: CelValue, part: CelValue, from: CelValue) => CelValue): Run {
  return (text = null, part = null, from = null) => {
    if (part !== '') return find(text, part, from);
    const [start, end] = [from as bigint, BigInt(runes(text).length)];
    return start < 0n ? outOfRange(from) : start > end ? end : start;
  };
}

/** Replaces the first `count` occurrences, or all where it is negative. Upstream: Go strings.Replace. */
function replace(text: CelValue, old: CelValue, by: CelValue, count: CelValue): CelValue {
  const [given, wanted, limit] = [String(text), String(old), Number(count)];
  if (limit === 0) return given;
  const parts = wanted === '' ? ['', ...Array.from(given), ''] : given.split(wanted);
  const times = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1);
  return (
    parts.slice(0, times + 1).join(String(by)) +
    parts
      .slice(times + 1)
      .map((part) => wanted + part)
      .join('')
  );
}

/** Upstream: Go strings.SplitN. */
function split(text: CelValue, separator: CelValue, count: CelValue): CelValue {
  const limit = Number(count);
  if (limit === 0) return listValue([]);
  const mark = String(separator);
  const parts = mark === '' ? runes(text) : String(text).split(mark);
  if (limit < 0 || parts.length <= limit) return listValue(parts);
  return listValue([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(mark)]);
}

function substring(text: CelValue, start: CelValue, end?: CelValue): CelValue {
  const characters = runes(text);
  const last = end === undefined ? BigInt(characters.length) : (end as bigint);
  const first = start as bigint;
  if (end !== undefined && first > last) return celError(`invalid substring range. start: ${first}, end: ${last}`);
  for (const index of [first, last]) if (index < 0n || index > BigInt(characters.length)) return outOfRange(index);
  return characters.slice(Number(first), Number(last)).join('');
}

function join(list: CelValue, separator: CelValue): CelValue {
  const { items } = list as CelList;
  const bad = items.find((item) => typeof item !== 'string');
  return bad === undefined ? items.join(String(separator)) : celError(`join: invalid input: ${valueText(bad)}`);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

function quoted(text: CelValue): string {
  return `"${runes(text)
    .map((character) => escapes.get(character) ?? character)
    .join('')}"`;
}

const spaces = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const aroundText = new RegExp(`^${spaces}|${spaces}$`, 'g');

const ascii =
  (change: (text: string) => string): Run =>
  (text = null) =>
    String(text).replace(/[A-Za-z]+/g, change);

/** Functions on texts. Upstream: github.com/google/cel-go ext/strings.go, version 2. */
export const stringLibrary: readonly Declaration[] = [
  overloads('charAt', ['string.(int) string', (text = null, index = null) => charAt(text, index)]),
  overloads(
    'indexOf',
    ['string.(string) int', (text = null, part = null) => indexOf(text, part, 0n)],
    ['string.(string, int) int', (text = null, part = null, from = null) => indexOf(text, part, from), { until: 36 }],
    ['string.(string, int) int', bounded(indexOf), { from: 37 }],
  ),
  overloads(
    'lastIndexOf',
    ['string.(string) int', (text = null, part = null) => lastIndexOf(text, part)],
    [
      'string.(string, int) int',
      (text = null, part = null, from = null) => lastIndexOf(text, part, from),
      { until: 36 },
    ],
    ['string.(string, int) int', bounded(lastIndexOf), { from: 37 }],
  ),
  overloads('lowerAscii', ['string.() string', ascii((text) => text.toLowerCase())]),
  overloads('upperAscii', ['string.() string', ascii((text) => text.toUpperCase())]),
  overloads(
    'replace',
    ['string.(string, string) string', (text = null, old = null, by = null) => replace(text, old, by, -1n)],
    [
      'string.(string, string, int) string',
      (text = null, old = null, by = null, count = null) => replace(text, old, by, count),
    ],
  ),
  overloads(
    'split',
    ['string.(string) list(string)', (text = null, mark = null) => split(text, mark, -1n)],
    ['string.(string, int) list(string)', (text = null, mark = null, count = null) => split(text, mark, count)],
  ),
  overloads(
    'substring',
    ['string.(int) string', (text = null, start = null) => substring(text, start)],
    ['string.(int, int) string', (text = null, start = null, end = null) => substring(text, start, end)],
  ),
  overloads('trim', ['string.() string', (text = null) => String(text).replace(aroundText, '')]),
  overloads('format', [
    'string.(list(dyn)) string',
    (text = null, list = null) => formatText(String(text), (list as CelList).items),
  ]),
  overloads('strings.quote', ['(string) string', (text = null) => quoted(text)]),
  overloads(
    'join',
    ['list(string).() string', (list = null) => join(list, '')],
    ['list(string).(string) string', (list = null, mark = null) => join(list, mark)],
  ),
];

function find(text: CelValue, pattern: CelValue): CelValue {
  const compiled = compilePattern(String(pattern));
  if (compiled.kind === 'error') return celError(`Illegal regex: ${compiled.message}`);
  return compiled.findAll(String(text), 1)[0] ?? '';
}

function findAll(text: CelValue, pattern: CelValue, count: CelValue): CelValue {
  const compiled = compilePattern(String(pattern));
  if (compiled.kind === 'error') return celError(`Illegal regex: ${compiled.message}`);
  return listValue(compiled.findAll(String(text), Number(count)));
}

/** Functions that find matches of patterns. Upstream: k8s.io/apiserver pkg/cel/library/regex.go. */
export const regexLibrary: readonly Declaration[] = [
  overloads('find', ['string.(string) string', (text = null, pattern = null) => find(text, pattern)]),
  overloads(
    'findAll',
    ['string.(string) list(string)', (text = null, pattern = null) => findAll(text, pattern, -1n)],
    ['string.(string, int) list(string)', (text = null, pattern = null, count = null) => findAll(text, pattern, count)],
  ),
];
