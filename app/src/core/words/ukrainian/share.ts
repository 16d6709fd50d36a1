import type { share as english } from '../english/share.ts';
import { bytesOf, formOf } from './counting.ts';

/** The dialog for sharing, and the secrets that it found. */
export const share: typeof english = {
  title: 'Поділитися сценарієм',
  ways: 'Способи поділитися',
  wayNames: { link: 'Посилання', markdown: 'Markdown', frame: 'iframe', element: 'Елемент', file: 'Файл' },
  wayUses: {
    link: 'Відкривається як копія в будь-якому браузері. Увесь сценарій стоїть після # в адресі, а цю частину не отримує жоден сервер.',
    markdown: 'Для issues, pull requests і README.',
    frame: 'Для сторінок, що приймають HTML: читати й проходити крок за кроком; редактор з’являється лише на вимогу.',
    element: 'Для сторінок, що приймають скрипт: те саме, потрібної висоти й у темі сторінки.',
    file: 'Для репозиторіїв і чатів, що обрізають довгі посилання. Сторінка відкриває такий файл через «Відкрити», перетягуванням або вставлянням.',
  },
  boxNames: {
    link: 'Посилання',
    markdown: 'Текст Markdown',
    frame: 'Код iframe',
    element: 'Код елемента',
    file: 'Файл',
  },
  copyNames: {
    link: 'Копіювати посилання',
    markdown: 'Копіювати Markdown',
    frame: 'Копіювати код',
    element: 'Копіювати код',
    file: 'Копіювати текст',
  },
  address: {
    ask: 'Цю сторінку може відкрити лише ця машина, тож посилання на неї іншим не допоможе. Де вони відкривають playground?',
    label: 'Адреса playground, яку відкривають інші',
    take: 'Робити посилання для неї',
    wrong: 'Це не адреса сторінки: вона починається з https:// або http://.',
    onlyHere: 'Ця адреса веде кожного на його власну машину. Назвіть таку, яку можуть відкрити інші.',
    madeFor: (folder) => `Зроблено для ${folder}`,
    madeForHere: (folder) => `Зроблено для ${folder}, яку може відкрити лише ця машина.`,
    change: 'Змінити',
  },
  copied: 'Скопійовано',
  copyByHand: 'Браузер не дозволяє сторінці копіювати. Текст виділено: скопіюйте його самі.',
  send: 'Надіслати…',
  download: 'Завантажити',
  fileForms: { yaml: 'YAML', json: 'JSON' },
  fileForm: 'Формат файлу',
  elementForms: { packed: 'Стиснутий', written: 'YAML на сторінці' },
  elementForm: 'Вигляд сценарію',
  unwritable:
    'Цей сценарій має файли або окремо називає об’єкт, а цього на сторінці не записати: візьміть стиснутий вигляд.',
  opensAt: 'Відкривається на кроці',
  stepSentence: (place: number, name: string) => `${place} · ${name}`,
  theme: 'Тема',
  themes: { auto: 'Як у читача', light: 'Світла', dark: 'Темна' },
  withView: (view: string) => `З відкритим поданням: ${view}`,
  looking: 'Шукаємо те, чого не має бачити ніхто інший…',
  lookFailed: 'Рушій не зміг пошукати секрети. Перегляньте текст самі, перш ніж передавати.',
  asIs: 'Переглянуто: передати як є',
  inside: 'Що всередині',
  exampleSentence: 'Незмінений приклад із галереї: посилання лише називають його.',
  sizeSentence: (documents: number, bytes: number) =>
    `${documents} ${formOf(documents, 'документ', 'документи', 'документів')}, ${bytesOf(bytes)}`,
  noSecrets: 'Усе тут відоме: слова, назви, версії, контрольні суми. Передаємо як є.',
  randomNote:
    'Жодне правило цього не знає, але це й не слова, не назви, не версії та не контрольні суми. Лишіть те, що не є секретом.',
  letGo: 'Це не секрет',
  replaceIt: 'Замінити',
  uncheckedNote:
    'У цих текстах ідеться про Secret, пароль чи токен, але прочитати їх не вдалося, тож невідомо, що в них таємне. Позначені тексти буде пропущено цілком.',
  replaced:
    'Замінено на позначки на зразок redacted-1. Поля та їхні власники лишаються, однакові значення мають однакові позначки.',
  keptSentence: (count: number) =>
    `Передаємо як є ${count} ${formOf(count, 'значення, схоже', 'значення, схожі', 'значень, схожих')} на секрет.`,
  kinds: {
    unchecked: 'Не вдалося перевірити',
    secret: 'Значення із Secret',
    'last-applied': 'Лише в анотації last-applied',
    named: 'Названо як пароль, токен чи ключ',
    token: 'Має вигляд токена чи ключа',
    'sign-in': 'Дані входу в заголовках, адресах і параметрах',
    random: 'Невідомо, чи це не секрет',
  },
  signs: {
    unreadable: 'не читається',
    'in-secret': 'у Secret',
    comment: 'коментар',
    file: 'файл для Secret',
    data: 'base64 у Secret',
    'string-data': 'текст у Secret',
    remembered: 'більше ніде не стоїть',
    name: 'за назвою',
    'private-key': 'приватний ключ',
    jwt: 'токен JWT',
    aws: 'ключ доступу AWS',
    github: 'токен GitHub',
    gitlab: 'токен GitLab',
    slack: 'токен Slack',
    service: 'токен сервісу',
    entropy: 'ніби випадкове',
    layer: 'закодоване, невідомо, що всередині',
    header: 'заголовок Authorization',
    address: 'пароль в адресі',
    option: 'параметр команди',
  },
  placeSentence: (place: number | undefined, line: number) =>
    place === undefined ? 'сценарій' : `крок ${place}, рядок ${line}`,
  inAnnotation: 'в анотації',
  anyway: 'Усе одно замінено: такі самі значення є в іншій позначеній групі.',
  leftSentence: 'Лишається: це ім’я елемента списку, і з іншим текстом змінилися б власники.',
  placesSentence: (count: number) => `${count} ${formOf(count, 'місце', 'місця', 'місць')}`,
  whereSentence: (kind: string, count: number) => `${kind}: ${count} ${formOf(count, 'місце', 'місця', 'місць')}`,
  more: (count: number) => `та ще ${count}`,
  meter: 'Довжина посилання',
  lengthSentence,
  tooLong: 'Надішліть сценарій файлом або зробіть із нього два.',
};

/** Says which chat programs cut a link of this length. */
function lengthSentence(length: number): string {
  const characters = `${length.toLocaleString('uk')} ${formOf(length, 'символ', 'символи', 'символів')}`;
  if (length <= 2000) return `${characters}: досить коротко для всіх.`;
  if (length <= 4000) return `${characters}: деякі чати обрізають після 2000. Надійніше — Markdown або файл.`;
  return `${characters}: чати обрізають після 2000 або 4000. Візьміть Markdown або надішліть файл.`;
}
