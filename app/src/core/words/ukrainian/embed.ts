import type { embed as english } from '../english/embed.ts';

/** The text of a frame whose scripts are blocked. In an export of its own, because nothing else can be fetched then. */
export const blocked =
  'Браузер не пускає цю рамку до її власних скриптів. Її сервер має надсилати Access-Control-Allow-Origin, або рамці потрібне allow-same-origin у sandbox.';

/** The page embedded in another page. */
export const embed: typeof english = {
  steps: 'Кроки',
  previous: 'Попередній крок',
  next: 'Наступний крок',
  stepName: (place, who, outcome) => `Крок ${place}: ${who}${outcome === undefined ? '' : `, ${outcome}`}`,
  views: 'Вигляд',
  viewNames: {
    object: 'Об’єкт',
    changes: 'Зміни',
    managedfields: 'managedFields',
    table: 'Таблиця',
    conflict: 'Конфлікт',
  },
  noConflict: 'На цьому кроці конфлікту немає.',
  ways: 'Виходи',
  field: 'Поле',
  value: 'Значення',
  close: 'Закрити',
  why: 'Чому',
  looking: 'Шукаємо…',
  unknownWhy: 'Рушій не відповів.',
  noField: 'В об’єкті на екрані цього поля немає.',
  redacted: 'У посиланні немає того, що схоже на секрет.',
  unchecked: 'Посилання немає: не вдалося перевірити вміст на секрети.',
  edit: 'Змінити тут',
  done: 'Готово',
  restore: 'Як було',
  editing: (place) => `Текст кроку ${place}`,
  problemAt: (line, message) => `Рядок ${line}: ${message}`,
  loading: 'Завантажуємо…',
  working: 'Обчислюємо…',
  empty: 'Показувати нічого: ні адреса цієї рамки, ні сторінка довкола неї не дають сценарію з кроками.',
  unknownExample: (name) => `Прикладу ${name} немає.`,
  unreachable: 'Не вдалося отримати те, що показує ця рамка. Перезавантажте сторінку, коли буде зв’язок.',
  unreachableFile: (address) => `Не вдалося отримати сценарій за адресою ${address}.`,
  misplaced: (base) => `Сторінки не може бути за адресою ${base}: base — це адреса її теки, http або https.`,
  unreadableFile: 'Те, що дістала ця рамка, — не YAML і не JSON.',
  notScenario: 'Те, що дістала ця рамка, — не сценарій.',
  newerScenario: 'Цей сценарій зроблено для новішої версії.',
  unanswered: 'Рушій не відповів для цього кроку.',
  tooLarge: 'Цей сценарій завеликий для посилання.',
  blocked,
  refused: 'Цього повідомлення не зрозуміли.',
};
