import type { EntriesView, EntryView, TrieElement } from '@managed-fields/player';
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
