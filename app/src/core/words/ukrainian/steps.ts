import { ukrainian } from '@managed-fields/rendering';
import type { StepKind } from '@managed-fields/scenario';
import type { steps as english } from '../english/steps.ts';

/** What each kind of step is for; shown in the menu and in an empty editor. */
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

/** The list of steps. */
export const steps: typeof english = {
  ...ukrainian.steps,
  addStep: 'Додати крок',
  add: 'Додати',
  moveUp: 'Вище',
  moveDown: 'Нижче',
  rename: 'Перейменувати…',
  duplicate: 'Дублювати',
  remove: 'Прибрати',
  switchOff: 'Вимкнути',
  switchOn: 'Увімкнути',
  moreActions: 'Дії з кроком',
  noStep: 'Кроків немає. Додайте перший.',
  emptyObject: 'Ще нічого',
  stepsPane: 'Кроки сценарію',
  kindHints,
  announcement,
};

/** The announcement for a step when it is selected or ends differently; `message` is in the server's own words. */
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
