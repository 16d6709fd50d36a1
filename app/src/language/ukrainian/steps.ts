import type { Outcome, StepKind } from '@managed-fields/scenario';
import type { steps as english } from '../english/steps.ts';

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: 'Об’єкт із кластера',
  apply: 'Server-Side Apply',
  create: 'Створення',
  update: 'Оновлення',
  'merge-patch': 'Merge-патч',
  'strategic-merge-patch': 'Strategic merge-патч',
  'json-patch': 'JSON-патч',
  scale: 'Масштабування',
  status: 'Статус',
  reset: 'Скидання managedFields',
  delete: 'Видалення',
  crd: 'CRD',
  kubectl: 'Команда kubectl',
};

/** What a kind of step is for, in the menu and over an empty editor. */
const kindHints: Readonly<Record<StepKind, string>> = {
  live: 'Вставте те, що виводить kubectl get -o yaml --show-managed-fields',
  apply: 'Оголосити поля, якими хоче володіти менеджер',
  create: 'POST цілого об’єкта',
  update: 'PUT цілого об’єкта — так робить більшість контролерів',
  'merge-patch': 'Змінити деякі поля; списки замінюються',
  'strategic-merge-patch': 'Змінити деякі поля; списки зливаються за ключем',
  'json-patch': 'Перелік операцій над шляхами',
  scale: 'Задати replicas через /scale, як це робить HPA',
  status: 'Записати статус, як це робить контролер',
  reset: 'Замінити managedFields порожнім списком',
  delete: 'Видалити об’єкт',
  crd: 'Встановити або замінити CustomResourceDefinition',
  kubectl: 'Командний рядок kubectl',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: 'створено',
  changed: 'змінено',
  unchanged: 'без змін',
  deleted: 'видалено',
  read: 'прочитано',
  installed: 'встановлено',
  conflict: 'конфлікт',
  error: 'помилка',
  skipped: 'порожньо',
};

/** The timeline of steps. */
export const steps: typeof english = {
  steps: 'Кроки',
  step: 'Крок',
  addStep: 'Додати крок',
  add: 'Додати',
  moveUp: 'Вище',
  moveDown: 'Нижче',
  rename: 'Перейменувати…',
  duplicate: 'Дублювати',
  remove: 'Прибрати',
  switchOff: 'Вимкнути',
  switchOn: 'Увімкнути',
  off: 'вимкнено',
  forced: 'force',
  moreActions: 'Дії з кроком',
  previousStep: 'Попередній крок',
  nextStep: 'Наступний крок',
  noStep: 'Кроків немає. Додайте перший.',
  emptyObject: 'Ще нічого',
  stepsPane: 'Кроки сценарію',
  kindNames,
  kindHints,
  outcomeNames,
  placeSentence,
  announcement,
};

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `Крок ${place} з ${count}${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** What is said aloud of a step when it was chosen or ends differently; `message` in the server's own words. */
function announcement(
  place: number,
  kind: string,
  manager: string | undefined,
  outcome: string,
  message: string | undefined,
): string {
  const who = manager === undefined ? kind : `${kind} від ${manager}`;
  return [`Крок ${place}, ${who}: ${outcome}`, message].filter(Boolean).join('. ');
}
