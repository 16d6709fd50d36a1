import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import type { StaticWords } from './language/words.ts';
import { markTree } from './mark.ts';
import type { Palette } from './palette.ts';
import { element, type Tree } from './tree.ts';

/** Who owns a field and what that means, as terms and what is said of them; `more` is put below. */
export function factsTree(
  field: FieldView,
  { managers }: AnnotatedText,
  colours: Palette,
  words: StaticWords,
  ...more: readonly Tree[]
): Tree {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return element(
    'dl',
    { class: 'mf-facts' },
    element('dt', {}, owners.length === 1 ? words.field.owner : words.field.owners),
    element(
      'dd',
      {},
      owners.length === 0 && words.legend.nobody,
      owners.map((owner) =>
        element(
          'span',
          { class: 'mf-owner' },
          markTree(colours.ofOwner(owner)),
          element('b', {}, owner.manager),
          ` ${words.field.ownerSentence(owner)}`,
        ),
      ),
    ),
    element('dt', {}, words.field.state),
    element('dd', {}, words.field.stateSentence(field)),
    ...more,
  );
}
