import type { ManagerView } from '@managed-fields/scenario';
import { bytesOf, countOf } from './counting.ts';

/** The managers of an object. */
export const legend = {
  legend: 'Managers',
  nobody: 'nobody',
  nobodyTitle: 'Fields that no entry of managedFields owns: defaults, system fields, names',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  absentFields: 'Owned but not in the object',
  sizeSentence,
};

/** Counts and sizes: `7 fields · 312 B`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}
