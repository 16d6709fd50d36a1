import type { forecast as english } from '../english/forecast.ts';
import { listOf } from './counting.ts';

/** Прогноз випуску. */
export const forecast: typeof english = {
  intro:
    'Що сталося б, якби ці маніфести застосували до об’єктів огляду. Усе обчислюється в цій вкладці; нічого не надсилається.',
  manifests: 'Маніфести випуску',
  manifestsHint: 'Вставте те, що друкує helm template або kustomize build',
  chooseFiles: 'Вибрати файли…',
  removeFile: (name) => `Прибрати ${name}`,
  manager: 'Менеджер полів',
  namespace: 'Простір імен для маніфестів без нього',
  force: 'Примусово при конфліктах',
  clientSide: 'Порівняти з kubectl apply на боці клієнта',
  hooks: 'Застосувати й хуки Helm та Argo CD',
  start: 'Прогноз',
  playing: (done, of) => (of === 0 ? 'Читання…' : `Програно маніфестів: ${done} із ${of}`),
  failed: 'Прогноз обірвала помилка цієї сторінки:',
  nothing: 'Маніфестів не знайдено.',
  sentence: (manifests, way) => {
    const { results } = way;
    const parts = [
      results.created > 0 && `створюється ${results.created}`,
      results.changed > 0 && `змінюється ${results.changed}`,
      results.unchanged > 0 && `без змін ${results.unchanged}`,
      results.conflict > 0 &&
        `конфліктів ${results.conflict} (${listOf(way.conflictsWith.slice(0, 3).map((each) => each.manager))})`,
      results.refused > 0 && `відхилено ${results.refused}`,
    ].filter((part) => part !== false);
    return `Маніфестів: ${manifests}; ${listOf(parts.length === 0 ? ['нічого не застосовується'] : parts)}.`;
  },
  serverSide: 'На боці сервера',
  clientSideName: 'На боці клієнта',
  results: {
    created: 'створено',
    changed: 'змінено',
    unchanged: 'без змін',
    conflict: 'конфлікт',
    refused: 'відхилено',
    hook: 'хук',
    unread: 'не прочитано',
  },
  all: 'усі',
  onlyOwners: 'змінюються лише власники',
  changes: (count) => `змінюється полів: ${count}`,
  changesTitle: 'Зміни',
  conflictsTitle: 'Конфлікти',
  takenTitle: 'Забрано в інших',
  stayingTitle: 'Лишається, бо належить ще комусь',
  unownedTitle: 'Лишається без власника',
  takenFrom: (fields, gone) => (gone ? `втрачає полів: ${fields}, усі свої` : `втрачає полів: ${fields}`),
  field: 'Поле',
  before: 'Було',
  after: 'Стане',
  live: 'У кластері',
  declared: 'Заявлено',
  owner: 'Власник',
  absent: 'немає',
  value: 'Значення',
  leftOut: (count) => `не показано рядків: ${count}`,
  open: 'Відкрити як сценарій',
  openClientSide: 'Відкрити застосування на боці клієнта',
  hook: (tool, hooks) => `${tool} запускає його як хук (${listOf(hooks)}); це не застосування.`,
  remarks: {
    'no-managed-fields': 'Об’єкт тут не має managedFields: невідомо, хто чим володіє.',
    repeated: 'Цей об’єкт уже є у випуску вище; маніфести застосовуються один за одним.',
    'generated-name': 'Ім’я вигадує сервер: кожен випуск створює ще один.',
    'unseen-namespace': 'Його простору імен немає ні серед об’єктів огляду, ні у випуску.',
  },
  left: (count) => `Об’єктів менеджера, яких немає у випуску: ${count}`,
  leftWhy: 'Застосування їх не чіпає; видаляють їх лише інструменти з очищенням.',
  leftOwned: 'належить іншому об’єкту',
  more: (count) => `Показати ще ${count}`,
  list: 'Об’єкти випуску',
};
