import type { AnnotatedText } from '@managed-fields/player';
import { element, markTree, type Palette, pathTrees, type Tree } from '@managed-fields/rendering';
import { act } from './draw.ts';
import { filterOf, type Model } from './model.ts';

/** Further rows are counted. */
const mostRows = 500;

/** Every field that holds a value, with its owners. */
export function objectTable({ fields, managers }: AnnotatedText, colours: Palette, model: Model): Tree {
  const { words, picked } = model;
  const filter = filterOf(model, { fields, managers, text: '', managedFields: undefined });
  const shown = fields.filter(
    ({ leaf, state, owners }) =>
      (leaf || state === 'absent') &&
      (filter.kind !== 'managers' || owners.some((owner) => filter.indices.includes(owner))),
  );
  return element(
    'div',
    // What does not fit scrolls, by keys as well.
    {
      class: 'embed-table',
      tabindex: '0',
      role: 'region',
      'aria-label': words.embed.viewNames.table,
      'data-key': 'table',
    },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          [words.embed.field, words.embed.value, words.view.field.owners].map((head) =>
            element('th', { scope: 'col' }, head),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        shown.slice(0, mostRows).map((field) =>
          element(
            'tr',
            { class: field.path === picked && 'mf-picked' },
            element(
              'th',
              { scope: 'row' },
              element(
                'button',
                { type: 'button', class: 'mf-link', ...act('pick', field.path, `row ${field.path}`) },
                pathTrees(field.path),
              ),
            ),
            element('td', { 'data-head': words.embed.value }, element('code', {}, field.preview)),
            element(
              'td',
              { 'data-head': words.view.field.owners },
              field.owners.length === 0 && element('small', {}, words.view.field.stateName(field)),
              field.owners
                .flatMap((index) => managers[index] ?? [])
                .map((owner) =>
                  element(
                    'span',
                    { class: 'mf-owner' },
                    markTree(colours.ofOwner(owner)),
                    element('b', {}, owner.manager),
                    element('small', {}, words.view.field.ownerKind(owner)),
                  ),
                ),
            ),
          ),
        ),
      ),
    ),
    shown.length > mostRows &&
      element('p', { class: 'mf-hint' }, words.view.leftOut.items({ count: shown.length - mostRows })),
  );
}
