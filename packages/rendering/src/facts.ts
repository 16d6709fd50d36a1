import type { AnnotatedText, FieldView } from '@managed-fields/player';
import type { StaticWords } from './language/static-words.ts';
import { markTree } from './mark.ts';
import type { OwnerIdentity, Palette } from './palette.ts';
import { element, type Tree, type TreeElement } from './tree.ts';

/** Who owns a field and what that means, as the terms of a description list with the class `mf-facts`. */
export function ownerFacts(
  field: FieldView,
  { managers }: AnnotatedText,
  colours: Palette,
  words: Pick<StaticWords, 'field' | 'legend'>,
): readonly TreeElement[] {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return [
    element('dt', {}, owners.length === 1 ? words.field.owner : words.field.owners),
    element(
      'dd',
      {},
      owners.length === 0 && words.legend.nobody,
      owners.map((owner) => ownerTree(owner, colours, ` ${words.field.ownerSentence(owner)}`)),
    ),
    element('dt', {}, words.field.state),
    element('dd', {}, words.field.stateSentence(field)),
  ];
}

/** An owner on a line of its own: its mark, its name, and what is said of it. */
function ownerTree(owner: OwnerIdentity, colours: Palette, said: Tree): TreeElement {
  return element(
    'span',
    { class: 'mf-owner' },
    markTree(colours.ofOwner(owner)),
    element('b', {}, owner.manager),
    said,
  );
}
