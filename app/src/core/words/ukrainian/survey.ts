import type { LaterWords } from '../english/later.ts';
import { formOf } from './counting.ts';

const numbers = new Intl.NumberFormat('uk-UA');

export const survey: LaterWords['survey'] = {
  open: 'Огляд багатьох об’єктів…',
  openWords: 'kubectl get all список файли тека простір імен карта менеджери знахідки survey',
  title: 'Огляд',
  close: 'Закрити',
  closeHint: 'Показує сценарій. Огляд лишається в цій вкладці.',
  back: (objects) => `Назад до огляду (${objectsOf(objects)})`,
  discard: 'Відкинути його',
  number: (count) => numbers.format(count),
  size: sizeOf,
  objects: objectsOf,
  summary: (objects, managers, kinds) =>
    `${objectsOf(objects)}, ${numbers.format(managers)} ${formOf(managers, 'менеджер', 'менеджери', 'менеджерів')}, ${numbers.format(kinds)} ${formOf(kinds, 'тип', 'типи', 'типів')}`,

  emptyTitle: 'Кому належать поля багатьох об’єктів',
  emptyText:
    'Перетягніть сюди файли чи теку або вставте текст. Читається все, що виводить kubectl: YAML чи JSON, списки, кілька документів, пакування gzip.',
  emptyCommand: 'Дані для початку:',
  privacy: 'Об’єкти лишаються в цій вкладці: нічого не надсилається, не зберігається й не потрапляє в адресу.',
  addFiles: 'Додати файли…',
  chooseFiles: 'Вибрати файли…',
  chooseFolder: 'Вибрати теку…',

  reading: (bytes, of) => (of === undefined ? 'Читання…' : `Прочитано ${sizeOf(bytes)} з ${sizeOf(of)}`),
  readingLabel: 'Читання',
  cancel: 'Скасувати',
  stopped: (bytes, of) =>
    of === undefined
      ? 'Читання скасовано. Прочитане лишається.'
      : `Читання скасовано після ${sizeOf(bytes)} з ${sizeOf(of)}. Прочитане лишається.`,
  failed: 'Читання перервала помилка цієї сторінки:',
  readAgain: 'Прочитати ще раз',
  nothingRead: (parts) =>
    `Нічого з відкритого не вдалося прочитати як об’єкт. Що там стоїть і чому це не об’єкт (частин: ${numbers.format(parts)}):`,
  auditEvents: (events) =>
    `Серед прочитаного є події журналу аудиту: ${numbers.format(events)}. Журнал показує, що і ким було записано, об’єкт за об’єктом.`,
  openAsLog: 'Відкрити як журнал аудиту',
  nothingFound: 'У прочитаному немає жодного об’єкта.',
  done: (objects) => `Прочитано: ${objectsOf(objects)}.`,

  views: {
    objects: 'Об’єкти',
    heat: 'Теплова карта',
    managers: 'Менеджери',
    findings: 'Знахідки',
    forecast: 'Прогноз',
    unread: 'Не прочитано',
  },
  filter: 'Фільтр',
  filterHelp: (examples) => `Слова або умови, як-от ${examples}`,
  filterHint: 'Сюди веде клавіша /.',
  understood: 'Зрозуміло як',
  completions: 'Назви, що підходять',
  completionCount: (objects) => `у ${numbers.format(objects)} ${formOf(objects, 'об’єкті', 'об’єктах', 'об’єктах')}`,
  shown: (shown, all) =>
    shown === all
      ? objectsOf(all)
      : `${numbers.format(shown)} з ${numbers.format(all)} ${formOf(all, 'об’єкта', 'об’єктів', 'об’єктів')}`,
  noneFits: 'Жоден об’єкт не відповідає фільтру.',
  word: (text, not) => (not ? `«${text}» немає в жодній із назв` : `«${text}» в одній із назв`),
  names: {
    manager: 'менеджер',
    kind: 'тип',
    namespace: 'простір імен',
    name: 'назва',
    owner: 'власник',
    operation: 'операція',
    subresource: 'підресурс',
    version: 'версія',
    finding: 'знахідка',
    file: 'файл',
  },
  condition: (name, values, not) => `${name}: ${not ? 'не ' : ''}${values.join(' або ')}`,
  anyValue: (name) => `${name}: ще друкується`,
  counts: {
    managers: 'менеджерів',
    fields: 'полів із власником',
    shared: 'спільних полів',
    bytes: 'байтів',
    findings: 'знахідок',
  },
  comparison: (count, sign, number, not) =>
    `${not ? 'не ' : ''}${{ '>': 'більше ніж', '<': 'менше ніж', '=': 'рівно' }[sign]} ${numbers.format(number)} ${count}`,
  unknownName: (name) => `Умови «${name}:» не існує, тому нічого не підходить.`,

  groupBy: 'Групувати за',
  groups: {
    nothing: 'без груп',
    kind: 'типом',
    namespace: 'простором імен',
    manager: 'менеджером',
    owner: 'посиланням на власника',
  },
  noGroup: {
    kind: 'без типу',
    namespace: 'без простору імен',
    manager: 'без менеджера',
    owner: 'без власника',
  },
  table: 'Об’єкти огляду',
  columns: {
    kind: 'Тип',
    namespace: 'Простір імен',
    name: 'Назва',
    managers: 'Менеджери',
    fields: 'Поля',
    shared: 'Спільні',
    written: 'Останній запис',
    bytes: 'Розмір',
    managedFieldsBytes: 'managedFields',
    findings: 'Знахідки',
  },
  columnHints: {
    kind: 'Тип об’єкта',
    namespace: 'Простір імен об’єкта',
    name: 'Назва об’єкта',
    managers: 'Менеджери із записом у managedFields; впорядковано за їхньою кількістю',
    fields: 'Поля, що мають власника',
    shared: 'Поля, що належать кільком менеджерам',
    written: 'Час найновішого запису в managedFields (UTC)',
    bytes: 'Розмір об’єкта як JSON',
    managedFieldsBytes: 'Розмір managedFields як JSON',
    findings: 'Що правила знайшли в об’єкті',
  },
  more: (count) => `+${count}`,
  noManagers: 'немає',
  opened: (name) => `${name} відкрито з огляду.`,
  gone: 'Цей об’єкт уже не прочитати.',

  heatLabel: 'Поля за об’єктами й менеджерами',
  heatLegend: 'Поля, що належать менеджерові в об’єкті',
  heatShared: 'частина з них спільна',
  heatCell: (manager, fields, shared) =>
    fields === 0
      ? `${manager}: нічого`
      : `${manager}: ${numbers.format(fields)} ${formOf(fields, 'поле', 'поля', 'полів')}, спільних ${numbers.format(shared)}`,
  heatManagers: (shown, all) =>
    `${shown} ${formOf(shown, 'менеджер', 'менеджери', 'менеджерів')} найбільшої кількості об’єктів, усього ${numbers.format(all)}`,

  totals: 'Підсумки за менеджерами',
  totalColumns: {
    manager: 'Менеджер',
    operations: 'Операції',
    objects: 'Об’єкти',
    fields: 'Поля',
    alone: 'Лише його',
    shared: 'Спільні',
    oldest: 'Перший запис',
    newest: 'Останній запис',
    bytes: 'managedFields',
  },
  showObjects: (manager) => `Показати об’єкти менеджера ${manager}`,

  unreadLabel: 'Що не прочитано',
  unreadColumns: { file: 'Файл', line: 'Рядок', reason: 'Чому', detail: 'Що знайдено' },
  pasted: 'вставлений текст',
  reasons: {
    syntax: 'ні YAML, ні JSON',
    'not-object': 'не об’єкт: немає apiVersion або kind',
    'too-large': 'більше, ніж зберігає кластер',
    cut: 'текст обривається всередині',
    binary: 'не текст',
    damaged: 'файл не вдається відкрити чи розпакувати',
    'too-many': 'об’єктів більше, ніж читається',
  },

  noFindings: 'Правила нічого не знайшли в цих об’єктах.',
  why: 'Чому це важливо',
  todo: 'Що робити',
  showInTable: 'Показати ці об’єкти',
  example: 'Відкрити приклад',
  exampleNamed: (title) => `Приклад: ${title}`,
  switchOff: 'Вимкнути це правило',
  tryIt: 'Спробувати',
  tryHint: 'Відкриває сценарій, що це показує',
  commands: 'Команди',
  repairAll: 'Виправити всі…',
  repairs: 'Виправлення',
  repairTitle: (title) => `Виправити: ${title}`,
  repairNote:
    'Звідси нічого не надсилається. Кожну команду виконано на об’єкті, як його прочитано; якщо він відтоді змінився, сервер відмовить.',
  scriptHead: 'Створено на сторінці managedFields playground. Прочитайте перед запуском: ще нічого не надіслано.',
  repairing: (done, of) => `Перевірено виправлень: ${numbers.format(done)} з ${numbers.format(of)}…`,
  repaired: (count, refused) =>
    refused === 0
      ? `Виправлень: ${numbers.format(count)}.`
      : `Виправлень: ${numbers.format(count)}, з них відхилено: ${numbers.format(refused)}.`,
  noneLeft:
    'Не лишається жодного запису: наступне застосування на боці сервера створить запис before-first-apply з усіма полями об’єкта.',
  unrepaired: (count) => `Об’єктів, для яких немає готового виправлення: ${numbers.format(count)}.`,
  before: 'До',
  after: 'Після',
  refused: 'Відхилено:',
  copyScript: 'Копіювати скрипт',
  saveScript: 'Зберегти скрипт',
  moreFields: (count) => `і ще ${numbers.format(count)} ${formOf(count, 'поле', 'поля', 'полів')}`,
  moreFindings: (count) => `Показати ще, лишилося ${numbers.format(count)}`,
  rules: (all, off) => (off === 0 ? `Усі правила ввімкнено: ${all}` : `Вимкнено правил: ${off} з ${all}`),
  saveRules: 'Зберегти цей вибір у файл',
  takeRules: 'Узяти вибір із файлу…',
  noRules: 'У цьому файлі немає вибору правил.',

  exportLabel: 'Експортувати показане',
  exportButton: 'Експорт',
  exportScope: (objects) => `Що показує фільтр: ${objectsOf(objects)}`,
  exportForms: {
    csv: 'Таблиця як CSV',
    markdown: 'Таблиця як Markdown',
    json: 'Усе як JSON',
    html: 'Звіт як HTML, без скриптів',
  },

  fromCluster: 'З кластера…',
  clusterTitle: 'Прочитати об’єкти з кластера',
  clusterNamespaces: 'Простори імен, через пробіл',
  clusterKinds: 'Типи',
  clusterFilter: 'Фільтр типів',
  clusterNote: 'Списки читаються посторінково. Нічого не записується, а Secret не читаються.',
  clusterRead: (kinds) => `Прочитати ${numbers.format(kinds)} ${formOf(kinds, 'тип', 'типи', 'типів')}`,
  readingLists: (done, of) => `Прочитано списків: ${numbers.format(done)} з ${numbers.format(of)}`,
  unreadLists: (count) => `Не вдалося прочитати списків: ${numbers.format(count)}`,

  bringHint: (objects) => `${objectsOf(objects)} — забагато для одного сценарію.`,
  bringOpen: 'Відкрити як огляд',
};

function objectsOf(count: number): string {
  return `${numbers.format(count)} ${formOf(count, 'об’єкт', 'об’єкти', 'об’єктів')}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} Б`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'КБ'] : [bytes / 1_000_000, 'МБ'];
  return `${size.toFixed(1).replace('.', ',')} ${unit}`;
}
