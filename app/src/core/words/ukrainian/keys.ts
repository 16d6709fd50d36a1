import type { shortcuts as english, editor as englishEditor } from '../english/keys.ts';

/** The list of shortcuts. */
export const shortcuts: typeof english = {
  shortcuts: 'Клавіатурні скорочення',
  computed:
    'Кожен крок обчислюється, поки ви пишете, тож запускати нічого не треба: клавіші, що деінде запускають, тут переходять до наступного кроку.',
  goToStep: 'Перейти до цього кроку',
  goToStepKeys: '1–9',
  singleKeys: 'Скорочення з однієї клавіші',
  singleKeysHint: 'Вимкніть їх, якщо диктуєте або натискаєте клавіші випадково. Решта працює далі.',
  editor: 'У редакторі',
  editorLeave: 'Вийти з редактора',
  editorTab: 'Перемкнути: Tab виходить із редакторів чи робить відступ',
  editorComplete: 'Доповнити те, що біля курсора',
  editorFind: 'Знайти',
  editorProblem: 'Наступна проблема',
  elsewhere: 'Деінде',
  lines: 'Рухатися рядками об’єкта, рядками таблиці та вкладками',
  linesEnds: 'На початок і в кінець',
  handle: 'Змінити розмір панелей біля межі у фокусі; із Shift — більше, подвійне клацання повертає',
  close: 'Закрити діалог або меню',
  listKeys: 'Стрілки',
};

/** The editor: how to enter and leave it by keys. */
export const editor: typeof englishEditor = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab — відступ · Esc, потім Tab — вийти · Ctrl+M перемикає',
    leaves: 'Tab виходить з редактора · Ctrl+M перемикає',
    next: 'Тепер Tab вийде з редактора',
  },
};

/** Returns the accessible name of an editor in which Tab indents, with the keys to leave it. */
function labelWithKeys(label: string): string {
  return `${label} Tab робить відступ; щоб вийти, натисніть Escape, потім Tab. Ctrl+M перемикає, чи Tab робить відступ. Ctrl+Space доповнює.`;
}
