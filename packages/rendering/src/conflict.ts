import { lastAppliedAnnotation } from '@managed-fields/merge-engine';
import type { ConflictFieldView, ConflictView } from '@managed-fields/player';
import type { StaticWords } from './language/static-words.ts';
import { markTree } from './mark.ts';
import { identityOf, type Mark, type Palette } from './palette.ts';
import { element, pathTrees, type Tree, type TreeElement } from './tree.ts';

type Owner = ConflictFieldView['owner'];

/** What is drawn of a conflict, as plain data: page, embed and static views show the same. */
export interface ConflictDrawing {
  /** How the server or kubectl ended, how many fields are in conflict, and with whom. */
  readonly said: string;
  readonly count: string;
  /** Who applied. */
  readonly by: { readonly name: string; readonly mark: Mark };
  readonly rows: readonly ConflictRow[];
  /** Of fields that admission wrote: who wrote them, and what helps. */
  readonly admitted: readonly string[];
}

/** A conflicting field with both values and all that own it. */
export interface ConflictRow {
  /** What tells the field from others of the same conflict. */
  readonly key: string;
  readonly path: string;
  /** The object, where a command sends several. */
  readonly object: string | undefined;
  readonly live: string;
  readonly declared: string;
  readonly owners: readonly { readonly id: string; readonly owner: Owner; readonly mark: Mark }[];
  /** The field is what tools note down of an apply, and not what somebody wants. */
  readonly isBookkeeping: boolean;
}

/**
 * Describes a conflict. A field that several managers own comes from the server once for each, and is one row; what tools
 * note down of an apply stands last.
 */
export function conflictDrawing(
  { fields, manager }: ConflictView,
  colours: Palette,
  { conflict: words }: Pick<StaticWords, 'conflict'>,
  command: boolean,
): ConflictDrawing {
  const byKey = new Map<string, { readonly field: ConflictFieldView; readonly owners: Owner[] }>();
  for (const field of fields) {
    const { key, owner } = field;
    const row = byKey.get(key);
    if (row === undefined) byKey.set(key, { field, owners: [owner] });
    else row.owners.push(owner);
  }
  const all = [...byKey].map(([key, { field, owners }]) => ({
    key,
    path: field.path,
    object: field.object,
    live: field.live ?? words.absentValue,
    declared: field.declared ?? words.absentValue,
    owners: owners.map((owner) => ({ id: identityOf(owner), owner, mark: colours.ofOwner(owner) })),
    isBookkeeping: field.path.endsWith(lastAppliedAnnotation) || field.path.startsWith('.metadata.managedFields'),
  }));
  const rows = [...all.filter((row) => !row.isBookkeeping), ...all.filter((row) => row.isBookkeeping)];
  return {
    said: command ? words.kubectlExits : words.serverAnswers({ code: 409 }),
    count: words.countSentence(rows.length, [...new Set(fields.map(({ owner }) => owner.manager))]),
    by: { name: manager, mark: colours.of(manager) },
    rows,
    admitted: fields.flatMap(({ path, live = '', declared = '', owner, admitted }) => {
      if (admitted === undefined) return [];
      const { plugin, by, isSame } = admitted;
      return words.admitted({ path, live, declared, owner: owner.manager, manager, plugin, by, isSame });
    }),
  };
}

export type ConflictWords = Pick<StaticWords, 'conflict' | 'field'>;

/** A conflict: the server's own words, and a row a field with both values and both managers; in a page fields are links. */
export function conflictTree(
  conflict: ConflictView,
  colours: Palette,
  words: ConflictWords,
  { command, links }: { readonly command: boolean; readonly links: boolean },
): Tree {
  const { said, count, by, rows, admitted } = conflictDrawing(conflict, colours, words, command);
  return element(
    'div',
    // Not a landmark: there may be many on one page.
    { class: 'mf-bad', role: 'group', 'aria-label': words.conflict.conflict },
    element('p', {}, element('b', {}, words.conflict.conflict), ` ${said} ${count}`),
    element('pre', { class: 'mf-said' }, conflict.message),
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
    admitted.map((sentence) => element('p', {}, sentence)),
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
  // A view without links is put into pages that keep white space in no other element.
  const value = links ? 'code' : 'pre';
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
      element(value, {}, live),
      owners.map(({ owner, mark }) =>
        element(
          'span',
          { class: 'mf-owner' },
          markTree(mark),
          element('b', {}, owner.manager),
          element('small', {}, words.field.ownerShort(owner)),
        ),
      ),
    ),
    element('td', { 'data-head': `${by.name} ${words.conflict.declares}` }, element(value, {}, declared)),
  ];
}
