import type { AnnotatedText, EntriesView, FieldView } from '@managed-fields/player';

/**
 * The text of managedFields as if it were an object: its nodes are the fields, each owned by its entry, so that it is
 * drawn with the same bars and tints as the object is.
 */
export function rawEntries({ text, entries }: Pick<EntriesView, 'text' | 'entries'>): AnnotatedText {
  const fields = entries.flatMap(({ range, nodes }, owner): readonly FieldView[] => {
    const parents = new Set(nodes.map(({ parent }) => parent));
    const entry: FieldView = { ...plain, path: '', range, key: undefined, value: range, leaf: false, owners: [owner] };
    return [
      entry,
      ...nodes.map(
        (node, index): FieldView => ({
          ...plain,
          path: node.path,
          range: node.range,
          key: node.keyRange,
          value: node.range,
          leaf: !parents.has(index),
          owners: node.member ? [owner] : [],
        }),
      ),
    ];
  });
  return { text, managers: entries, fields, managedFields: undefined };
}

const plain = { state: 'owned', preview: '' } as const;
