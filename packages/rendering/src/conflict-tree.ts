import type { ConflictView } from '@managed-fields/scenario';
import { conflictDrawing } from './conflict.ts';
import type { StaticWords } from './language/words.ts';
import { markTree } from './mark.ts';
import type { Palette } from './palette.ts';
import { element, type Tree } from './tree.ts';

/** A conflict: the server's own words, and a row a field with both values and both managers; in a page fields are links. */
export function conflictTree(
  conflict: ConflictView,
  colours: Palette,
  words: StaticWords,
  { command, links }: { readonly command: boolean; readonly links: boolean },
): Tree {
  const { said, count, by, rows } = conflictDrawing(conflict, colours, words, command);
  const pathOf = (path: string) => {
    const act = { 'data-act': 'pick', 'data-value': path, 'data-key': `conflict ${path}` };
    return links ? element('button', { type: 'button', class: 'mf-link', ...act }, path) : path;
  };
  return element(
    'div',
    // Not a landmark: there may be many on one page.
    { class: 'mf-bad', role: 'group', 'aria-label': words.conflict.conflict },
    element('p', {}, element('b', {}, words.conflict.conflict), ` ${said} ${count}`),
    element('code', { class: 'mf-said' }, conflict.message),
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, words.conflict.field),
          element('th', { scope: 'col' }, words.conflict.onServer),
          element('th', { scope: 'col' }, markTree(by.mark), element('b', {}, by.name), ` ${words.conflict.declares}`),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map(({ path, object, live, declared, owners }) =>
          element(
            'tr',
            {},
            element(
              'th',
              { scope: 'row' },
              object !== undefined && element('small', {}, `${object} `),
              element('code', {}, pathOf(path)),
            ),
            element(
              'td',
              { 'data-head': words.conflict.onServer },
              element('code', {}, live),
              owners.map(({ owner, mark }) =>
                element(
                  'span',
                  { class: 'mf-owner', title: words.field.ownerSentence(owner) },
                  markTree(mark),
                  element('b', {}, owner.manager),
                  element('small', {}, words.field.ownerKind(owner)),
                ),
              ),
            ),
            element('td', { 'data-head': `${by.name} ${words.conflict.declares}` }, element('code', {}, declared)),
          ),
        ),
      ),
    ),
  );
}
