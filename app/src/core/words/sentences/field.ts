import type { AnnotatedText, FieldEventView, FieldView, WhatIfCase } from '@managed-fields/player';
import { type StaticWords, unique } from '@managed-fields/rendering';
import { countingWords, type Messages } from '@managed-fields/words';

interface Owner {
  readonly manager: string;
}

/** Events that say of a value that nobody wrote it, which is not so where admission did. */
const admittedAlone: ReadonlySet<FieldEventView['code']> = new Set(['defaulted', 'restored', 'given-up']);

/** The field panel: who owns a field and what that means, its history, and what would happen. */
export function fieldWords({ field, counting }: Pick<Messages, 'field' | 'counting'>, drawn: StaticWords) {
  const { listOf } = countingWords(counting);
  const { ownedBy, ownerSentence, stateSentence } = drawn.field;
  const managersOf = (owners: readonly Owner[]) => unique(owners.map(({ manager }) => manager));
  const names = (owners: readonly Owner[]) => listOf(managersOf(owners));
  const namesIfAny = (owners: readonly Owner[]) => (owners.length === 0 ? undefined : names(owners));

  /** Says what a step did to a field. */
  function eventSentence(event: FieldEventView): string {
    const { admitted } = event;
    if (admitted === undefined) return asDryRun(event, doneSentence(event));
    const { plugin, by, found } = admitted;
    const alone = admittedAlone.has(event.code);
    const lost = alone ? namesIfAny(event.lost) : undefined;
    const count = managersOf(event.lost).length;
    const sentence = field.admitted({ plugin, by, found, lost, count, to: event.to ?? field.nothing });
    return asDryRun(event, alone ? sentence : `${doneSentence({ ...event, wrote: undefined, to: found })} ${sentence}`);
  }

  function doneSentence(event: FieldEventView): string {
    const others = event.lost.filter(({ manager }) => manager !== event.by?.manager);
    return field.events[event.code]({
      by: event.by?.manager ?? field.server,
      from: event.from ?? field.nothing,
      to: event.to ?? field.nothing,
      before: event.from,
      wrote: event.wrote,
      others: names(others),
      takenFrom: namesIfAny(others),
      owners: namesIfAny(event.owners),
      count: managersOf(event.owners).length,
      shared: event.owners.length > 1,
      against: names(event.against),
      lost: namesIfAny(event.lost),
    });
  }

  function asDryRun({ dryRun }: FieldEventView, sentence: string): string {
    return dryRun === true ? field.dryRun({ sentence }) : sentence;
  }

  /** Describes the result of a what-if that the server accepts. */
  function caseSentence({ before, after, owners }: WhatIfCase, somebody: string): string {
    if (after === undefined) return field.cases.gone();
    const managers = unique(owners.map(({ manager }) => (manager === somebody ? field.somebody : manager)));
    const owned = managers.length === 0 ? undefined : ownedBy(managers);
    if (before === after) return field.cases.stays({ after, owned });
    return before === undefined ? field.cases.appears({ after, owned }) : field.cases.changes({ before, after, owned });
  }

  /** Returns the lines of the editor's hover on a field: its path, then a line for each owner. */
  function hoverLines(about: FieldView, { managers }: AnnotatedText): readonly string[] {
    const owners = about.owners.flatMap((index) => managers[index] ?? []);
    return [about.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(about)];
  }

  return { ...drawn.field, ...field, eventSentence, caseSentence, hoverLines };
}

/** Returns at most 24 characters of a value, from its end: there images and paths differ. */
export function shortValue(value: string): string {
  return value.length > 24 ? `…${value.slice(-22)}` : value;
}
