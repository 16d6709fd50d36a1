import type { AnnotatedText, ManagerView } from '@managed-fields/player';
import type { StaticWords } from './language/static-words.ts';
import { markTree } from './mark.ts';
import type { Filter } from './overlay.ts';
import { identityOf, type Mark, type Palette } from './palette.ts';
import { element, type Tree } from './tree.ts';

/** An entry of managedFields in a legend. */
export interface LegendItem {
  readonly id: string;
  readonly manager: ManagerView;
  readonly mark: Mark;
  /** How it owns and how many fields: `Apply · 7`; with the API version where only that tells two entries apart. */
  readonly summary: string;
}

/** What a legend says of each entry of managedFields, in their order. */
export function legendItems(
  { managers }: Pick<AnnotatedText, 'managers'>,
  colours: Palette,
  { field }: { readonly field: Pick<StaticWords['field'], 'ownerKind'> },
): readonly LegendItem[] {
  const nameOf = (manager: ManagerView) => `${manager.manager} ${field.ownerKind(manager)}`;
  const count = new Map<string, number>();
  for (const manager of managers) count.set(nameOf(manager), (count.get(nameOf(manager)) ?? 0) + 1);
  return managers.map((manager) => {
    // Entries of one manager may differ in nothing but their API version.
    const version = (count.get(nameOf(manager)) ?? 0) > 1 ? ` ${manager.apiVersion}` : '';
    return {
      id: identityOf(manager),
      manager,
      mark: colours.ofOwner(manager),
      summary: `${field.ownerKind(manager)}${version} · ${manager.fieldCount}`,
    };
  });
}

/** The managers of an object with how they own and how much; for a page as buttons that show only theirs. */
export function legendTree(
  annotated: AnnotatedText,
  colours: Palette,
  words: StaticWords,
  filter?: Filter,
): Tree | undefined {
  if (annotated.managers.length === 0) return undefined;
  const items = legendItems(annotated, colours, words).map(({ manager, mark, summary }, index) => {
    const inside = [markTree(mark), element('b', {}, manager.manager), element('small', {}, summary)];
    const title = `${words.field.ownerSentence(manager)} · ${words.legend.sizeSentence(manager)}`;
    if (filter === undefined) return element('li', { title }, inside);
    const pressed = String(filter.kind === 'managers' && filter.indices.includes(index));
    const act = { 'data-act': 'filter', 'data-value': String(index), 'data-key': `filter${index}` };
    return element('li', {}, element('button', { type: 'button', title, 'aria-pressed': pressed, ...act }, inside));
  });
  return element('ul', { class: 'mf-legend', 'aria-label': words.legend.legend }, items);
}
