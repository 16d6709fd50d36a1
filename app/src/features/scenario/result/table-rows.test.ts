import type { FieldView } from '@managed-fields/player';
import { describe, expect, test } from 'vitest';
import { csvOf, markdownOf, noFilter, type TableFilter, tableNodes, tableRows } from './table-rows.ts';

/** Fields in short: `path from-to owners`, without a range where absent. */
function fieldsOf(...shorts: readonly string[]): readonly FieldView[] {
  return shorts.map((short): FieldView => {
    const [path = '', place = '', owners = ''] = short.split(' ');
    const [from, to] = place.split('-').map(Number);
    const range = place === '' || place === '!' ? undefined : { from: from ?? 0, to: to ?? 0 };
    const list = owners === '' ? [] : owners.split(',').map(Number);
    const state = range === undefined ? 'absent' : list.length > 1 ? 'shared' : list.length === 1 ? 'owned' : 'unowned';
    return { path, range, key: undefined, value: undefined, leaf: true, state, owners: list, preview: '' };
  });
}

const fields = fieldsOf(
  '.spec 0-50',
  '.spec.ports 2-30',
  '.spec.ports[port=80] 4-20 0',
  '.spec.ports[port=80].port 6-10 0',
  '.spec.replicas 32-40 0,1',
  '.a.b/c 60-70',
  '.spec.gone ! 1',
  '.spec.ports[port=80].name ! 1',
);

test('makes a tree of what stands inside what', () => {
  expect(tableNodes({ fields }).map(({ depth, name, parent }) => `${depth} ${name} ${parent}`)).toEqual([
    '0 spec undefined',
    '1 ports 0',
    '2 [port=80] 1',
    '3 port 2',
    '3 name 2',
    '1 replicas 0',
    '1 gone 0',
    '0 a.b/c undefined',
  ]);
});

test('sets an item that stands twice beside itself', () => {
  const twice = fieldsOf('.env 0-40', '.env[name="A"] 2-10', '.env[name="A"].name 4-8', '.env[name="A"] 12-20');
  expect(tableNodes({ fields: twice }).map(({ depth, name }) => `${depth} ${name}`)).toEqual([
    '0 env',
    '1 [name="A"]',
    '2 name',
    '1 [name="A"]',
  ]);
});

describe('rows', () => {
  const nodes = tableNodes({ fields });
  test.each<readonly [what: string, filter: Partial<TableFilter>, closed: readonly string[], rows: readonly string[]]>([
    [
      'all',
      {},
      [],
      [
        'v.spec 1/2',
        'v.spec.ports 1/3',
        'v.spec.ports[port=80] 1/1',
        '.spec.ports[port=80].port 1/2',
        '.spec.ports[port=80].name 2/2',
        '.spec.replicas 2/3',
        '.spec.gone 3/3',
        '.a.b/c 2/2',
      ],
    ],
    [
      'none of what is closed',
      {},
      ['.spec.ports'],
      ['v.spec 1/2', '>.spec.ports 1/3', '.spec.replicas 2/3', '.spec.gone 3/3', '.a.b/c 2/2'],
    ],
    [
      'what an entry owns, and what leads to it',
      { owner: 1 },
      [],
      [
        'v(.spec) 1/1',
        'v(.spec.ports) 1/3',
        'v(.spec.ports[port=80]) 1/1',
        '.spec.ports[port=80].name 1/1',
        '.spec.replicas 2/3',
        '.spec.gone 3/3',
      ],
    ],
    ['what nobody owns', { owner: 'nobody' }, [], ['v.spec 1/2', '.spec.ports 1/1', '.a.b/c 2/2']],
    ['a state', { state: 'shared' }, [], ['v(.spec) 1/1', '.spec.replicas 1/1']],
    ['a part of a path, whatever its case', { text: 'REPL' }, [], ['v(.spec) 1/1', '.spec.replicas 1/1']],
    ['nothing', { text: 'nowhere' }, [], []],
  ])('show %s', (_what, filter, closed, expected) => {
    const rows = tableRows(nodes, fields, { ...noFilter, ...filter }, new Set(closed));
    const told = rows.map(({ node, hasChildren, open, leads, place, siblings }) => {
      const path = fields[nodes[node]?.field ?? -1]?.path ?? '';
      return `${hasChildren ? (open ? 'v' : '>') : ''}${leads ? `(${path})` : path} ${place}/${siblings}`;
    });
    expect(told).toEqual(expected);
  });
});

const table = (...cells: readonly string[]) => ({ head: ['a'], rows: cells.map((cell) => [cell]) });

test.each<readonly [cell: string, written: string]>([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', 'twoU+000Alines'],
  [' led', '" led"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', 'U+0009=1'],
  ['  =1', '"  \'=1"'],
  [';=1+1', '";\'=1+1"'],
  ['a; "=1', '"a; ""\'=1"'],
  ['a;b', '"a;b"'],
  ['\u202ea', 'U+202Ea'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=b', 'a=b'],
])('writes %j as CSV', (cell, written) => {
  expect(csvOf(table(cell))).toBe(`\ufeffa\r\n${written}\r\n`);
});

test.each<readonly [cell: string, written: string]>([
  ['.spec.containers[name="web"]', '.spec.containers\\[name="web"\\]'],
  ['a|b', 'a\\|b'],
  ['*bold* _it_ `code`', '\\*bold\\* \\_it\\_ \\`code\\`'],
  ['<img src=x>', '&lt;img src=x&gt;'],
  ['a\nb', 'aU+000Ab'],
  ['a\\b', 'a\\\\b'],
])('writes %j as Markdown', (cell, written) => {
  expect(markdownOf(table(cell))).toBe(`| a |\n| --- |\n| ${written} |\n`);
});
