import type { AnnotatedText } from '@managed-fields/scenario';
import type { StaticWords } from './language/words.ts';
import { markTree } from './mark.ts';
import type { Filter } from './overlay.ts';
import type { Palette } from './palette.ts';
import { element, type Tree } from './tree.ts';

/** The managers of an object with how they own and how much; for a page as buttons that show only theirs. */
export function legendTree(
  { managers }: AnnotatedText,
  colours: Palette,
  words: StaticWords,
  filter?: Filter,
): Tree | undefined {
  if (managers.length === 0) return undefined;
  const items = managers.map((manager, index) => {
    const inside = [
      markTree(colours.ofOwner(manager)),
      element('b', {}, manager.manager),
      element('small', {}, `${words.field.ownerKind(manager)} · ${manager.fieldCount}`),
    ];
    const title = `${words.field.ownerSentence(manager)} · ${words.legend.sizeSentence(manager)}`;
    if (filter === undefined) return element('li', { title }, inside);
    const pressed = String(filter.kind === 'managers' && filter.indices.includes(index));
    const act = { 'data-act': 'filter', 'data-value': String(index), 'data-key': `filter${index}` };
    return element('li', {}, element('button', { type: 'button', title, 'aria-pressed': pressed, ...act }, inside));
  });
  return element('ul', { class: 'mf-legend', 'aria-label': words.legend.legend }, items);
}
