import type { ConflictFieldView, ForcedObject, ObjectChange, StepPreview } from '@managed-fields/player';
import type { StaticWords } from '@managed-fields/rendering';
import { countingWords, type Messages } from '@managed-fields/words';
import { shortValue } from './field.ts';

/** What happens to a line of a previewed object. */
interface LineChange {
  readonly value: { readonly before: string | undefined } | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** A conflict and the ways out of it; what static views say of a conflict is `drawn`. */
export function conflictWords({ conflict, counting }: Pick<Messages, 'conflict' | 'counting'>, drawn: StaticWords) {
  const { listOf } = countingWords(counting);
  const { listOf: listChanges } = countingWords({ ...counting, ...conflict.ownerChanges });
  const shortened = (value: string | undefined) => (value === undefined ? undefined : shortValue(value));

  /** The note at the line of the step's text that conflicts. */
  function conflictHint({ owner, live }: ConflictFieldView): string {
    return conflict.conflictHint({ owner: owner.manager, live });
  }

  /** What force takes, in a line. */
  function forceSummary(objects: readonly ForcedObject[]): string {
    const taken = objects.flatMap((object) => object.taken);
    const losers = [...new Set(taken.map(({ owner }) => owner.manager))];
    return conflict.forceSummary({
      fields: taken.reduce((sum, each) => sum + each.fields.length, 0),
      losers: listOf(losers),
    });
  }

  /** What force takes from one owner. */
  function forceTakes({ owner, fields, gone }: ForcedObject['taken'][number]): string {
    return conflict.forceTakes({ manager: owner.manager, count: fields.length, gone });
  }

  /** How a step would end; undefined where it would simply succeed. */
  function endSentence({ status, message }: Pick<StepPreview, 'status' | 'message'>): string | undefined {
    if (status === 'conflict') return conflict.stillConflict;
    return status === 'error' ? conflict.wouldRefuse({ message: message ?? '' }) : undefined;
  }

  /** The change of a value. */
  function valueSummary({ path, before, after }: ObjectChange['values'][number]): string {
    return conflict.valueSummary({ path, before: shortened(before), after: shortened(after) });
  }

  /** What an owner gains or loses. */
  function ownerSummary({ owner, gained, lost, entry }: ObjectChange['owners'][number]): string {
    const parts = [
      ...(gained.length > 0 ? [conflict.gains({ count: gained.length })] : []),
      ...(lost.length > 0 ? [conflict.loses({ count: lost.length })] : []),
      ...(entry === 'gone' ? [conflict.entryGone] : []),
    ];
    return conflict.ownerSummary({ manager: owner.manager, changes: listChanges(parts) });
  }

  /** The note after a line of a previewed object. */
  function previewNote({ value, gained, lost }: LineChange): string {
    const before = shortened(value?.before);
    return [
      ...(value === undefined ? [] : [before === undefined ? conflict.newValue : conflict.oldValue({ value: before })]),
      ...(gained.length === 0 ? [] : [conflict.gainedBy({ count: gained.length, owners: listOf(gained) })]),
      ...(lost.length === 0 ? [] : [conflict.lostBy({ count: lost.length, owners: listOf(lost) })]),
    ].join(' · ');
  }

  return {
    ...drawn.conflict,
    ...conflict,
    conflictHint,
    forceSummary,
    forceTakes,
    endSentence,
    valueSummary,
    ownerSummary,
    previewNote,
  };
}
