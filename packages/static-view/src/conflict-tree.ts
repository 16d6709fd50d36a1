import type { ConflictView } from '@managed-fields/scenario';
import { rowsOf } from './conflict-rows.ts';
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
  const fields = rowsOf(conflict.fields);
  const managers = [...new Set(conflict.fields.map(({ owner }) => owner.manager))];
  const said = command ? words.conflict.kubectlExits : words.conflict.serverAnswers(409);
  const pathOf = (path: string) => {
    const act = { 'data-act': 'pick', 'data-value': path, 'data-key': `conflict ${path}` };
    return links ? element('button', { type: 'button', class: 'mf-link', ...act }, path) : path;
  };
  return element(
    'div',
    // Not a landmark: there may be many on one page.
    { class: 'mf-bad', role: 'group', 'aria-label': words.conflict.conflict },
    element(
      'p',
      {},
      element('b', {}, words.conflict.conflict),
      ` ${said} ${words.conflict.countSentence(fields.length, managers)}`,
    ),
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
          element(
            'th',
            { scope: 'col' },
            markTree(colours.of(conflict.manager)),
            element('b', {}, conflict.manager),
            ` ${words.conflict.declares}`,
          ),
        ),
      ),
      element(
        'tbody',
        {},
        fields.map(({ field, owners }) =>
          element(
            'tr',
            {},
            element(
              'th',
              { scope: 'row' },
              field.object !== undefined && element('small', {}, `${field.object} `),
              element('code', {}, pathOf(field.path)),
            ),
            element(
              'td',
              { 'data-head': words.conflict.onServer },
              element('code', {}, field.live ?? words.conflict.absentValue),
              owners.map((owner) =>
                element(
                  'span',
                  { class: 'mf-owner', title: words.field.ownerSentence(owner) },
                  markTree(colours.ofOwner(owner)),
                  element('b', {}, owner.manager),
                  element('small', {}, words.field.ownerKind(owner)),
                ),
              ),
            ),
            element(
              'td',
              { 'data-head': `${conflict.manager} ${words.conflict.declares}` },
              element('code', {}, field.declared ?? words.conflict.absentValue),
            ),
          ),
        ),
      ),
    ),
  );
}
