import type { step as english } from '../english/step.ts';

/** The selected step: its settings and its text. */
export const step: typeof english = {
  showRequest: 'Показати запит як HTTP, curl, kubectl і RBAC',
  installIt: 'Як установити його в кластері',
  readIt: 'Як прочитати його з кластера',
  openLensHere: 'Схема',
  openLensHereTitle: 'Що схема цього об’єкта зливає, а що замінює цілком',
  request: 'Запит',
  menu: 'Інші дії з кроком',
  apiVersion: 'Версія API',
  name: 'Назва',
  nameHint: 'якщо порожньо — за менеджером і видом',
  note: 'Пояснення',
  noteHint: 'Одне речення для тих, хто йде крок за кроком',
  changeNote: 'Змінити',
  rename: 'Перейменувати…',
  writeNote: 'Написати пояснення…',
  done: 'Готово',
  format: 'Упорядкувати',
  formatHint: 'Упорядкувати YAML; коментарі лишаються',
  formatted: 'Упорядковано',
  alreadyTidy: 'Тут і так усе до ладу',
  notFormatted: {
    unreadable: 'Цей текст не вдається прочитати, тож і впорядкувати його не можна',
    'would-change': 'Упорядкування змінило б зміст тексту, тож він лишається як є',
  },
  copyText: 'Копіювати текст',
  manager: 'Менеджер',
  managerHint: 'з User-Agent',
  userAgent: 'User-Agent',
  force: 'force',
  subresource: 'Субресурс',
  noSubresource: 'немає',
  validation: 'Перевірка полів',
  validations: { '': 'стандартна', Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' },
  dryRun: 'Пробний запуск',
  objectOf: 'Об’єкт',
  objectFromBefore: 'той, що в попередньому кроці',
  chooseObject: 'Назвати об’єкт',
  objectFields: { apiVersion: 'apiVersion', kind: 'kind', namespace: 'namespace', name: 'name' },
  useObjectFromBefore: 'Узяти з попереднього кроку',
  beside: 'Поруч',
  besideTitle: 'Показати об’єкт у кластері поруч із кроком',
  editText: 'Редагувати',
  doneEditing: 'Готово',
  editorPane: 'Вибраний крок',
  besidePane: 'Об’єкт у кластері',
  editorLoading: 'Завантажуємо редактор…',
  editorFailed: 'Редактор не завантажився; ось простий.',
  editorLabel,
};

/** Returns the accessible name of a code view or an editor. */
function editorLabel(place: number, kind: string, manager: string | undefined): string {
  const by = manager === undefined ? '' : ` від ${manager}`;
  return `YAML кроку ${place}, ${kind}${by}.`;
}
