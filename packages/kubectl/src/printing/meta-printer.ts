import { since } from '@managed-fields/api-server/tables';
import { metadataText } from '@managed-fields/merge-engine';
import type { LoadedInfo } from '../info.ts';
import type { TabWriter } from './tab-writer.ts';
import { labelCells, labelHeaders, type TableOptions } from './table-printer.ts';

/**
 * Prints objects by name and age, as kubectl does by itself where it asks for no table.
 * Upstream: cli-runtime pkg/printers/tableprinter.go printRowsForHandlerEntry, printObjectMeta.
 */
export class MetaPrinter {
  readonly #options: TableOptions;
  readonly #now: number;
  #printedHeaders = false;

  /** `now` in seconds since 1970. */
  constructor(options: TableOptions, now: number) {
    this.#options = options;
    this.#now = now;
  }

  print({ object }: Pick<LoadedInfo, 'object'>, writer: TabWriter): undefined {
    const { kind, withNamespace, labelColumns, showLabels, noHeaders } = this.#options;
    if (!this.#printedHeaders && !noHeaders) {
      const labels = [...labelHeaders(labelColumns), ...(showLabels ? ['LABELS'] : [])];
      writer.write(`${[...(withNamespace ? ['NAMESPACE'] : []), 'NAME', 'AGE', ...labels].join('\t')}\n`);
    }
    this.#printedHeaders = true;
    const name = metadataText(object, 'name');
    const cells = [
      ...(withNamespace ? [metadataText(object, 'namespace')] : []),
      kind === undefined ? name : `${kind}/${name}`,
      since(metadataText(object, 'creationTimestamp'), this.#now),
      ...labelCells(object, this.#options),
    ];
    writer.write(`${cells.join('\t')}\n`);
  }
}
