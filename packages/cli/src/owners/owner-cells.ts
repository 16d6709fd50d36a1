import { terminalLine } from '@managed-fields/foreign-text';
import { humanDuration } from '@managed-fields/kubectl';
import type { ManagerView } from '@managed-fields/player';
import { columns } from '@managed-fields/rendering';

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
