import type { ConflictFieldView, EntriesView } from '@managed-fields/scenario';
import { ukrainian } from '@managed-fields/static-view';
import type { FirstWords } from '../language.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { legend } from './legend.ts';
import { page } from './page.ts';
import { result } from './result.ts';
import { step } from './step.ts';
import { steps } from './steps.ts';

/** What the first screen says, in Ukrainian: sections of their own, and the parts of others that it needs. */
export const first: FirstWords = {
  counting: { bytesOf, countOf, listOf },
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
    changedBanner: 'Ваші зміни тут зберігаються лише в адресі.',
    changedInTab: 'Ваші зміни тут зберігаються лише в цій вкладці: у них можуть бути секрети, а їх адреса не несе.',
    editCopy: 'Редагувати копію',
    backToDraft: 'До моєї чернетки',
  },
  links: {
    share: 'Поділитися',
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
  conflict: {
    conflictHint,
  },
  entries: {
    updatersLabel: 'Записи Update',
    updatersTitle:
      'Сервер зберігає щонайбільше десять записів Update. Коли є одинадцятий, два найстаріші з тією самою apiVersion він згортає в один — на ім’я ancient-changes; записи Apply не рахуються.',
    updaters,
  },
  share: {
    withheld: 'Не в адресі: можливі секрети',
    withheldTitle:
      'Адресу цієї сторінки може скопіювати кожен, хто її бачить, тому значень, схожих на секрет, у ній немає. Сценарій зберігає цей браузер, а «Поділитися» робить посилання без них.',
  },
};

/** Where the reader is. */
function walkPlace(place: number, count: number): string {
  return `Крок ${place} з ${count}`;
}

/** The line of the step's text that conflicts. */
function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `належить ${owner.manager}` : `у ${owner.manager} — ${live}`;
}

/** The meter of Update entries: `3 із 10 записів Update`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `${count} із ${most} записів Update`;
}
