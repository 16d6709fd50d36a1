import type { EntriesView } from '@managed-fields/player';
import { ukrainian } from '@managed-fields/rendering';
import type { result as english, legend as englishLegend } from '../english/result.ts';
import { countOf } from './counting.ts';

/** The object after a step. */
export const result: typeof english = {
  ...ukrainian.result,
  object: 'Об’єкт',
  resultYaml: 'YAML результату. Стрілки переходять від рядка до рядка.',
  after: 'Після кроку',
  staleBadge: 'застаріло',
  refused: 'Відхилено: об’єкт не змінився.',
  refusedNoObject: 'Відхилено: об’єкта досі немає.',
  showReason: 'Показати чому',
  noResult: 'Об’єкта ще немає',
  resultPane: 'Результат вибраного кроку',
  views: 'Вигляди результату',
  viewNames: {
    object: 'Об’єкт',
    changes: 'Зміни',
    entries: 'managedFields',
    table: 'Таблиця',
    requests: 'Запити',
    'three-way': 'Три сторони',
    migration: 'Міграція',
  },
  insteadNames: { server: 'Натомість Server-Side', client: 'Натомість Client-Side' },
  lastApplied: 'last-applied',
  lastAppliedTitle: 'Підкреслити те, що Client-Side Apply вважає своїм: поля в анотації last-applied-configuration',
  inLastApplied: 'у last-applied',
  lastAppliedSentence,
  putDefinition: 'Поставити визначення перед кроком 1',
};

/** Explains what is underlined for the last-applied annotation. */
function lastAppliedSentence(count: number): string {
  return `що Client-Side Apply вважає своїм: ${countOf(count, 'field')} у last-applied-configuration`;
}

/** The managers of an object. */
export const legend: typeof englishLegend = {
  ...ukrainian.legend,
  nobodyTitle: 'Поля, якими не володіє жоден запис managedFields: стандартні значення, системні поля, імена',
  more: (count: number) => `ще ${count}`,
  fewer: 'Менше',
  absentFields: 'Належать, але в об’єкті їх немає',
  updatersLabel: 'Записи Update',
  updatersTitle:
    'Сервер зберігає щонайбільше десять записів Update. Коли є одинадцятий, два найстаріші з тією самою apiVersion він згортає в один — на ім’я ancient-changes; записи Apply не рахуються.',
  updaters,
};

/** The meter of Update entries, such as `3 of 10 updaters`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `${count} із ${most} записів Update`;
}
