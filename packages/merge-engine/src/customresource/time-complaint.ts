import { parseTime } from '../managedfields/time.ts';
import { quote } from '../value/go-format.ts';

const layout = '2006-01-02T15:04:05Z07:00';

/** The parts of the layout as Go reads them: what they match, their name in the layout, and their range. */
const parts: readonly { readonly pattern: RegExp; readonly name: string; readonly range?: Range }[] = [
  { pattern: /^\d{4}/, name: '2006' },
  { pattern: /^-/, name: '-' },
  { pattern: /^\d{2}/, name: '01', range: { least: 1, most: 12, unit: 'month' } },
  { pattern: /^-/, name: '-' },
  { pattern: /^\d{2}/, name: '02' },
  { pattern: /^T/, name: 'T' },
  { pattern: /^\d{1,2}/, name: '15', range: { least: 0, most: 23, unit: 'hour' } },
  { pattern: /^:/, name: ':' },
  { pattern: /^\d{2}/, name: '04', range: { least: 0, most: 59, unit: 'minute' } },
  { pattern: /^:/, name: ':' },
  { pattern: /^\d{2}/, name: '05', range: { least: 0, most: 59, unit: 'second' } },
  { pattern: /^(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})/, name: 'Z07:00' },
];

interface Range {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** What Go's time.Parse says of a text that is no RFC 3339 time; undefined for a time. Upstream: Go time/format.go. */
export function timeComplaint(text: string): string | undefined {
  if (parseTime(text) !== undefined) return undefined;
  let rest = text;
  for (const { pattern, name, range } of parts) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined) {
      return `parsing time ${quote(text)} as "${layout}": cannot parse ${quote(rest)} as "${name}"`;
    }
    const number = Number(match);
    if (range !== undefined && (number < range.least || number > range.most)) return outOfRange(text, range.unit);
    rest = rest.slice(match.length);
  }
  if (rest !== '') return `parsing time ${quote(text)}: extra text: ${quote(rest)}`;
  return outOfRange(text, 'day');
}

function outOfRange(text: string, unit: string): string {
  return `parsing time ${quote(text)}: ${unit} out of range`;
}
