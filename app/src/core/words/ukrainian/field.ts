import type {
  AnnotatedText,
  FieldEventView,
  FieldFacts,
  FieldView,
  Supposition,
  WhatIfCase,
} from '@managed-fields/player';
import { ukrainian } from '@managed-fields/rendering';
import type { field as english } from '../english/field.ts';
import { unique } from '../shorten.ts';
import { countOf, formOf, listOf } from './counting.ts';

const { ownedBy, ownerSentence, stateSentence } = ukrainian.field;

/** The field panel: who owns a field and what that means, its history, and what would happen. */
export const field: typeof english = {
  ...ukrainian.field,
  inspector: 'Поле',
  inspectorEmpty: 'Наведіть на поле, щоб побачити, хто ним володіє; клацніть, щоб воно тут лишилося.',
  key: 'Позначення',
  resize: 'Висота панелі поля',
  notInObject: 'В об’єкті на екрані цього поля немає.',
  handOver: 'Передати…',
  handOverTitle: 'Передати поле іншому менеджеру в безпечному порядку',
  working: 'Шукаємо…',
  failed: 'На це запитання відповіді не було.',
  keyRows: {
    owned: 'один власник: смужка й тло його кольору',
    shared: 'спільне: смужка для кожного, тло двох кольорів',
    atomic: 'атомарне ціле: рамка, належить і замінюється як одне',
    default: 'нічиє: сіре з крапками знизу — стандартне значення сервера',
    system: 'нічиє: просто сіре — ім’я або те, що пише сам сервер',
    absent: 'належить, але відсутнє: сказано після рядка, в якому воно стояло б',
  },
  schema: 'Схема',
  noSchema: 'Жодна схема нічого про нього не каже.',
  description: 'Опис',
  immutable: 'Незмінне',
  rules: 'Правила',
  rulesNote: 'тут не обчислюються',
  writtenThrough: 'Записується через',
  writtenThroughSentence,
  lastApplied: 'last-applied',
  lastAppliedSentence,
  history: 'Звідки це значення',
  noHistory: 'Досі жоден крок його не зачіпав.',
  eventSentence,
  stepLink,
  requestOf,
  whatIf: 'Що, якби',
  whatIfText: 'Кожен випадок рушій відтворює окремо; нічого не змінюється.',
  whatIfKey: 'За цим полем розрізняють елементи списку: з іншим значенням це був би інший елемент.',
  otherValue: 'інше значення, як YAML',
  supposition,
  caseSentence,
  moreChanges,
  hoverLines,
};

/** Returns the lines of the editor's hover on a field: its path, then a line for each owner. */
function hoverLines(about: FieldView, { managers }: AnnotatedText): readonly string[] {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  return [about.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(about)];
}

/** Says that a field has to be written through a subresource. */
function writtenThroughSentence(subresource: string): string {
  return `лише через /${subresource}; основний ресурс лишає його як є.`;
}

/** Says what the last-applied annotation has for a field. */
function lastAppliedSentence({ says, agrees }: NonNullable<FieldFacts['lastApplied']>): string {
  if (says === undefined) return 'В анотації немає: Client-Side Apply його ні задає, ні видаляє.';
  return agrees
    ? `${says}, як і зараз: Client-Side Apply видалить його, щойно його не стане у файлі.`
    : `${says}, а зараз тут інше: відтоді його змінив хтось інший.`;
}

/** Returns the text of a link to a step. */
function stepLink(place: number): string {
  return `Крок ${place}`;
}

/** Names the request of a command. */
function requestOf(place: number): string {
  return `запит ${place}`;
}

/** Says what a step did to a field. */
function eventSentence(event: FieldEventView): string {
  const by = event.by?.manager ?? 'Сервер';
  const [from, to] = [event.from ?? 'нічого', event.to ?? 'нічого'];
  const names = (owners: readonly { readonly manager: string }[]) => listOf(unique(owners.map((each) => each.manager)));
  const others = event.lost.filter(({ manager }) => manager !== event.by?.manager);
  const taking = others.length === 0 ? '' : ` й забирає в ${names(others)}`;
  const wrote = event.wrote === undefined ? '' : `; написано було ${event.wrote}`;
  const sentence = (): string => {
    switch (event.code) {
      case 'pasted':
        return 'Було у вставленому об’єкті.';
      case 'set':
        return `${by} задає ${to}${wrote}.`;
      case 'changed':
        return `${by} змінює з ${from} на ${to}${taking}${wrote}.`;
      case 'removed':
        return `${by} видаляє поле.`;
      case 'pruned':
        return `${by}, останній власник, більше його не оголошує: поле видалено.`;
      case 'defaulted':
        return event.from === undefined
          ? `Сервер ставить стандартне значення ${to}.`
          : `Сервер ставить ${to} замість ${from}.`;
      case 'restored':
        return `${by}, останній власник, більше його не оголошує: замість ${from} — стандартне ${to}.`;
      case 'deleted':
        return 'Об’єкт видалено.';
      case 'taken':
        return `${by} забирає поле в ${names(others)}.`;
      case 'given-up':
        return event.owners.length === 0
          ? `${by} більше його не оголошує: поле не належить нікому, а значення й так було стандартним.`
          : `${by} більше його не оголошує; без змін його ${keeps(event.owners)} ${names(event.owners)}.`;
      case 'claimed':
        return event.owners.length > 1
          ? `${by} застосовує те саме значення: поле спільне.`
          : `${by} тепер теж ним володіє.`;
      case 'snapshot':
        return 'Перше застосування до об’єкта без власників: before-first-apply позначає того, хто його писав.';
      case 'folded':
        return 'Понад десять записів Update: найстаріші згорнуто в ancient-changes.';
      case 'erased':
        return 'managedFields спорожнено: поле не належить нікому.';
      case 'rewritten':
        return event.owners.length === 0
          ? `${by} переписує managedFields: поле не належить нікому.`
          : `${by} переписує managedFields: ${ownedBy(unique(event.owners.map((each) => each.manager)))}.`;
      case 'refused':
        return `${by} хоче ${to} й натрапляє на конфлікт із ${names(event.against)}.`;
      case 'rejected':
        return `${by} хоче ${to} й дістає відмову.`;
      case 'schema-changed':
        return event.lost.length > 0
          ? `Визначення змінило, хто полем володіє: ${names(event.lost)} — більше ні.`
          : 'Визначення змінило, хто полем володіє, або його значення.';
    }
  };
  return event.dryRun === true ? `Пробний запуск, нічого не записано: ${sentence()}` : sentence();
}

/** Describes the action that a what-if supposes. */
function supposition(what: Supposition, by: string, value: string): string {
  switch (what) {
    case 'leaves-out':
      return `${by} застосовує без нього`;
    case 'writes-without':
      return `${by} записує об’єкт без нього (хто оновлює, не має конфігурації, з якої міг би його прибрати)`;
    case 'applies-same':
      return 'хтось інший застосовує те саме значення';
    case 'applies-other':
      return `хтось інший застосовує ${value}`;
    case 'forces-other':
      return `хтось інший застосовує ${value} з force`;
    case 'updates-other':
      return `хтось інший оновленням ставить ${value}`;
  }
}

/** Describes the result of a what-if that the server accepts. */
function caseSentence({ before, after, owners }: WhatIfCase, somebody: string): string {
  if (after === undefined) return 'Зникає.';
  const value =
    before === after
      ? `Лишається ${after}`
      : before === undefined
        ? `Стає ${after}`
        : `Змінюється з ${before} на ${after}`;
  const names = unique(owners.map(({ manager }) => (manager === somebody ? 'хтось інший' : manager)));
  return names.length === 0 ? `${value}; не належить нікому.` : `${value}; ${ownedBy(names)}.`;
}

/** Says that other fields change too. */
function moreChanges(count: number): string {
  return `${formOf(count, 'Змінилося', 'Змінилися', 'Змінилося')} б ще ${countOf(count, 'field')}.`;
}

function keeps(owners: readonly { readonly manager: string }[]): string {
  return unique(owners.map(({ manager }) => manager)).length === 1 ? 'тримає' : 'тримають';
}
