import type { palette as english } from '../english/palette.ts';
import { formOf } from './counting.ts';

/** The command palette. */
export const palette: typeof english = {
  paletteHint: 'Знайти команду, крок, приклад або чернетку',
  open: 'Команди…',
  none: 'Такої команди тут немає.',
  notNow: 'зараз недоступно',
  groups: {
    go: 'Перейти',
    step: 'Вибраний крок',
    add: 'Додати крок',
    view: 'Результат',
    scenario: 'Сценарій',
    page: 'Сторінка',
    drafts: 'Чернетки в цьому браузері',
    examples: 'Приклади',
  },
  nextPane: 'Наступна панель',
  previousPane: 'Попередня панель',
  renameScenario: 'Перейменувати сценарій',
  besideOn: 'Показати об’єкт у кластері поруч із кроком',
  besideOff: 'Сховати об’єкт у кластері поруч із кроком',
  share: 'Поділитися…',
  undo: 'Скасувати останню зміну сценарію',
  redo: 'Повторити скасовану зміну сценарію',
  renameStep: 'Перейменувати крок',
  noteStep: 'Написати пояснення до кроку',
  formatStep: 'Упорядкувати текст кроку',
  removeStep: 'Прибрати крок',
  duplicateStep: 'Дублювати крок',
  moveUp: 'Перемістити крок вище',
  moveDown: 'Перемістити крок нижче',
  switchOff: 'Вимкнути крок',
  switchOn: 'Увімкнути крок',
  nextStepWords: 'запустити далі вперед run continue forward',
  previousStepWords: 'назад back',
  copyLink: 'Скопіювати посилання',
  shareWords: 'посилання зберегти копіювати секрети link url save copy markdown iframe embed',
  settingsWords: 'налаштування параметри кольори settings preferences appearance colours',
  languageWords: 'мова переклад language translation',
  goToStep,
  addStep,
  showView,
  theme,
  language,
  countSentence,
  movedSentence,
};

/** The command that selects a step, by its place and name. */
function goToStep(place: number, name: string): string {
  return `Крок ${place}: ${name}`;
}

/** The command that adds a step, by the name of its kind. */
function addStep(kind: string): string {
  return `Додати: ${kind}`;
}

/** The command that opens a view of the result, by its name. */
function showView(view: string): string {
  return `Показати: ${view}`;
}

/** The command that switches to a theme, by its name. */
function theme(name: string): string {
  return `Тема: ${name}`;
}

/** The command that switches to a language, by its own name for itself. */
function language(name: string): string {
  return `Мова: ${name}`;
}

/** Says how much a search found. */
function countSentence(count: number): string {
  return `${count} ${formOf(count, 'команда', 'команди', 'команд')}`;
}

/** Says where a step is after it was moved. */
function movedSentence(place: number, count: number): string {
  return `Переміщено: крок ${place} з ${count}`;
}
