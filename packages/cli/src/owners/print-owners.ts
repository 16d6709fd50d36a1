import { terminalLine, terminalText } from '@managed-fields/foreign-text';
import type { AnnotatedText, ManagerView } from '@managed-fields/player';
import { assignColours, columns } from '@managed-fields/rendering';
import { type OwnedLine, ownedLines } from './owned-lines.ts';
import { ownerWriter, type TimeFormat } from './owner-cells.ts';

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
export function printOwners(annotated: AnnotatedText, { time, colour, now }: PrintOptions): string {
  const { managers } = annotated;
  const { lines, absent } = ownedLines(annotated);
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
