import type { ConflictFieldView, ForcedObject, ObjectChange, StepPreview } from '@managed-fields/player';
import { english } from '@managed-fields/rendering';
import { shortValue } from '../shorten.ts';
import { countOf, listOf } from './counting.ts';

/** A conflict and the ways out of it. */
export const conflict = {
  ...english.conflict,
  conflictHint,
  waysOut: 'Ways out',
  unread: 'The text cannot be read.',
  answerBefore: 'Below is the answer to the text before.',
  allAtOnce: 'All at once',
  fieldByField: 'Field by field',
  way: 'Way out',
  wayOfAll: 'Way out for all fields',
  undecided: 'decide…',
  decideFirst: 'Choose a way for each field.',
  forceTakesRest: 'Overwriting is force: it takes every field that is still in conflict.',
  changeStep: 'Change the step',
  preview: 'Preview',
  previewObject: 'The object as it would be. Arrow keys move from line to line.',
  working: 'Playing it…',
  nothingChanges: 'Neither values nor owners change.',
  sameValues: 'No value changes.',
  notResolvable: 'The file that declares these fields is not at hand, so only force can be set from here.',
  force: {
    title: 'What force does',
    takes: 'Takes',
    shares: 'Stays shared',
    beyond: 'Out of its reach',
    beyondText: 'You do not declare these, so force neither takes nor removes them.',
    sharesText: 'The value is the same, so the others keep these, too.',
    nothing: 'Force takes nothing here.',
    needless: 'Nothing is in conflict: the apply comes to the same without force.',
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
  return `Preview: ${way}`;
}

/** Returns the accessible name of the choice for one field. */
function wayOfField(path: string): string {
  return `Way out for ${path}`;
}

/** The line behind which stands what a tool has for the ways out. */
function inWordsOf(tool: string): string {
  return `In the words of ${tool}`;
}

/** Says how a step would end; undefined where it would simply succeed. */
function endSentence({ status, message }: Pick<StepPreview, 'status' | 'message'>): string | undefined {
  if (status === 'conflict') return 'Fields are still in conflict.';
  return status === 'error' ? `It would be refused: ${message ?? ''}` : undefined;
}

/** Describes the change of a value. */
function valueSummary({ path, before, after }: ObjectChange['values'][number]): string {
  return `${path}: ${before === undefined ? 'absent' : shortValue(before)} → ${after === undefined ? 'gone' : shortValue(after)}`;
}

/** Describes what an owner gains or loses. */
function ownerSummary({ owner, gained, lost, entry }: ObjectChange['owners'][number]): string {
  const parts = [
    ...(gained.length > 0 ? [`gains ${countOf(gained.length, 'field')}`] : []),
    ...(lost.length > 0 ? [`loses ${countOf(lost.length, 'field')}`] : []),
    ...(entry === 'gone' ? ['its entry is gone'] : []),
  ];
  return `${owner.manager} ${listOf(parts)}`;
}

/** Counts further items of the same kind. */
function andMore(count: number): string {
  return `and ${count} more`;
}

/** The note after a line of a previewed object. */
function previewNote(change: {
  readonly value: { readonly before: string | undefined } | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}): string {
  const { value, gained, lost } = change;
  return [
    ...(value === undefined ? [] : [value.before === undefined ? 'new' : `was ${shortValue(value.before)}`]),
    ...(gained.length === 0 ? [] : [`${listOf(gained)} gains it`]),
    ...(lost.length === 0 ? [] : [`${listOf(lost)} loses it`]),
  ].join(' · ');
}

/** Sums up in a line what force takes. */
function forceSummary(objects: readonly ForcedObject[]): string {
  const taken = objects.flatMap((object) => object.taken);
  const fields = taken.reduce((sum, each) => sum + each.fields.length, 0);
  const losers = [...new Set(taken.map(({ owner }) => owner.manager))];
  return fields === 0 ? 'takes nothing from anybody' : `takes ${countOf(fields, 'field')} from ${listOf(losers)}`;
}

/** Says what force takes from one owner. */
function forceTakes({ owner, fields, gone }: ForcedObject['taken'][number]): string {
  return `${owner.manager} loses ${countOf(fields.length, 'field')}${gone ? ' and its entry' : ''}`;
}

/** The note at the line of the step's text that conflicts. */
function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `${owner.manager} owns it` : `${owner.manager} has ${live}`;
}
