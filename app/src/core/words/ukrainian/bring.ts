import type {
  FoundObject,
  Joined,
  MissingFile,
  OtherDocument,
  ReadingProblem,
  StepReading,
} from '@managed-fields/reading';
import type { bring as english } from '../english/bring.ts';
import { countOf, formOf, listOf } from './counting.ts';

/** The dialog for texts that the user pastes, drops or opens: what a text was read as, and what becomes of it. */
export const bring: typeof english = {
  title: 'Вставити або відкрити',
  open: 'Вставити або відкрити…',
  errorTitle: 'Текст помилки',
  openError: 'Текст помилки…',
  searchWords:
    'імпорт завантажити файл перетягнути список маніфест import upload file drop curl http kubectl list manifest',
  errorWords: 'повідомлення термінал конфлікт вставити пояснити message terminal conflict paste explain',
  field: 'Що вставлено',
  placeholder:
    'Один маніфест або кілька, kubectl get -o yaml, kind: List, JSON, файл сценарію, запит HTTP, рядок curl чи kubectl або те, що вивів термінал',
  errorPlaceholder: 'error: Apply failed with 1 conflict: conflict with "…": .spec.replicas',
  chooseFiles: 'Вибрати файли…',
  drop: 'Файли можна перетягнути будь-куди на сторінку.',
  dropHere: 'Відпустіть, щоб відкрити',
  reading: 'Читаємо…',
  files: 'Файли',
  part: 'Що знайдено',
  becomes: 'Чим стане',
  leaveOut: 'пропустити',
  request: 'Запит',
  nothingYet: 'Читати ще нема чого.',
  scenarioFound: 'Сценарій цієї сторінки',
  scenarioOpens:
    'Він відкриється окремою чернеткою. Те, що на екрані, лишиться у списку чернеток, і «Скасувати» до нього поверне.',
  openScenario: 'Відкрити',
  brokenScenario: 'Файл сценарію, який не можна відкрити:',
  newerScenario: 'Цей файл створено новішою версією сторінки. Перезавантажте її, щоб отримати цю версію.',
  unreadableFile: 'не вдалося прочитати.',
  binary: '— це не текст.',
  destination: 'Куди',
  add: (place: number | undefined) => (place === undefined ? 'Додати як кроки' : `Додати після кроку ${place}`),
  fill: 'Почати з цього тут',
  intoText: (place: number) => `Замінити текст кроку ${place}`,
  intoStep: (place: number) => `Поставити замість кроку ${place}`,
  joinObject: (place: number) => `Поєднати з об’єктом кроку ${place}`,
  joinConflict: (place: number) => `Поставити замість умовного об’єкта в кроці ${place}`,
  newScenario: 'Новий сценарій',
  take: (steps: number) => `Узяти ${countOf(steps, 'step')}`,
  undoable: '«Скасувати» поверне як було.',
  split: 'Вибрати об’єкти або зробити кроки…',
  makeStep: 'Зробити кроком…',
  explain: 'Пояснити…',
  looksLike: {
    http: 'Схоже на запит HTTP.',
    curl: 'Схоже на команду curl.',
    kubectl: 'Схоже на команду kubectl.',
    error: 'Схоже на повідомлення про помилку.',
    list: 'Це список об’єктів; крок має справу з одним.',
    documents: 'У цьому тексті кілька документів; рахується лише перший.',
  },
  natures: {
    live: 'яким він є в кластері',
    configuration: 'яким його хтось написав',
    definition: 'визначення виду',
  },
  withManagedFields: 'з managedFields',
  withoutManagedFields: 'без managedFields',
  joinedSentence,
  joinedEnd,
  takenAtOnce,
  countSentence,
  obstacleSentence,
  otherSentence,
  refusalSentence,
  problemSentence,
};

/** Says how a conflict and a live object were joined. */
function joinedSentence({ kind }: Pick<Joined, 'kind'>, object: string, place: number): string {
  switch (kind) {
    case 'pasted':
      return `Разом із повідомленням вставлено ${object}: кроки — це сам об’єкт і apply з іншими значеннями цих полів.`;
    case 'with-object':
      return `${object} — у кроці ${place}: новий крок застосовує до нього інші значення цих полів.`;
    case 'with-conflict':
      return `Цей сценарій складено з конфлікту. ${object} стає на місце умовного об’єкта, а apply переймає його вид, простір імен та ім’я.`;
  }
}

/** Says whether the joined steps end in the conflict. */
function joinedEnd({ missing }: Pick<Joined, 'missing'>): string {
  if (missing.length === 0)
    return 'Відтворений тут, він завершується тим самим конфліктом. Значення в apply умовні: поставте на їхнє місце свої.';
  const fields = listOf(missing.map(({ manager, paths }) => `${listOf(paths)} (${manager})`));
  return `Відтворений тут, він не дає конфлікту щодо ${fields}. Вставте об’єкт із --show-managed-fields, яким він був, коли з’явилося повідомлення.`;
}

/** Says that an object became the first step without a question. */
function takenAtOnce(object: string): string {
  return `${object} — тепер крок 1. «Скасувати» поверне як було.`;
}

/** Says how much was found in all. */
function countSentence(objects: number, requests: number, listed: number): string {
  const words = [
    objects === 0 ? '' : `${objects} ${formOf(objects, 'об’єкт', 'об’єкти', 'об’єктів')}`,
    requests === 0 ? '' : `${requests} ${formOf(requests, 'запит', 'запити', 'запитів')}`,
  ].filter((word) => word !== '');
  const from = listed === 0 ? '' : ', зі списку';
  return words.length === 0 ? 'Нічого, що можна відтворити.' : `${words.join(' і ')}${from}.`;
}

/** Says why an object may not be what the user meant. */
function obstacleSentence(obstacle: NonNullable<FoundObject['obstacle']>): string {
  switch (obstacle) {
    case 'unknown-kind':
      return 'У цій версії немає такого вбудованого виду, а власним він бути не може.';
    case 'tool-file':
      return 'Файл для інструмента: жоден сервер його не зберігає.';
    case 'credentials':
      return 'Це kubeconfig. У ньому можуть бути облікові дані, тож його не взято.';
    case 'no-name':
      return 'Немає metadata.name.';
  }
}

/** Says what a part seems to be that is no object. */
function otherSentence({ code, message }: Pick<OtherDocument, 'code' | 'message'>): string {
  switch (code) {
    case 'unreadable':
      return `Ні YAML, ні JSON${message === undefined || message === '' ? '.' : `: ${message}`}`;
    case 'json-patch':
      return 'JSON-патч.';
    case 'managed-fields':
      return 'Самі лише записи managedFields. Вставте їх разом з об’єктом — тоді їх на ньому буде видно.';
    case 'fragment':
      return 'Частина об’єкта, без kind.';
    case 'described':
      return 'Виведення kubectl describe, у якому бракує більшості полів. Вставте те, що виводить `kubectl get KIND NAME -o yaml --show-managed-fields`.';
    case 'table':
      return 'Таблиця kubectl get, без полів. Вставте те, що виводить `kubectl get KIND NAME -o yaml --show-managed-fields`.';
    case 'foreign':
      return 'Не з Kubernetes: немає apiVersion і kind.';
  }
}

/** Says why a request cannot become a step. */
function refusalSentence({ code, data }: Extract<StepReading, { readonly kind: 'refused' }>): string {
  switch (code) {
    case 'reads-only':
      return `${data['method'] ?? 'GET'} нічого не змінює, тож відтворювати нема чого.`;
    case 'not-a-resource':
      return `${data['path'] ?? 'Цей шлях'} — не шлях до ресурсу.`;
    case 'collection':
      return 'Шлях не називає об’єкта. Запити до всіх об’єктів виду тут не відтворюються.';
    case 'subresource':
      return `Субресурс ${data['subresource'] ?? ''} тут не відтворюється.`;
    case 'content-type':
      return data['contentType'] === ''
        ? 'PATCH без Content-Type: невідомо, що це за патч.'
        : `${data['contentType'] ?? ''} — такого патча жоден сервер не приймає.`;
  }
}

/** Says which part of a request could not be used. */
function problemSentence({ code, data }: ReadingProblem | MissingFile): string {
  switch (code) {
    case 'body-in-file':
      return `Його тіло — у ${data['file'] ?? 'файлі'}, якого тут немає. Вставте його в крок.`;
    case 'file-missing':
      return data['file'] === '-'
        ? 'Команда читає стандартний ввід, а його тут немає. Вставте його в крок.'
        : `Команда читає ${data['file'] ?? 'файл'}, якого тут немає. Вставте його в крок.`;
    case 'query-not-played':
      return `Параметр ${data['name'] ?? ''} тут нічого не робить.`;
    case 'unknown-resource':
      return `Якого виду ${data['resource'] ?? 'цей ресурс'}, ніде не сказано. Назвіть об’єкт у параметрах кроку.`;
    case 'body-not-played':
      return 'Параметри видалення тут не відтворюються: об’єкт зникає відразу.';
    case 'bad-setting':
      return `${data['name'] ?? ''}=${data['value'] ?? ''} пропущено: сервер таке відхилив би.`;
  }
}
