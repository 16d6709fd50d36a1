import { readFileSync } from 'node:fs';
import type { ColumnDefinition, Table } from '@managed-fields/api-server/tables';
import { isMap, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { isFailure } from '../failure.ts';
import { CustomColumnsPrinter, columnsOfSpec, columnsOfTemplate, relaxedPath } from './custom-columns.ts';
import { goSorted } from './go-sort.ts';
import { formatKyaml } from './kyaml.ts';
import { MetaPrinter } from './meta-printer.ts';
import { sortObjects, sortRows } from './sort-by.ts';
import { TabWriter } from './tab-writer.ts';
import { TablePrinter } from './table-printer.ts';

/** Objects by their places in `objects`; a list of places is a `List` of them. */
type Given = readonly (number | readonly number[])[];

/** What kubectl v1.36.3 made of it: a text, places in another order, or the message of a failure after what was printed. */
type Answer = string | readonly number[] | { readonly printed?: string; readonly failed: string };

interface Options {
  readonly kind: string;
  readonly noHeaders: boolean;
  readonly wide: boolean;
  readonly withNamespace: boolean;
  readonly labelColumns: readonly string[];
  readonly showLabels: boolean;
}

interface Cases {
  readonly objects: readonly object[];
  readonly columns: readonly (readonly ColumnDefinition[])[];
  readonly paths: readonly (readonly [path: string, answer: Answer])[];
  readonly customColumns: readonly (readonly [spec: string, noHeaders: boolean, given: Given, answer: Answer])[];
  readonly columnFiles: readonly (readonly [text: string, noHeaders: boolean, given: Given, answer: Answer])[];
  readonly sorted: readonly (readonly [field: string, given: readonly number[], answer: Answer])[];
  readonly sortedRows: readonly (readonly [field: string, given: readonly number[], answer: Answer])[];
  /** Fields of an object, and their lines. */
  readonly kyaml: readonly (readonly [fields: object, text: Answer])[];
  readonly aligned: readonly (readonly [isTable: boolean, written: readonly string[], text: string])[];
  /** Tables of columns and rows, each a row of cells and the place of an object. */
  readonly tables: readonly (readonly [
    options: Options,
    tables: readonly (readonly [
      columns: number,
      rows: readonly (readonly [cells: readonly unknown[], object: number])[],
    ])[],
    text: string,
  ])[];
  /** Objects with the seconds since they were created; 0 for none. */
  readonly metas: readonly (readonly [
    options: Options,
    given: readonly (readonly [object: number, age: number])[],
    text: string,
  ])[];
  /** Numbers that are sorted by their remainder. */
  readonly order: readonly (readonly [divisor: number, numbers: readonly number[], sorted: readonly number[]])[];
}

/** Questions made by hand and by chance, so that each line of the code is asked for, and what kubectl answers. */
const cases: Cases = JSON.parse(readFileSync(new URL('./printing.cases.json', import.meta.url), 'utf8'));

const mapOf = (plain: unknown): ValueMap => {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no object');
  return value;
};
const objects = cases.objects.map(mapOf);
const objectAt = (at: number): ValueMap => objects[at] ?? new Map();
const objectOf = (given: number | readonly number[]): ValueMap =>
  typeof given === 'number'
    ? objectAt(given)
    : new Map<string, Value>([
        ['apiVersion', 'v1'],
        ['kind', 'List'],
        ['items', given.map(objectAt)],
      ]);

/** What a printer writes, and how it fails. */
function printed(print: (write: (text: string) => void) => string | undefined): Answer {
  let out = '';
  const failed = print((text) => {
    out += text;
  });
  if (failed === undefined) return out;
  return out === '' ? { failed } : { printed: out, failed };
}

const columnsBy =
  (read: typeof columnsOfSpec) =>
  (text: string, noHeaders: boolean, given: Given): Answer => {
    const columns = read(text);
    if (isFailure(columns)) return { failed: columns.message };
    return printed((write) => {
      const printer = new CustomColumnsPrinter(columns, noHeaders, write);
      for (const each of given) {
        const failed = printer.print(objectOf(each));
        if (failed !== undefined) return failed.message;
      }
      return undefined;
    });
  };

/** The places of items in another order. */
function places<Item>(items: readonly Item[], sorted: readonly Item[] | { readonly message: string }): Answer {
  return 'message' in sorted ? { failed: sorted.message } : sorted.map((item) => items.indexOf(item));
}

it('makes a path of what is relaxed', () => {
  const answers = cases.paths.map(([path]) => {
    const made = relaxedPath(path);
    return [path, isFailure(made) ? { failed: made.message } : made];
  });
  expect(answers).toEqual(cases.paths);
});

it('prints columns that the line names', () => {
  const ask = columnsBy(columnsOfSpec);
  const answers = cases.customColumns.map(([text, no, given]) => [text, no, given, ask(text, no, given)]);
  expect(answers).toEqual(cases.customColumns);
});

it('prints columns that a file names', () => {
  const ask = columnsBy(columnsOfTemplate);
  const answers = cases.columnFiles.map(([text, no, given]) => [text, no, given, ask(text, no, given)]);
  expect(answers).toEqual(cases.columnFiles);
});

it('sorts objects by a field', () => {
  const answers = cases.sorted.map(([field, given]) => {
    const items = given.map((at) => ({ object: objectAt(at) }));
    return [field, given, places(items, sortObjects(items, field))];
  });
  expect(answers).toEqual(cases.sorted);
});

it('sorts the rows of a table by a field', () => {
  const answers = cases.sortedRows.map(([field, given]) => {
    const rows = given.map((at) => ({ object: objectAt(at), cells: [] }));
    return [field, given, places(rows, sortRows(rows, field))];
  });
  expect(answers).toEqual(cases.sortedRows);
});

it('writes KYAML', () => {
  const head = '---\n{\n  apiVersion: "v1",\n  kind: "A",\n';
  const answers = cases.kyaml.map(([fields]) => {
    const made = formatKyaml(mapOf({ apiVersion: 'v1', kind: 'A', ...fields }), true);
    return [fields, isFailure(made) ? { failed: made.message } : made.replace(head, '')];
  });
  expect(answers).toEqual(cases.kyaml);
});

it('aligns cells', () => {
  const answers = cases.aligned.map(([isTable, parts]) => {
    const text = printed((write) => {
      const widths = { minWidth: 0, padding: 2, remembers: false };
      const writer = isTable ? new TabWriter(write) : new TabWriter(write, widths);
      for (const part of parts) {
        if (part === 'FLUSH') writer.flush();
        else if (part === 'FORGET') writer.forget();
        else writer.write(part);
      }
      writer.flush();
      return undefined;
    });
    return [isTable, parts, text];
  });
  expect(answers).toEqual(cases.aligned);
});

const optionsOf = ({ kind, ...rest }: Options) => ({ ...rest, kind: kind || undefined, widthsInBytes: false });

it('prints tables', () => {
  const answers = cases.tables.map(([options, tables]) => {
    const text = printed((write) => {
      const [writer, printer] = [new TabWriter(write), new TablePrinter(optionsOf(options))];
      for (const [at, rows] of tables) {
        const table: Table = {
          columns: cases.columns[at] ?? [],
          rows: rows.map(([cells, object]) => ({ cells: cells.map(valueFromPlain), object: objectAt(object) })),
        };
        printer.print(table, writer);
      }
      writer.flush();
      return undefined;
    });
    return [options, tables, text];
  });
  expect(answers).toEqual(cases.tables);
});

it('prints names and ages', () => {
  const now = 1_700_000_000;
  const answers = cases.metas.map(([options, given]) => {
    const text = printed((write) => {
      const [writer, printer] = [new TabWriter(write), new MetaPrinter(optionsOf(options), now)];
      for (const [at, age] of given) {
        const { metadata, ...rest } = (cases.objects[at] ?? {}) as { readonly metadata?: object };
        const created = new Date(1000 * (now - age)).toISOString().replace('.000', '');
        const dated = { ...metadata, ...(age === 0 ? {} : { creationTimestamp: created }) };
        printer.print({ object: mapOf({ ...rest, metadata: dated }) }, writer);
      }
      writer.flush();
      return undefined;
    });
    return [options, given, text];
  });
  expect(answers).toEqual(cases.metas);
});

it('neither prints nor sorts by more values than anybody can read', () => {
  const object: ValueMap = new Map([['l', Array<null>(1_000_001).fill(null)]]);
  const column = columnsOfSpec('A:.l[*]');
  const printer = new CustomColumnsPrinter(isFailure(column) ? [] : column, true, () => undefined);
  const item = { object, cells: [] };
  for (const answer of [printer.print(object), sortObjects([item, item], '.l[*]'), sortRows([item], '.l[*]')]) {
    expect(answer).toMatchObject({ unplayed: { kind: 'too-much' } });
  }
});

it('sorts as Go does', () => {
  const answers = cases.order.map(([divisor, numbers]) => {
    return [divisor, numbers, goSorted(numbers, (a, b) => a % divisor < b % divisor)];
  });
  expect(answers).toEqual(cases.order);
});
