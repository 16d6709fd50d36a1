import { ukrainian } from '@managed-fields/static-view';
import type { legend as english } from '../english/legend.ts';

/** The managers of an object. */
export const legend: typeof english = {
  ...ukrainian.legend,
  nobodyTitle: 'Поля, якими не володіє жоден запис managedFields: стандартні значення, системні поля, імена',
  more: (count: number) => `ще ${count}`,
  fewer: 'Менше',
  absentFields: 'Належать, але в об’єкті їх немає',
};
