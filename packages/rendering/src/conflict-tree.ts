import type { ConflictView } from '@managed-fields/scenario';
import { type ConflictDrawing, type ConflictRow, conflictDrawing } from './conflict.ts';
import type { StaticWords } from './language/words.ts';
import { markTree } from './mark.ts';
import type { Palette } from './palette.ts';
import { element, pathTrees, type Tree, type TreeElement } from './tree.ts';

type ConflictWords = Pick<StaticWords, 'conflict' | 'field'>;

/** A conflict: the server's own words, and a row a field with both values and both managers; in a page fields are links. */
export function conflictTree(
  conflict: ConflictView,
  colours: Palette,
  words: ConflictWords,
  { command, links }: { readonly command: boolean; readonly links: boolean },
): Tree {
  const { said, count, by, rows } = conflictDrawing(conflict, colours, words, command);
  return element(
    'div',
    // Not a landmark: there may be many on one page.
    { class: 'mf-bad', role: 'group', 'aria-label': words.conflict.conflict },
    element('p', {}, element('b', {}, words.conflict.conflict), ` ${said} ${count}`),
    element('code', { class: 'mf-said' }, conflict.message),
    element(
      'table',
      { class: 'mf-conflicts' },
      element('thead', {}, element('tr', {}, conflictHeads(by, words))),
      element(
        'tbody',
        {},
        rows.map((row) => element('tr', {}, conflictCells(row, by, words, links))),
      ),
    ),
  );
}

/** The heads of the columns of a conflict table: the field, its value on the server, and what the manager declares. */
export function conflictHeads({ mark, name }: ConflictDrawing['by'], words: ConflictWords): readonly TreeElement[] {
  return [
    element('th', { scope: 'col' }, words.conflict.field),
    element('th', { scope: 'col' }, words.conflict.onServer),
    element('th', { scope: 'col' }, markTree(mark), element('b', {}, name), ` ${words.conflict.declares}`),
  ];
}

/** The cells of a field in a conflict table. With `links` its path is a button that picks the field. */
export function conflictCells(
  { path, object, live, declared, owners }: ConflictRow,
  by: ConflictDrawing['by'],
  words: ConflictWords,
  links: boolean,
): readonly TreeElement[] {
  const act = { 'data-act': 'pick', 'data-value': path, 'data-key': `conflict ${path}` };
  return [
    element(
      'th',
      { scope: 'row' },
      object !== undefined && element('small', {}, `${object} `),
      links
        ? element('button', { type: 'button', class: 'mf-link', ...act }, pathTrees(path))
        : element('code', {}, pathTrees(path)),
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
          element('small', {}, words.field.ownerShort(owner)),
        ),
      ),
    ),
    element('td', { 'data-head': `${by.name} ${words.conflict.declares}` }, element('code', {}, declared)),
  ];
}
