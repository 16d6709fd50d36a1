import { type ColumnDefinition, labelsOf, labelsText, type Table } from '@managed-fields/api-server/tables';
import { byteLength, formatValue, metadataText, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { sprintf } from '../template/format.ts';
import { escapeTerminal, type TabWriter } from './tab-writer.ts';

/** What the flags of `get` make of a table. Upstream: cli-runtime pkg/printers/interface.go PrintOptions. */
export interface TableOptions {
  /** `deployment.apps`, which stands before names; undefined where nothing does. */
  readonly kind: string | undefined;
  /** `ADDED`, which stands before all else where events are shown. */
  readonly event?: string;
  readonly noHeaders: boolean;
  readonly wide: boolean;
  readonly withNamespace: boolean;
  readonly labelColumns: readonly string[];
  readonly showLabels: boolean;
  /** Whether columns are made as wide as their values are in bytes, as from v1.37 on. */
  readonly widthsInBytes: boolean;
}

type Cells = readonly Value[];

/** What is printed of a column. */
type Column = Pick<ColumnDefinition, 'name' | 'priority'>;

/** A table with the columns that were asked for. */
interface Decorated {
  readonly columns: readonly Column[];
  readonly rows: readonly Cells[];
}

/**
 * Prints the tables of one kind, one below the other; headers once, as long as the columns stay the same.
 * Upstream: cli-runtime pkg/printers/tableprinter.go HumanReadablePrinter.
 */
export class TablePrinter {
  readonly #options: TableOptions;
  /** The columns whose headers stand above. */
  #headed: string | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  print(table: Table, writer: TabWriter): void {
    const columns = JSON.stringify(table.columns);
    const noHeaders = this.#options.noHeaders || columns === this.#headed;
    if (columns !== this.#headed) this.#headed = table.rows.length > 0 ? columns : undefined;
    printTable(decorated(table, this.#options), writer, { ...this.#options, noHeaders });
  }
}

/** Adds the namespace, the kind and labels. Upstream: decorateTable. */
function decorated({ columns, rows }: Table, options: TableOptions): Decorated {
  const { withNamespace, labelColumns, showLabels, kind, event } = options;
  const named =
    kind === undefined ? -1 : columns.findIndex(({ format, type }) => format === 'name' && type === 'string');
  return {
    columns: [
      ...(event === undefined ? [] : [added('Event'.padEnd(eventWidth))]),
      ...(withNamespace ? [added('Namespace')] : []),
      ...columns,
      ...labelHeaders(labelColumns).map(added),
      ...(showLabels ? [added('Labels')] : []),
    ],
    rows: rows.map(({ cells, object }) => [
      ...(event === undefined ? [] : [event.padEnd(eventWidth)]),
      ...(withNamespace ? [metadataText(object, 'namespace')] : []),
      ...cells.map((cell, index) => (index === named ? sprintf('%s/%s', [String(kind), cell]) : cell)),
      ...labelCells(object, options),
    ]),
  };
}

/** Upstream: tableprinter.go formatEventType. */
const eventWidth = 8;

const added = (name: string): Column => ({ name, priority: 0 });

/** The titles of columns of labels: what stands behind the last slash. */
export function labelHeaders(labelColumns: readonly string[]): readonly string[] {
  return labelColumns.map((label) => label.replace(/.*\//s, '').toUpperCase());
}

/** The values of the labels that have columns, and all labels where they are asked for. */
export function labelCells(object: ValueMap, { labelColumns, showLabels }: TableOptions): readonly string[] {
  const labels = labelsOf(object);
  return [...labelColumns.map((label) => String(labels.get(label) ?? '')), ...(showLabels ? [labelsText(labels)] : [])];
}

/** How long a value is, in bytes. */
function bytesOf(cell: Value): number {
  return cell === null ? 0 : byteLength(formatValue(cell));
}

/** Upstream: printTable; from v1.37 on with rows in groups, whose widths are known before. */
function printTable({ columns, rows }: Decorated, writer: TabWriter, options: TableOptions): void {
  const { noHeaders, wide, widthsInBytes } = options;
  if (!noHeaders && rows.length === 0) return;
  const shown = columns
    .map(({ name, priority }, index) => ({ title: name.toUpperCase(), priority, index }))
    .filter(({ priority }) => wide || priority === 0);
  const last = shown.at(-1)?.index;
  const widths = columns.map((_, index) => (widthsInBytes ? widest(rows, index) : 0));
  const padded = (text: string, bytes: number, index: number) =>
    index === last ? text : text + ' '.repeat(Math.max(0, (widths[index] ?? 0) - bytes));
  if (!noHeaders) {
    const titles = shown.map(({ title, index }) => padded(title, byteLength(title), index));
    writer.write(`${titles.join('\t')}\n`);
  }
  for (const [at, row] of rows.entries()) {
    const cells = shown.map(({ index }) => {
      const cell = row[index] ?? null;
      const text = cellText(cell);
      return noHeaders && at === 0 ? padded(text, bytesOf(cell), index) : text;
    });
    writer.write(`${cells.join('\t')}\n`);
    if (widthsInBytes && (at + 1) % 100 === 0) writer.flush();
  }
}

function widest(rows: readonly Cells[], index: number): number {
  return rows.reduce((most, row) => Math.max(most, bytesOf(row[index] ?? null)), 0);
}

/** A cell on one line: a text ends at its first line break. */
function cellText(cell: Value): string {
  if (cell === null) return '';
  const text = formatValue(cell);
  const end = typeof cell === 'string' ? text.search(/[\f\n\r]/) : -1;
  return end < 0 ? escapeTerminal(text) : `${escapeTerminal(text.slice(0, end))}...`;
}
