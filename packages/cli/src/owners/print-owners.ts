import { humanDuration } from '@managed-fields/api-server/tables';
import { terminalLine, terminalText } from '@managed-fields/foreign-text';
import type { AnnotatedText, ManagerView } from '@managed-fields/player';
import { assignColours, columns } from '@managed-fields/rendering';
import type { OwnedLine, OwnedLines } from './owned-lines.ts';

/** How owners are printed. */
export interface PrintOptions {
  readonly time: TimeFormat;
  readonly colour: boolean;
  /** The time now, in milliseconds since 1970. */
  readonly now: number;
}

/** The colours of terminals that are read on dark and on light, by their SGR numbers. */
const colours = [36, 35, 33, 32, 34, 31, 96, 95, 93, 92, 94, 91];

/** Prints an object with the owners of each line in front of it. The same manager has the same colour everywhere. */
export function printOwners(
  { managers }: AnnotatedText,
  { lines, absent }: OwnedLines,
  { time, colour, now }: PrintOptions,
): string {
  const writer = ownerWriter(managers, time, now);
  const places = assignColours(managers.map(({ manager }) => manager));
  const write = (owner: ManagerView) => {
    const text = writer.write(owner);
    const place = places.get(owner.manager)?.place ?? 0;
    return colour ? `\u001b[${colours[place % colours.length]}m${text}\u001b[0m` : text;
  };
  const blank = ' '.repeat(writer.width);
  const ditto = `"${' '.repeat(Math.max(0, writer.width - columns('"')))}`;
  const printed = lines.flatMap((line) => rowsOf(line, { write, blank, ditto }));
  if (absent.length > 0) printed.push('# Owned, but not in the object:');
  for (const { path, owners } of absent) {
    const rows = owners.map(
      (owner, index) => `# ${write(owner)} ${index < owners.length - 1 ? '/' : terminalLine(path)}`,
    );
    printed.push(...(rows.length > 0 ? rows : [`# ${blank} ${terminalLine(path)}`]));
  }
  return printed.map((row) => `${row.trimEnd()}\n`).join('');
}

interface Prefixes {
  write(owner: ManagerView): string;
  readonly blank: string;
  readonly ditto: string;
}

/** A line of the object with a row for each owner; the text stands in the last. */
function rowsOf(
  { text, owners, itemOwners, continues }: OwnedLine,
  { write, blank, ditto }: Prefixes,
): readonly string[] {
  const line = terminalText(text);
  if (continues) return [`${owners.length > 0 ? ditto : blank} ${line}`];
  const others = itemOwners.filter((owner) => !owners.includes(owner));
  const last = owners.at(-1);
  return [
    ...others.map((owner) => `${write(owner)} / the item`),
    ...owners.slice(0, -1).map((owner) => `${write(owner)} /`),
    `${last === undefined ? blank : write(last)} ${line}`,
  ];
}

/** How the time of an owner is written. */
export type TimeFormat = 'relative' | 'full' | 'none';

/** The most columns that the name of a manager takes; the server takes 128 bytes. */
const longestName = 128;

/**
 * Returns a function that writes owners, all equally wide: `MANAGER (OPERATION SUBRESOURCE APIVERSION TIME)`. The
 * subresource and the API version stand there only where the owners differ in them.
 */
export function ownerWriter(
  managers: readonly ManagerView[],
  time: TimeFormat,
  now: number,
): { readonly width: number; write(owner: ManagerView): string } {
  const differ = (of: (manager: ManagerView) => string) => new Set(managers.map(of)).size > 1;
  const withSubresource = differ(({ subresource }) => subresource) || managers.some(({ subresource }) => subresource);
  const withVersion = differ(({ apiVersion }) => apiVersion);
  const cellsOf = (owner: ManagerView) => [
    owner.operation,
    ...(withSubresource ? [owner.subresource === '' ? '' : `/${owner.subresource}`] : []),
    ...(withVersion ? [owner.apiVersion] : []),
    ...(time === 'none' ? [] : [timeText(owner.time, time, now)]),
  ];
  const rows = managers.map((owner) => [owner.manager, ...cellsOf(owner)].map(shown));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(0, ...rows.map((row) => columns(row[column] ?? ''))));
  const write = (owner: ManagerView) => {
    const [name = '', ...cells] = [owner.manager, ...cellsOf(owner)].map(shown).map((cell, column) => {
      const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - columns(cell)));
      // Times stand right, so that their units do.
      return time !== 'none' && column === widths.length - 1 ? space + cell : cell + space;
    });
    return `${name} (${cells.join(' ')})`;
  };
  const [first] = managers;
  return { width: first === undefined ? 0 : columns(write(first)), write };
}

/** A cell as a terminal may have it, cut where it is longer than a name can be. */
function shown(cell: string): string {
  const text = terminalLine(cell);
  return text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text;
}

/** A time as kubectl-blame writes it: how long ago, or to the second with its zone. */
export function timeText(time: string | undefined, format: Exclude<TimeFormat, 'none'>, now: number): string {
  const parsed = time === undefined ? Number.NaN : Date.parse(time);
  if (time === undefined || Number.isNaN(parsed)) return time ?? '';
  if (format === 'relative') return humanDuration(Math.floor((now - parsed) / 1000));
  const [, date, clock, zone = ''] = /^(\S{10})T(\d\d:\d\d:\d\d)(?:\.\d+)?(.*)$/.exec(time) ?? [];
  return date === undefined ? time : `${date} ${clock} ${zone === 'Z' ? '+0000' : zone.replace(':', '')}`;
}
