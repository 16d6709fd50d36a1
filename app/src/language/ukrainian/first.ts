import { ukrainian } from '@managed-fields/rendering';
import type { EntriesView } from '@managed-fields/scenario';
import type { FirstWords } from '../language.ts';
import { conflict } from './conflict.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { page } from './page.ts';
import { legend, result } from './result.ts';
import { step } from './step.ts';
import { steps } from './steps.ts';

/** The texts of the first screen: whole sections, and the parts of other sections that it uses. */
export const first: FirstWords = {
  counting: { bytesOf, countOf, listOf },
  leftOut: ukrainian.leftOut,
  conflict,
  legend,
  page,
  result,
  step,
  steps,
  field: {
    ...ukrainian.field,
    inspector: 'Поле',
    inspectorEmpty: 'Наведіть на поле, щоб побачити, хто ним володіє; клацніть, щоб воно тут лишилося.',
    key: 'Позначення',
  },
  gallery: {
    examples: 'Приклади',
    walk: 'Покроково',
    walkPlace,
    walkNext: 'Далі',
    walkNextExample: 'Наступний приклад',
    walkNoNote: 'До цього кроку пояснень немає.',
    command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  },
  drafts: {
    untitled: 'Сценарій без назви',
    scenarioTitle: 'Назва сценарію',
    open: 'Відкрити',
    openDraft: 'Відкрити чернетку',
    sharedBanner: (title: string) =>
      `Перед вами сценарій, яким поділилися${title === '' ? '' : `: «${title}»`}. Вашу чернетку не змінено.`,
    exampleBanner: 'Перед вами приклад. Вашу чернетку не змінено.',
    changedBanner: 'Ваші зміни зберігаються в цьому браузері окремою чернеткою.',
    changedInTab: 'Ваші зміни зберігаються лише в цій вкладці: браузер більше нічого не приймає.',
    editCopy: 'Редагувати копію',
    backToDraft: 'До моєї чернетки',
  },
  links: {
    share: 'Поділитися',
    copied: 'Скопійовано ✓',
  },
  palette: {
    palette: 'Команди',
  },
  schema: {
    openLensHere: 'Схема',
    openLensHereTitle: 'Що схема цього об’єкта зливає, а що замінює цілком',
  },
  wire: {
    show: 'Показати запит як HTTP, curl, kubectl і RBAC',
    installIt: 'Як установити його в кластері',
    readIt: 'Як прочитати його з кластера',
  },
  exports: {
    label: 'Експорт',
    button: 'Експорт',
  },
  entries: {
    updatersLabel: 'Записи Update',
    updatersTitle:
      'Сервер зберігає щонайбільше десять записів Update. Коли є одинадцятий, два найстаріші з тією самою apiVersion він згортає в один — на ім’я ancient-changes; записи Apply не рахуються.',
    updaters,
  },
};

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `Крок ${place} з ${count}`;
}

/** The meter of Update entries, such as `3 of 10 updaters`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `${count} із ${most} записів Update`;
}
