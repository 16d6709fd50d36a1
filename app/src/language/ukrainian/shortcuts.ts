import type { shortcuts as english } from '../english/shortcuts.ts';

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
