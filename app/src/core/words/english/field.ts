import type {
  AnnotatedText,
  FieldEventView,
  FieldFacts,
  FieldView,
  Supposition,
  WhatIfCase,
} from '@managed-fields/player';
import { english } from '@managed-fields/rendering';
import { unique } from '../shorten.ts';
import { countOf, listOf } from './counting.ts';

const { ownerSentence, stateSentence } = english.field;

/** The field panel: who owns a field and what that means, its history, and what would happen. */
export const field = {
  ...english.field,
  inspector: 'Field',
  inspectorEmpty: 'Point at a field to see who owns it; click to keep it here.',
  key: 'Key',
  resize: 'Height of the field panel',
  notInObject: 'The object on screen does not have this field.',
  handOver: 'Hand over…',
  handOverTitle: 'Give the field to another manager in the safe order',
  working: 'Looking…',
  failed: 'This question was not answered.',
  keyRows: {
    owned: 'one owner: a bar and a tint in its colour',
    shared: 'shared: a bar for each, a tint in two colours',
    atomic: 'an atomic whole: a box, owned and replaced as one',
    default: 'nobody: grey with dots below is the server’s default',
    system: 'nobody: plain grey is a name, or what the server itself writes',
    absent: 'owned but absent: said after the line that it would be in',
  },
  schema: 'Schema',
  noSchema: 'No schema says anything of it.',
  description: 'Description',
  immutable: 'Cannot change',
  rules: 'Rules',
  rulesNote: 'not evaluated here',
  writtenThrough: 'Written through',
  writtenThroughSentence,
  lastApplied: 'Last applied',
  lastAppliedSentence,
  history: 'Why it has this value',
  noHistory: 'No step so far did anything to it.',
  eventSentence,
  stepLink,
  requestOf,
  whatIf: 'What if',
  whatIfText: 'Each is played by the engine on the side; nothing is changed.',
  whatIfKey: 'The items of its list are told apart by this field: with another value it would be another item.',
  otherValue: 'the other value, as YAML',
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
  return `/${subresource} alone; the main resource leaves it as it is.`;
}

/** Says what the last-applied annotation has for a field. */
function lastAppliedSentence({ says, agrees }: NonNullable<FieldFacts['lastApplied']>): string {
  if (says === undefined) return 'Not in the annotation: client-side apply neither sets nor deletes it.';
  return agrees
    ? `${says}, as it is now: client-side apply deletes it once the file no longer has it.`
    : `${says}, which is not what is here now: somebody else changed it since.`;
}

/** Returns the text of a link to a step. */
function stepLink(place: number): string {
  return `Step ${place}`;
}

/** Names the request of a command. */
function requestOf(place: number): string {
  return `request ${place}`;
}

/** Says what a step did to a field. */
function eventSentence(event: FieldEventView): string {
  const by = event.by?.manager ?? 'The server';
  const [from, to] = [event.from ?? 'nothing', event.to ?? 'nothing'];
  const names = (owners: readonly { readonly manager: string }[]) => listOf(unique(owners.map((each) => each.manager)));
  const others = event.lost.filter(({ manager }) => manager !== event.by?.manager);
  const taking = others.length === 0 ? '' : ` and took it from ${names(others)}`;
  const wrote = event.wrote === undefined ? '' : `; what was written is ${event.wrote}`;
  const sentence = (): string => {
    switch (event.code) {
      case 'pasted':
        return 'It came with the pasted object.';
      case 'set':
        return `${by} set it to ${to}${wrote}.`;
      case 'changed':
        return `${by} changed it from ${from} to ${to}${taking}${wrote}.`;
      case 'removed':
        return `${by} removed it.`;
      case 'pruned':
        return `${by}, its last owner, no longer lists it: it was removed.`;
      case 'defaulted':
        return event.from === undefined
          ? `The server set its default, ${to}.`
          : `The server set ${to} in place of ${from}.`;
      case 'restored':
        return `${by}, its last owner, no longer lists it: the default ${to} took the place of ${from}.`;
      case 'deleted':
        return 'The object was deleted.';
      case 'taken':
        return `${by} took it from ${names(others)}.`;
      case 'given-up':
        return event.owners.length === 0
          ? `${by} no longer lists it: nobody owns it, and the default is what was there.`
          : `${by} no longer lists it; ${names(event.owners)} keeps it as it is.`;
      case 'claimed':
        return event.owners.length > 1 ? `${by} applied the same value and shares it.` : `${by} owns it now, too.`;
      case 'snapshot':
        return 'The first apply to an object without owners: before-first-apply stands for whoever wrote it.';
      case 'folded':
        return 'More than ten updaters: the oldest were folded into ancient-changes.';
      case 'erased':
        return 'managedFields were emptied: nobody owns it.';
      case 'rewritten':
        return event.owners.length === 0
          ? `${by} rewrote managedFields: nobody owns it.`
          : `${by} rewrote managedFields: ${names(event.owners)} owns it.`;
      case 'refused':
        return `${by} wanted ${to} and met a conflict with ${names(event.against)}.`;
      case 'rejected':
        return `${by} wanted ${to} and was refused.`;
      case 'schema-changed':
        return event.lost.length > 0
          ? `The definition changed how it is owned: ${names(event.lost)} owns it no more.`
          : 'The definition changed how it is owned, or its value.';
    }
  };
  return event.dryRun === true ? `Dry run, nothing written: ${sentence()}` : sentence();
}

/** Describes the action that a what-if supposes. */
function supposition(what: Supposition, by: string, value: string): string {
  switch (what) {
    case 'leaves-out':
      return `${by} applies without it`;
    case 'writes-without':
      return `${by} writes the object without it (an updater has no configuration to leave it out of)`;
    case 'applies-same':
      return 'somebody else applies the same value';
    case 'applies-other':
      return `somebody else applies ${value}`;
    case 'forces-other':
      return `somebody else applies ${value} with force`;
    case 'updates-other':
      return `somebody else updates it to ${value}`;
  }
}

/** Describes the result of a what-if that the server accepts. */
function caseSentence({ before, after, owners }: WhatIfCase, somebody: string): string {
  const value =
    after === undefined
      ? 'It is gone'
      : before === after
        ? `It stays ${after}`
        : before === undefined
          ? `It is ${after}`
          : `It changes from ${before} to ${after}`;
  const names = unique(owners.map(({ manager }) => (manager === somebody ? 'somebody else' : manager)));
  if (after === undefined) return `${value}.`;
  return names.length === 0 ? `${value}; nobody owns it.` : `${value}, owned by ${listOf(names)}.`;
}

/** Says that other fields change too. */
function moreChanges(count: number): string {
  return `${countOf(count, 'field')} more would change.`;
}
