import type { AnnotatedText, ChangesView } from '@managed-fields/player';
import {
  aloud,
  assignColours,
  drawing,
  element,
  identityOf,
  lineCells,
  markTree,
  type OwnerIdentity,
  overlay,
  type Palette,
  palette,
  pathTrees,
  type Tree,
} from '@managed-fields/rendering';
import { diffRows, oneColumn } from '../core/view-models/diff-rows.ts';
import { act } from './draw.ts';
import type { Model } from './model.ts';

/** Further rows are counted. */
const mostRows = 300;

/** What differs from the object before the step: who took over what, and the lines around every difference. */
export function objectChanges(changes: ChangesView, { words, managerColours, picked }: Model): Tree {
  const { before, after, moves, lines, effect, values } = changes;
  const others = [...(before?.managers ?? []), ...(after?.managers ?? []), ...moves.flatMap((move) => move.before)];
  const names = others.map(({ manager }) => manager);
  const colours = palette(assignColours(names, managerColours), others);
  const sides = { before: sideOf(before, colours), after: sideOf(after, colours) };
  const note = noteOf();
  const changed = diffRows(lines, new Set(), false);
  return element(
    'div',
    { class: 'embed-changes' },
    note !== undefined && element('p', { class: 'mf-notice' }, note),
    moves.length > 0 && before !== undefined && after !== undefined && moved(),
    element(
      'div',
      {
        class: 'mf-code mf-wrap mf-lanes-2',
        role: 'region',
        tabindex: '0',
        'aria-label': words.embed.viewNames.changes,
        'data-key': 'changes',
      },
      // A new object differs everywhere: all its lines say that it is new.
      changed.slice(0, mostRows).flatMap((row): readonly Tree[] => {
        if (row.kind === 'fold') {
          return [
            element(
              'div',
              { class: 'embed-same' },
              words.changes.unchangedLines({ count: row.same, counters: row.counters }),
            ),
          ];
        }
        return oneColumn(row.line).map(({ side, sign, line }) => {
          const all = sides[side];
          const path =
            all.annotated?.fields[(side === 'before' ? row.line.fieldBefore : row.line.fieldAfter) ?? -1]?.path;
          const classes = [
            'mf-line',
            sign === '+' && 'embed-new',
            sign === '-' && 'embed-old',
            path !== undefined && path === picked && 'mf-picked',
          ];
          const heard = { '+': words.changes.becomes, '-': words.changes.was, ' ': undefined }[sign];
          const hint = row.line.owners && side === 'after' && sign === ' ' ? words.changes.ownersHint : undefined;
          return element(
            'div',
            { class: classes.filter(Boolean).join(' ') },
            heard !== undefined && aloud(`${heard}: `),
            lineCells(all.at(line), all.annotated, words.view, { sign, after: hint, titled: true }),
          );
        });
      }),
      changed.length > mostRows &&
        element('p', { class: 'mf-hint' }, words.view.leftOut.lines({ count: changed.length - mostRows })),
    ),
  );

  function noteOf(): string | undefined {
    if (effect !== 'wrote') return words.changes.effects[effect];
    if (after === undefined) return before === undefined ? words.changes.noObject : words.changes.gone;
    return values.length === 0 && moves.length === 0 ? words.changes.same : undefined;
  }

  function moved(): Tree {
    return element(
      'ul',
      { class: 'embed-moves', 'aria-label': words.changes.moves },
      moves
        .slice(0, mostRows)
        .map(({ path, before: from, after: to }) =>
          element(
            'li',
            {},
            element(
              'button',
              { type: 'button', class: 'mf-link', ...act('pick', path, `move ${path}`) },
              element('code', {}, pathTrees(path)),
            ),
            owners(from),
            element('span', { 'aria-hidden': 'true' }, '→'),
            owners(to),
          ),
        ),
    );
  }

  function owners(list: readonly OwnerIdentity[]): readonly Tree[] {
    if (list.length === 0) return [element('small', {}, words.changes.nobody)];
    const once = new Map(list.map((owner) => [identityOf(owner), owner]));
    return [...once.values()].map((owner) =>
      element('span', { class: 'embed-owner' }, markTree(colours.ofOwner(owner)), element('b', {}, owner.manager)),
    );
  }
}

const nothing: AnnotatedText = { text: '', managers: [], fields: [], managedFields: undefined };

function sideOf(annotated: AnnotatedText = nothing, colours: Palette) {
  return drawing(annotated.text, { annotated, overlay: overlay(annotated, colours) });
}
