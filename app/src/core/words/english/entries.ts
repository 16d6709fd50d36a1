import type { EntriesView, EntryView, NoTime, TrieElement } from '@managed-fields/player';
import { bytesOf, countOf, listOf } from './counting.ts';

/** managedFields: raw, and decoded node by node. */
export const entries = {
  decoded: 'Decoded',
  raw: 'Raw',
  form: 'Form of managedFields',
  tree: 'Entries of managedFields, node by node. Right arrow opens, left arrow closes.',
  rawYaml: 'metadata.managedFields as YAML. Arrow keys move from line to line.',
  object: 'The object, without managedFields',
  objectYaml: 'The object. The lines that a node is about are marked.',
  resize: 'Height of the entries',
  hint: 'Choose a node to mark its lines below; choose a line to find its nodes.',
  none: 'This object has no managedFields, so nobody owns anything in it.',
  noneSent: 'kubectl leaves managedFields out of what it prints unless it is asked with --show-managed-fields.',
  sizeSentence,
  sizeLabel: 'Share of the object that managedFields takes',
  shareLabel: 'Share of managedFields by entry',
  foldedNext,
  entryLabel,
  noTime: {
    scale: 'No time: the server keeps none for a field that was written through /scale.',
    apply: 'No time: this apply changed nothing in the object; the server notes a time only with a change.',
    update:
      'No time: a server notes one with every update. A write through /scale may have split this entry off, or somebody wrote it by hand.',
  } satisfies Readonly<Record<NoTime, string>>,
  older:
    'As pasted, this entry has the form of Kubernetes 1.16 (fields instead of fieldsV1). A server of today would not read it.',
  brokenEntry: (message: string) => `A server could not read this entry: ${message}`,
  emptyEntry: 'It owns nothing.',
  nodeSentence,
  ownedItself: 'owned',
  leads: 'leads to fields below',
  absent: 'not in the object',
  unownedKey,
  openAll: 'Open all',
  closeAll: 'Close all',
};

/** Says how much of the object managedFields takes. */
function sizeSentence({ managedFieldsBytes, objectBytes }: Pick<EntriesView, 'managedFieldsBytes' | 'objectBytes'>) {
  const share = objectBytes === 0 ? 0 : Math.round((100 * managedFieldsBytes) / objectBytes);
  return `${bytesOf(managedFieldsBytes)} of ${bytesOf(objectBytes)} (${share} %)`;
}

/** Says which entries the next updater would fold into one. */
function foldedNext(names: readonly string[]): string {
  return `The next new updater folds ${listOf(names)} into ancient-changes.`;
}

/** Describes an entry on one line, for screen readers. */
function entryLabel({ fieldCount, bytes }: Pick<EntryView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** Says what a node of the tree stands for. */
function nodeSentence(element: TrieElement): string {
  switch (element.kind) {
    case 'field':
      return `field ${element.name}`;
    case 'key':
      return `list item with ${listOf(element.key.map(({ name, value }) => `${name} ${value}`))}`;
    case 'value':
      return `list item ${element.value}`;
    case 'index':
      return `list item at place ${element.index}, counted from 0`;
    case 'self':
      return 'the field above itself, beside what is below it';
    case 'unknown':
      return 'a kind of element that Kubernetes does not know; a server drops it';
    case 'broken':
      return 'cannot be read; a server refuses the entry';
  }
}

/** Says which keys of an item were filled in by the server, so that the entry does not own them. */
function unownedKey(names: readonly string[]): string {
  return `${listOf(names)} from ${names.length === 1 ? 'its default' : 'their defaults'}, not owned by this entry`;
}
