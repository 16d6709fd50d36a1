import type { EntryView, TrieNode } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { type Opened, trieRows, withOpen, withPathOpen } from './trie-rows.ts';

const range = { from: 0, to: 0 };

/** Nodes in short: one a word, its depth in dots before its path. */
function entryOf(short: string): EntryView {
  const nodes: TrieNode[] = [];
  const parents: number[] = [];
  for (const word of short.split(' ').filter(Boolean)) {
    const depth = word.lastIndexOf('.') + 1;
    const parent = depth === 0 ? undefined : parents[depth - 1];
    parents[depth] = nodes.length;
    const path = word.slice(depth);
    nodes.push({
      key: path,
      element: { kind: 'self' },
      path,
      member: true,
      parent,
      depth,
      keyRange: range,
      range,
      fields: [],
      absent: false,
    });
  }
  return {
    manager: 'm',
    operation: 'Apply',
    subresource: '',
    apiVersion: 'v1',
    time: undefined,
    fieldCount: 0,
    bytes: 0,
    fieldsType: 'FieldsV1',
    older: false,
    broken: undefined,
    noTime: undefined,
    range,
    nodes,
  };
}

const entries = [entryOf('a .b .c ..d e'), entryOf('x'), entryOf('')];
const allOpen: Opened = { kind: 'all-but', ids: new Set() };
const allClosed: Opened = { kind: 'none-but', ids: new Set() };

function told(opened: Opened): string {
  return trieRows(entries, opened)
    .map(
      ({ id, level, hasChildren, open, place, siblings }) =>
        `${id}:${level}${hasChildren ? (open ? 'v' : '>') : ''}${place}/${siblings}`,
    )
    .join(' ');
}

test.each<readonly [what: string, opened: Opened, rows: string]>([
  ['all', allOpen, '0:1v1/3 0/0:2v1/2 0/1:31/2 0/2:3v2/2 0/3:41/1 0/4:22/2 1:1v2/3 1/0:21/1 2:13/3'],
  ['none', allClosed, '0:1>1/3 1:1>2/3 2:13/3'],
  ['all but one', withOpen(allOpen, '0/0', false), '0:1v1/3 0/0:2>1/2 0/4:22/2 1:1v2/3 1/0:21/1 2:13/3'],
  ['one that was closed', withOpen(withOpen(allOpen, '0', false), '0', true), told(allOpen)],
  [
    'what leads to a path',
    withPathOpen(allClosed, entries, 'd'),
    '0:1v1/3 0/0:2v1/2 0/1:31/2 0/2:3v2/2 0/3:41/1 0/4:22/2 1:1>2/3 2:13/3',
  ],
])('shows what is open: %s', (_what, opened, rows) => {
  // Entries without nodes have nothing to open.
  expect(told(opened)).toBe(rows);
});
