import type { ManagerView } from '@managed-fields/scenario';
import type { legend as english } from '../english/legend.ts';
import { bytesOf, countOf } from './counting.ts';

/** The managers of an object. */
export const legend: typeof english = {
  legend: 'Менеджери',
  nobody: 'ніхто',
  nobodyTitle: 'Поля, якими не володіє жоден запис managedFields: стандартні значення, системні поля, імена',
  more: (count: number) => `ще ${count}`,
  fewer: 'Менше',
  absentFields: 'Належать, але в об’єкті їх немає',
  sizeSentence,
};

/** Counts and sizes: `7 полів · 312 Б`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}
