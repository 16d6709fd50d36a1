import type { ConflictFieldView, ForcedObject, ObjectChange, StepPreview } from '@managed-fields/player';
import { ukrainian } from '@managed-fields/rendering';
import type { conflict as english } from '../english/conflict.ts';
import { shortValue } from '../shorten.ts';
import { countOf, formOf, listOf } from './counting.ts';

/** A conflict and the ways out of it. */
export const conflict: typeof english = {
  ...ukrainian.conflict,
  conflictHint,
  waysOut: 'Виходи',
  unread: 'Текст не читається.',
  answerBefore: 'Нижче відповідь на попередній текст.',
  allAtOnce: 'Усі разом',
  fieldByField: 'Кожне окремо',
  way: 'Вихід',
  wayOfAll: 'Вихід для всіх полів',
  undecided: 'вирішити…',
  decideFirst: 'Виберіть вихід для кожного поля.',
  forceTakesRest: 'Перезаписати — це force: він забирає кожне поле, щодо якого ще є конфлікт.',
  changeStep: 'Змінити крок',
  preview: 'Попередній перегляд',
  previewObject: 'Об’єкт, яким він був би. Стрілки переходять від рядка до рядка.',
  working: 'Відтворюємо…',
  nothingChanges: 'Не змінюються ні значення, ні власники.',
  sameValues: 'Жодне значення не змінюється.',
  notResolvable: 'Файлу, який оголошує ці поля, тут немає, тож звідси можна задати лише force.',
  force: {
    title: 'Що робить force:',
    takes: 'Забирає',
    shares: 'Лишається спільним',
    beyond: 'Поза його досяжністю',
    beyondText: 'Ви їх не оголошуєте, тож force їх ні забирає, ні видаляє.',
    sharesText: 'Значення те саме, тож вони лишаються й за іншими.',
    nothing: 'Тут force нічого не забирає.',
    needless: 'Конфліктів немає: без force вийде те саме.',
  },
  forceSummary,
  forceTakes,
  previewOf,
  endSentence,
  valueSummary,
  ownerSummary,
  andMore,
  previewNote,
  wayOfField,
  inWordsOf,
};

/** Returns the accessible name of a preview. */
function previewOf(way: string): string {
  return `Попередній перегляд: ${way}`;
}

/** Returns the accessible name of the choice for one field. */
function wayOfField(path: string): string {
  return `Вихід для ${path}`;
}

/** The line behind which stands what a tool has for the ways out. */
function inWordsOf(tool: string): string {
  return `Словами ${tool}`;
}

/** Says how a step would end; undefined where it would simply succeed. */
function endSentence({ status, message }: Pick<StepPreview, 'status' | 'message'>): string | undefined {
  if (status === 'conflict') return 'Конфлікт полів лишається.';
  return status === 'error' ? `Було б відхилено: ${message ?? ''}` : undefined;
}

/** Describes the change of a value. */
function valueSummary({ path, before, after }: ObjectChange['values'][number]): string {
  return `${path}: ${before === undefined ? 'відсутнє' : shortValue(before)} → ${after === undefined ? 'зникає' : shortValue(after)}`;
}

/** Describes what an owner gains or loses. */
function ownerSummary({ owner, gained, lost, entry }: ObjectChange['owners'][number]): string {
  const parts = [
    ...(gained.length > 0 ? [`дістає ${countOf(gained.length, 'field')}`] : []),
    ...(lost.length > 0 ? [`утрачає ${countOf(lost.length, 'field')}`] : []),
    ...(entry === 'gone' ? ['лишається без запису'] : []),
  ];
  return `${owner.manager} ${listOf(parts)}`;
}

/** Counts further items of the same kind. */
function andMore(count: number): string {
  return `і ще ${count}`;
}

/** The note after a line of a previewed object. */
function previewNote(change: {
  readonly value: { readonly before: string | undefined } | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}): string {
  const { value, gained, lost } = change;
  return [
    ...(value === undefined ? [] : [value.before === undefined ? 'нове' : `було ${shortValue(value.before)}`]),
    ...(gained.length === 0 ? [] : [`${formOf(gained.length, 'дістає', 'дістають', 'дістають')} ${listOf(gained)}`]),
    ...(lost.length === 0 ? [] : [`${formOf(lost.length, 'утрачає', 'утрачають', 'утрачають')} ${listOf(lost)}`]),
  ].join(' · ');
}

/** Sums up in a line what force takes. */
function forceSummary(objects: readonly ForcedObject[]): string {
  const taken = objects.flatMap((object) => object.taken);
  const fields = taken.reduce((sum, each) => sum + each.fields.length, 0);
  const losers = [...new Set(taken.map(({ owner }) => owner.manager))];
  return fields === 0 ? 'ні в кого нічого не забирає' : `забирає ${countOf(fields, 'field')} у ${listOf(losers)}`;
}

/** Says what force takes from one owner. */
function forceTakes({ owner, fields, gone }: ForcedObject['taken'][number]): string {
  return `${owner.manager} утрачає ${countOf(fields.length, 'field')}${gone ? ' і свій запис' : ''}`;
}

/** The note at the line of the step's text that conflicts. */
function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `належить ${owner.manager}` : `у ${owner.manager} — ${live}`;
}
