import { countingWords, type Messages } from '@managed-fields/words';

/** Audit logs: what was read of one, and the history of an object. */
export function auditWords({ audit, counting }: Pick<Messages, 'audit' | 'counting'>) {
  const { rowOf } = countingWords(counting);
  return {
    ...audit,
    /** The lines that are shown of a number of lines. */
    lines: (lines: readonly number[], count: number) =>
      audit.lines({ lines: rowOf(lines.map(String)), shown: lines.length, more: count > lines.length }),
    /** Who wrote an object, and how many others. */
    writers: (names: readonly string[], others: number) => audit.writers({ names: rowOf(names), others }),
  };
}
