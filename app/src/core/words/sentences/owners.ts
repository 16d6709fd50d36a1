import type { EntriesView, EntryView, ManagerView, PlannedStep, Recipient, TrieElement } from '@managed-fields/player';
import { unique } from '@managed-fields/rendering';
import { countingWords, type Messages } from '@managed-fields/words';

type Sizes = Pick<EntriesView, 'managedFieldsBytes' | 'objectBytes'>;

/** managedFields: raw, and decoded node by node. */
export function entriesWords({ entries, counting }: Pick<Messages, 'entries' | 'counting'>) {
  const { bytesOf, countOf, listOf } = countingWords(counting);
  return {
    ...entries,
    /** How much of the object managedFields takes. */
    sizeSentence: ({ managedFieldsBytes, objectBytes }: Sizes) =>
      entries.sizeSentence({
        size: bytesOf(managedFieldsBytes),
        whole: bytesOf(objectBytes),
        share: objectBytes === 0 ? 0 : Math.round((100 * managedFieldsBytes) / objectBytes),
      }),
    /** Which entries the next updater would fold into one. */
    foldedNext: (names: readonly string[]) => entries.foldedNext({ names: listOf(names) }),
    /** An entry on one line, for screen readers. */
    entryLabel: ({ fieldCount, bytes }: Pick<EntryView, 'fieldCount' | 'bytes'>) =>
      entries.entryLabel({ fields: countOf(fieldCount, 'field'), size: bytesOf(bytes) }),
    /** What a node of the tree stands for. */
    nodeSentence: (element: TrieElement): string => {
      const { nodes } = entries;
      switch (element.kind) {
        case 'field':
          return nodes.field({ name: element.name });
        case 'key':
          return nodes.key({ keys: listOf(element.key.map(({ name, value }) => `${name} ${value}`)) });
        case 'value':
          return nodes.value({ value: element.value });
        case 'index':
          return nodes.index({ index: `${element.index}` });
        default:
          return nodes[element.kind];
      }
    },
    /** Which keys of an item the server filled in, so that the entry does not own them. */
    unownedKey: (names: readonly string[]) => entries.unownedKey({ names: listOf(names), count: names.length }),
  };
}

type Owners = PlannedStep['gone'];

/** The helper for giving fields to another manager in the safe order. */
export function handoverWords({ handover, counting }: Pick<Messages, 'handover' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const managersOf = (owners: Owners) => listOf(unique(owners.map(({ manager }) => manager)));

  /** What a step of the plan does. */
  function roleSentence({ role, manager, owner }: PlannedStep): string {
    if (role !== 'lets-go' || owner === undefined) return handover.roles[role]({ manager });
    const what = owner.operation === 'Update' ? 'taken-out' : role;
    return handover.roles[what]({ manager: owner.manager });
  }

  /** Says that entries are gone. */
  function gone(owners: Owners): string {
    return handover.gone({ count: owners.length, owners: listOf(owners.map(({ manager }) => manager)) });
  }

  return {
    ...handover,
    /** The heading of the helper. */
    title: (paths: readonly string[]) => handover.title({ paths: listOf(paths) }),
    /** A recipient in the list. */
    recipient: ({ manager, by }: Recipient) => handover.recipient({ manager, by: handover.byNames[by] }),
    roleSentence,
    /** A field after a step. */
    fieldAfter: ({ value, owners }: PlannedStep['fields'][number]) =>
      handover.fieldAfter({ value, count: owners.length, owners: managersOf(owners) }),
    gone,
    /** Who owns the fields at the end. */
    doneSentence: (done: boolean, to: string, owners: Owners) =>
      done ? handover.done({ to }) : handover.notDone({ to, owners: managersOf(owners) || undefined }),
    /** The note of a step that the helper adds. */
    stepNote: (step: PlannedStep) => {
      const sentences = [roleSentence(step)];
      if (step.gone.length > 0) sentences.push(gone(step.gone));
      if (step.role === 'takes' || step.role === 'holds') sentences.push(handover.conflictNote);
      return sentences.reduce((note, next) => handover.noteNext({ note, next }));
    },
  };
}

type Owner = Pick<ManagerView, 'manager' | 'operation' | 'subresource'>;

/** The table of all fields. */
export function tableWords({ table, counting }: Pick<Messages, 'table' | 'counting'>) {
  const { countOf, listOf } = countingWords(counting);
  const ownerText = ({ manager, operation, subresource }: Owner) =>
    table.ownerText({ manager, operation, subresource: subresource || undefined });
  return {
    ...table,
    /** How many fields match the filter. */
    shown: (count: number, all: number) => (count === all ? countOf(all, 'field') : table.shownOf({ count, all })),
    /** An owner on one line, such as `kube-controller-manager (Update /scale)`. */
    ownerText,
    /** All owners of a field; empty where there is none. */
    ownersText: (owners: readonly Owner[]) => listOf(owners.map(ownerText)),
  };
}
