import { type JsonPath, jsonPathOf } from '@managed-fields/api-server/tables';
import { formatValue, isMap, listAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { escapeTerminal, TabWriter } from './tab-writer.ts';

/** A column that the user asked for. */
export interface CustomColumn {
  readonly header: string;
  /** `{.metadata.name}` */
  readonly path: string;
}

const wrongPath =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";
const expected = 'Expected format is one line of space separated headers, one line of space separated column specs.';

/**
 * Makes `{.metadata.name}` of it, of `.metadata.name` and of `metadata.name`.
 * Upstream: kubectl pkg/cmd/get/customcolumn.go RelaxedJSONPathExpression.
 */
export function relaxedPath(text: string): string | Failure {
  if (text === '') return text;
  const found = /^\{\.?([^{}]+)\}$/.exec(text) ?? /^\.?([^{}]+)$/.exec(text);
  return found === null ? fail(wrongPath) : `{.${found[1]}}`;
}

/** Reads `NAME:.metadata.name,IMAGE:.spec.image`. Upstream: NewCustomColumnsPrinterFromSpec. */
export function columnsOfSpec(spec: string): readonly CustomColumn[] | Failure {
  const columns: CustomColumn[] = [];
  for (const part of spec.split(',')) {
    const colon = part.indexOf(':');
    if (colon < 0) return fail(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    const path = relaxedPath(part.slice(colon + 1));
    if (isFailure(path)) return path;
    columns.push({ header: part.slice(0, colon), path });
  }
  return columns;
}

/** Reads a line of headers and a line of paths. Upstream: NewCustomColumnsPrinterFromTemplate. */
export function columnsOfTemplate(text: string): readonly CustomColumn[] | Failure {
  const [first, second] = text.replace(/\n$/, '').split('\n');
  if (text === '' || first === undefined) return fail(`invalid template, missing header line. ${expected}`);
  if (second === undefined) return fail(`invalid template, missing spec line. ${expected}`);
  const [headers, specs] = [words(first), words(second)];
  if (headers.length !== specs.length) {
    return fail(`number of headers (${headers.length}) and field specifications (${specs.length}) don't match`);
  }
  const columns: CustomColumn[] = [];
  for (const [index, spec] of specs.entries()) {
    const path = relaxedPath(spec);
    if (isFailure(path)) return path;
    columns.push({ header: String(headers[index]), path });
  }
  return columns;
}

/** The words between what Unicode calls spaces. */
function words(line: string): readonly string[] {
  return line.split(/\p{White_Space}/u).filter((word) => word !== '');
}

/**
 * Prints an object, or the items of a list, with the columns that the user asked for; the header once.
 * Upstream: customcolumn.go CustomColumnsPrinter.
 */
export class CustomColumnsPrinter {
  readonly #columns: readonly CustomColumn[];
  readonly #noHeaders: boolean;
  readonly #write: (text: string) => void;
  #last: 'object' | 'list' | undefined;

  constructor(columns: readonly CustomColumn[], noHeaders: boolean, write: (text: string) => void) {
    this.#columns = columns;
    this.#noHeaders = noHeaders;
    this.#write = write;
  }

  print(object: ValueMap): Failure | undefined {
    const writer = new TabWriter(this.#write);
    const items = listAt(object, 'items')?.filter(isMap);
    const type = items === undefined ? 'object' : 'list';
    if (!this.#noHeaders && type !== this.#last) {
      this.#last = type;
      writer.write(`${this.#columns.map(({ header }) => header).join('\t')}\n`);
    }
    const failed = this.#printItems(items ?? [object], writer);
    writer.flush();
    return failed;
  }

  #printItems(items: readonly ValueMap[], writer: TabWriter): Failure | undefined {
    const paths: JsonPath[] = [];
    for (const { path } of this.#columns) {
      const read = jsonPathOf(path, { allowMissingKeys: true });
      if (read.kind === 'error') return fail(read.message);
      paths.push(read.path);
    }
    for (const item of items) {
      const cells: string[] = [];
      for (const path of paths) {
        const found = path.find(item);
        if (found.kind === 'too-much') return notPlayed({ kind: 'too-much' });
        if (found.kind === 'error') return fail(found.message);
        const values = found.results.flat().map((value) => escapeTerminal(formatValue(value)));
        const nothing = (found.results[0] ?? []).length === 0 ? ['<none>'] : [];
        cells.push([...nothing, ...values].join(','));
      }
      writer.write(`${cells.join('\t')}\n`);
    }
    return undefined;
  }
}

/** The values that a path finds first, for sorting; undefined where it finds none. */
export function firstFound(path: JsonPath, object: ValueMap): Value | undefined | Failure {
  const found = path.find(object);
  if (found.kind === 'too-much') return notPlayed({ kind: 'too-much' });
  return found.kind === 'error' ? fail(found.message) : found.results[0]?.[0];
}
