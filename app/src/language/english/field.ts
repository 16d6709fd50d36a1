import type { AnnotatedText, FieldView, ManagerView } from '@managed-fields/scenario';
import { listOf } from './counting.ts';

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** One field: who owns it and what that means. */
export const field = {
  inspector: 'Field',
  inspectorEmpty: 'Point at a field to see who owns it; click to keep it here.',
  owner: 'Owner',
  owners: 'Owners',
  state: 'State',
  notInObject: 'The object on screen does not have this field.',
  ownerSentence,
  ownerShort,
  ownerKind,
  timeSentence,
  stateSentence,
  hintSentence,
  ownersSentence,
  hoverLines,
};

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The same where there is little room: `Update /scale · 2026-01-01 00:00:04 UTC`. */
function ownerShort(owner: Owner): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? 'no time' : timeSentence(owner)}`;
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** When an entry was written last. */
function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? 'no time: the server keeps none for /scale' : 'no time';
}

/** What the state of a field means, in words. */
function stateSentence({ state, leaf, whole, path, atomicRoot, repeated }: FieldView): string {
  const one = repeated === true ? 'One of several items of one key: owned and replaced together. ' : undefined;
  const atomic = whole === true ? (one ?? 'Atomic: owned and replaced as a whole. ') : '';
  switch (state) {
    case 'owned':
      if (atomic !== '') return `${atomic}One manager owns it.`;
      return leaf ? 'One manager owns it.' : 'One manager owns the entry itself, not what is inside.';
    case 'shared':
      return `${atomic}Shared: whoever changes it takes it over; it goes away only when nobody owns it.`;
    case 'atomic':
      if (repeated === true) return `Owned through ${atomicRoot}, one of several items of one key: owned together.`;
      return atomicRoot === undefined || atomicRoot === path
        ? 'Atomic: owned and replaced as a whole.'
        : `Owned through ${atomicRoot}, which is atomic: owned and replaced as a whole.`;
    case 'unowned':
      return leaf
        ? 'Nobody set it: a default, a system field, or part of the object’s identity.'
        : 'Nobody owns it as such; the fields inside have owners of their own.';
    case 'absent':
      return 'Owned, but not in the object: emptied, or dropped when the object was stored.';
  }
}

/** Words after a line of the text. */
function hintSentence(
  kind: 'shared' | 'atomic' | 'subresource',
  field: FieldView,
  { managers }: AnnotatedText,
): string {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  switch (kind) {
    case 'shared':
      return `shared: ${listOf(unique(owners.map(({ manager }) => manager)))}`;
    case 'atomic':
      return field.repeated === true ? 'one of several of this key: owned together' : 'atomic: owned as a whole';
    case 'subresource':
      return owners.map(({ manager, subresource }) => `${manager} /${subresource}`).join(', ');
  }
}

/** Who owns a line, for those who do not see colours: `owned by helm (Apply)`. */
function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
  if (owners.length === 0) return 'owned by nobody';
  return `owned by ${listOf(owners.map((owner) => `${owner.manager} (${ownerKind(owner)})`))}`;
}

/** What the editor's hover says of a field: its path, then a line an owner. */
function hoverLines(field: FieldView, { managers }: AnnotatedText): readonly string[] {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return [field.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(field)];
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : ` through /${subresource}`;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
