import { type Table, tableOf } from '@managed-fields/api-server/tables';
import { listAt, parseTime } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { type Failure, fail, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { qualifiedKind } from './mapping.ts';
import { namePrinterOf, objectFormats, objectPrinterOf, unknownFormat } from './print.ts';
import { CustomColumnsPrinter, columnsOfSpec, columnsOfTemplate } from './printing/custom-columns.ts';
import { MetaPrinter } from './printing/meta-printer.ts';
import type { Printer } from './printing/printer.ts';
import { sortRows } from './printing/sort-by.ts';
import type { TabWriter } from './printing/tab-writer.ts';
import { type TableOptions, TablePrinter } from './printing/table-printer.ts';
import { fileText, givenTemplate, templateFormats, templatePrinterOf } from './printing/template-printer.ts';
import { listItems } from './selection.ts';
import type { Session } from './session.ts';

const columnFormats = ['custom-columns', 'custom-columns-file'];

/** Whether what is printed is a table for people. */
export function isHuman(flags: Flags): boolean {
  const format = flags.text('output');
  return (format === '' && flags.text('template') === '') || format === 'wide';
}

/** Prints what was selected of one kind; the failure is one that ends kubectl. */
export interface GroupPrinter {
  print(info: LoadedInfo, writer: TabWriter): Failure | undefined;
}

/** What the lines of a group begin with: their kind where there are several, an event, a namespace. */
interface GroupColumns {
  readonly severalKinds: boolean;
  readonly event?: string;
  readonly withNamespace: boolean;
}

/** Whether the objects of a kind are shown with their namespaces. */
export function hasNamespaces(flags: Flags, { version }: LoadedInfo): boolean {
  return flags.truth('all-namespaces') && version.resource.namespaced;
}

/** Makes the printer of a kind; `tables`: the server made them. */
export function groupPrinterOf(
  session: Session,
  flags: Flags,
  { version }: LoadedInfo,
  tables: boolean,
  { severalKinds, event, withNamespace }: GroupColumns,
): GroupPrinter {
  const options: TableOptions = {
    kind: severalKinds || flags.truth('show-kind') ? qualifiedKind(version) : undefined,
    ...(event === undefined ? {} : { event }),
    noHeaders: flags.truth('no-headers'),
    wide: flags.text('output') === 'wide',
    withNamespace,
    labelColumns: flags.list('label-columns'),
    showLabels: flags.truth('show-labels'),
    widthsInBytes: hasChange('tableWidthsInBytes', session.host.release),
  };
  const now = parseTime(session.now) ?? 0;
  const plain = new MetaPrinter(options, now);
  if (!tables) return plain;
  const printer = new TablePrinter(options);
  return {
    print(info, writer) {
      if (isUnasked(info)) return plain.print(info, writer);
      const table = answered(session, info, flags.text('subresource'), now);
      const sortBy = flags.text('sort-by');
      const rows = sortBy === '' || table.rows.length < 2 ? table.rows : sortRows(table.rows, sortBy);
      // What cannot be found in any row leaves nothing to print, and kubectl tells nobody.
      if (isFailure(rows)) return rows.bare || rows.unplayed !== undefined ? rows : undefined;
      printer.print({ ...table, rows }, writer);
      return undefined;
    },
  };
}

/** Whether an object is as its file has it: without a name it is not fetched. Upstream: cli-runtime pkg/resource/visitor.go RetrieveLatest. */
function isUnasked({ name, object }: LoadedInfo): boolean {
  return name === '' && listAt(object, 'items') === undefined;
}

/** The table that the server answers: of one object, or of a list. */
function answered(session: Session, { version, object }: LoadedInfo, subresource: string, now: number): Table {
  const objects = listAt(object, 'items') === undefined ? [object] : listItems(object);
  return tableOf({ version, subresource, objects, now, minor: session.catalog.minor ?? 36 });
}

/** Makes the printer of any other format of `get`. Upstream: kubectl pkg/cmd/get/get_flags.go ToPrinter. */
export function genericPrinterOf(session: Session, flags: Flags): Printer | Failure {
  const asked = flags.text('output');
  const format = asked === '' && flags.text('template') !== '' ? 'go-template' : asked;
  const template = templatePrinterOf(session, flags, format, false);
  if (template !== undefined) return template;
  const lower = format.toLowerCase();
  const written = objectFormats(session);
  if (written.includes(lower)) {
    return objectPrinterOf(session, lower, { typed: false, whole: flags.truth('show-managed-fields') });
  }
  const columns = givenTemplate(flags, format, columnFormats);
  if (columns !== undefined) {
    if (columns.template === '') return fail('custom-columns format specified but no custom columns given');
    const isFile = columns.format === 'custom-columns-file';
    const text = isFile ? fileText(session, columns.template) : columns.template;
    if (text === undefined) {
      return fail(`error reading template ${columns.template}, open ${columns.template}: no such file or directory\n`);
    }
    const read = isFile ? columnsOfTemplate(text) : columnsOfSpec(text);
    if (isFailure(read)) return read;
    return new CustomColumnsPrinter(read, !isFile && flags.truth('no-headers'), session.out);
  }
  if (lower === 'name') return namePrinterOf(session);
  return unknownFormat(format, [...written, 'name', ...templateFormats, ...columnFormats, 'wide']);
}
