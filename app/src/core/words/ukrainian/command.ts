import type { MigrationView, StuckFields, ThreeWayRow, UnplayedView } from '@managed-fields/player';
import type { command as english } from '../english/command.ts';
import { formOf, listOf } from './counting.ts';

/** What a client-side apply does with a field, in a word or two. */
const effectNames: Readonly<Record<ThreeWayRow['effect'], string>> = {
  added: 'додано',
  set: 'задано',
  deleted: 'видалено',
  kept: 'збережено',
  'left-alone': 'не зачеплено',
};

/** What a directive of a patch means. */
const directiveSentences: (typeof english)['directiveSentences'] = {
  order: 'порядок елементів, які називає файл',
  takeOut: 'прибирає ці елементи зі списку',
  retain: 'лишаються тільки ці ключі',
  deleteItem: 'видаляє цей елемент',
  replace: 'замінює ціле',
  null: 'null видаляє',
  lastApplied: 'файл — для наступного apply',
};

/** A kubectl command, and the way from client-side to server-side apply. */
export const command: typeof english = {
  commandLine: 'Командний рядок',
  files: 'Файли',
  addFile: 'Додати файл',
  removeFile: 'Прибрати файл',
  noFiles: 'Файлів немає. Якщо команда читає файл через -f, він має бути тут.',
  emptyFile: 'Текст цього файлу',
  fileFromBefore: 'З попередньої команди; ваші зміни діють, починаючи з цього кроку',
  standardInput: 'Стандартний ввід',
  editedText: '$EDITOR: текст після редагування',
  renameFile: 'Перейменувати…',
  rename: 'Перейменувати',
  add: 'Додати',
  cancel: 'Скасувати',
  fileRole: 'Що це',
  file: 'Файл',
  fileName: 'Назва файлу',
  nameProblems: {
    empty: 'Файлу потрібна назва.',
    folder: 'Назва з таким кінцем означає теку.',
    'too-long': 'Частина назви довша за 255 байтів, а довших файлові системи не приймають.',
    'hidden-character': 'У назві є невидимий символ.',
    taken: 'У цьому кроці воно вже є.',
  },
  missingFile: 'Команда читає файл, якого немає:',
  addMissing: 'Додати його',
  missingInput: 'Команда читає стандартний ввід, а його немає.',
  writeInput: 'Написати стандартний ввід',
  opened: 'Тут відкривається редактор, і його текст ніхто не змінює.',
  edit: 'Редагувати текст',
  inLine: 'У рядку стоїть текст, який читає команда.',
  takeOut: 'Редагувати як стандартний ввід',
  variablesStay: 'Змінні оболонки тут невідомі, тому ці лишаються як написано:',
  terminal: 'Термінал',
  otherTerminal: 'Термінал іншого способу',
  nothingPrinted: 'нічого не виведено',
  exitCode: 'код виходу',
  sides: { server: 'Server-Side', client: 'Client-Side' },
  sameBothWays: 'Обидва способи лишають ті самі значення й тих самих власників.',
  differences: 'Що відрізняється',
  objectInstead: 'Об’єкт за іншого способу',
  requests: 'Запити',
  noRequests: 'Ця команда не надіслала жодного запиту.',
  before: 'Менеджери до того',
  sent: 'Надіслано',
  answer: 'Відповідь',
  objectAfter: 'Об’єкт після запиту',
  allFields: 'усі поля',
  original: 'Попередній',
  originalIs: 'last-applied',
  modified: 'Змінений',
  modifiedIs: 'файл',
  current: 'Поточний',
  currentIs: 'об’єкт у кластері',
  effect: 'Що робить kubectl і чому',
  nothingToDo: 'В об’єкті вже є все, що каже файл.',
  patchSent: 'Патч',
  patchTypes: { strategic: 'strategic merge-патч', merge: 'JSON merge-патч' },
  emptyPatch: 'Патч порожній, тож нічого не надіслано.',
  deletedFields: 'Видалено',
  nothingDeleted: 'Жодного поля не видалено.',
  unownedFields: 'Лишилися нічиїми',
  stuckFields: 'Застрягли',
  nothingStuck: 'За іншим менеджером нічого не лишається.',
  dropEntry: 'Прибрати цей запис',
  handOver: 'Патч, який передає поля',
  nothingHandedOver: 'Патч не знадобився.',
  wayBack: 'Назад до Client-Side Apply',
  effectNames,
  directiveSentences,
  effectSentence,
  migrationSentence,
  freeSentence,
  wayBackSentence,
  fileLabel,
  unplayedSentence,
};

/** Says why a client-side apply does what it does with a field. */
function effectSentence({ effect, original, current, drifted, owners }: ThreeWayRow): string {
  switch (effect) {
    case 'added':
      return original === undefined ? 'нове у файлі' : 'колись застосовано, відтоді зникло: записано знову';
    case 'set':
      if (!drifted) return original === undefined ? 'нове у файлі, поверх поточного значення' : 'змінено у файлі';
      return `у файлі те саме, що й минулого разу, а в об’єкті ${current ?? 'нічого'}: повернуто`;
    case 'deleted':
      return 'минулого разу застосовано, а у файлі вже немає';
    case 'kept':
      return 'в об’єкті це вже є';
    case 'left-alone': {
      if (owners.length === 0) return 'немає в жодному файлі, тож apply не чіпає: стандартне значення';
      const set = formOf(owners.length, 'задає', 'задають', 'задають');
      return `${set} ${listOf(owners)}, apply ніколи цього не задавав, тож відсутність у файлі нічого не означає`;
    }
  }
}

/** Says what a migration is about. */
function migrationSentence({ object, manager, forced }: MigrationView): string {
  const taken = `${manager} перебирає ${object} у Client-Side Apply.`;
  return forced ? `Відхилено через конфлікти. З --force-conflicts: ${taken}` : taken;
}

/** Says how to free fields that another entry still owns. */
function freeSentence({ fields, fieldCount }: StuckFields): string {
  const more = fieldCount - fields.length;
  const rest = formOf(more, 'поле, яким', 'поля, якими', 'полів, якими');
  const also = more > 0 ? ` (це звільнить і ще ${more} ${rest} він володіє)` : '';
  return [
    'Щоб позбутися поля, застосуйте його з іншим значенням і --force-conflicts, а тоді застосуйте без нього.',
    `Або застосуйте його з поточним значенням, приберіть запис${also} і застосуйте без нього.`,
  ].join(' ');
}

/** Says how to return to client-side apply. */
function wayBackSentence({ annotated }: MigrationView): string {
  return annotated
    ? 'kubectl apply без --server-side: last-applied-configuration досі є, тож те, що зникає з файлу, і далі видаляється.'
    : 'last-applied-configuration немає: її підтримує лише менеджер kubectl. Спершу запишіть її через kubectl apply set-last-applied --create-annotation, а тоді — kubectl apply без --server-side; інакше те, що доти зникне з файлу, не буде видалено.';
}

/** Says what is not played here; kubectl or a shell has it. */
function unplayedSentence(unplayed: UnplayedView): string {
  switch (unplayed.kind) {
    case 'program':
      return `${unplayed.program} тут не запускається, тож і весь цей рядок теж. Запускаються kubectl, cat, echo і printf.`;
    case 'syntax':
      return `${unplayed.syntax} тут не виконується: напишіть те, що підставила б оболонка, або розбийте рядок на два кроки.`;
    case 'editor':
      return `${unplayed.editor} тут не запускається. Напишіть текст таким, яким він виходить із редактора, і команда продовжить із ним.`;
    case 'no-program':
      return 'Змінні тут задаються лише для однієї команди: напишіть їх перед kubectl.';
    case 'command':
      return `kubectl ${unplayed.command} тут не виконується. Виконуються команди, які записують об’єкти або читають їх.`;
    case 'help':
      return `kubectl виводить тут довідку: її покаже kubectl${unplayed.command === '' ? '' : ` ${unplayed.command}`} --help у терміналі.`;
    case 'flag':
      return `${unplayed.flag} тут не виконується: без нього команда виконається.`;
    case 'format':
      return `Формат ${unplayed.format} тут не виводиться: є yaml, json і name.`;
    case 'url':
      return `Звідси нічого не завантажується. Додайте текст ${unplayed.url} як файл і назвіть його після -f.`;
  }
}

/** The accessible name of the editor of a command's file. */
function fileLabel(name: string): string {
  return `YAML файлу ${name}. Ctrl+M перемикає, чи Tab переносить фокус.`;
}
