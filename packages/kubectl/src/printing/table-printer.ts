import { type ColumnDefinition, labelsOf, labelsText, type Table } from '@managed-fields/api-server/tables';
import { formatValue, metadataText, utf8, type Value, type ValueMap } from '@managed-fields/merge-engine';
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

/** A table with the columns that were asked for. */
interface Decorated {
  readonly columns: readonly ColumnDefinition[];
  readonly rows: readonly Cells[];
}

/**
 * Prints the tables of one kind, one below the other; headers once, as long as the columns stay the same.
 * Upstream: cli-runtime pkg/printers/tableprinter.go HumanReadablePrinter.
 */
export class TablePrinter {
  readonly #options: TableOptions;
  #columns = '';
  #printedHeaders = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  print(table: Table, writer: TabWriter): void {
    const columns = JSON.stringify(table.columns);
    const same = columns === this.#columns;
    const noHeaders = this.#options.noHeaders || (this.#printedHeaders && same);
    if (!same) this.#printedHeaders = false;
    this.#columns = columns;
    if (table.rows.length > 0) this.#printedHeaders = true;
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
      ...cells.map((cell, index) => (index === named ? sprintf('%s/%s', [kind ?? '', cell]) : cell)),
      ...labelCells(object, options),
    ]),
  };
}

/** Upstream: tableprinter.go formatEventType. */
const eventWidth = 8;

const added = (name: string): ColumnDefinition => ({ name, type: 'string', format: '', description: '', priority: 0 });

/** The titles of columns of labels: what stands behind the last slash. */
export function labelHeaders(labelColumns: readonly string[]): readonly string[] {
  return labelColumns.map((label) => (label.split('/').at(-1) ?? '').toUpperCase());
}

/** The values of the labels that have columns, and all labels where they are asked for. */
export function labelCells(object: ValueMap, { labelColumns, showLabels }: TableOptions): readonly string[] {
  const labels = labelsOf(object);
  return [...labelColumns.map((label) => String(labels.get(label) ?? '')), ...(showLabels ? [labelsText(labels)] : [])];
}

function printed(cell: Value): string {
  return cell === null ? '<nil>' : formatValue(cell);
}

/** Upstream: printTable; from v1.37 on with rows in groups, whose widths are known before. */
function printTable({ columns, rows }: Decorated, writer: TabWriter, options: TableOptions): void {
  const { noHeaders, wide, widthsInBytes } = options;
  if (!noHeaders && rows.length === 0) return;
  const shown = columns.flatMap(({ priority }, index) => (wide || priority === 0 ? [index] : []));
  const last = shown.at(-1);
  const widths = widthsInBytes ? columns.map((_, index) => widest(rows, index)) : [];
  const padded = (text: string, bytes: number, index: number) =>
    index === last ? text : text + ' '.repeat(Math.max(0, (widths[index] ?? 0) - bytes));
  if (!noHeaders) {
    const titles = shown.map((index) => {
      const title = (columns[index]?.name ?? '').toUpperCase();
      return padded(title, utf8(title).length, index);
    });
    writer.write(`${titles.join('\t')}\n`);
  }
  for (const [at, row] of rows.entries()) {
    const cells = shown.map((index) => {
      const cell = row[index] ?? null;
      const text = cellText(cell);
      return noHeaders && at === 0 ? padded(text, cell === null ? 0 : utf8(printed(cell)).length, index) : text;
    });
    writer.write(`${cells.join('\t')}\n`);
    if (widthsInBytes && (at + 1) % 100 === 0) writer.flush();
  }
}

function widest(rows: readonly Cells[], index: number): number {
  return rows.reduce((most, row) => {
    const cell = row[index] ?? null;
    return Math.max(most, cell === null ? 0 : utf8(printed(cell)).length);
  }, 0);
}

/** A cell on one line: a text ends at its first line break. */
function cellText(cell: Value): string {
  if (cell === null) return '';
  const text = printed(cell);
  const end = typeof cell === 'string' ? text.search(/[\f\n\r]/) : -1;
  return end < 0 ? escapeTerminal(text) : `${escapeTerminal(text.slice(0, end))}...`;
}
