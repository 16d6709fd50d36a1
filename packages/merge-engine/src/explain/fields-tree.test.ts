import { expect, test } from 'vitest';
import { read } from '../value/json-in-tests.ts';
import { readFieldsTree } from './fields-tree.ts';

test.each<readonly [what: string, json: string, nodes: readonly string[]]>([
  ['a field', '{"f:a":{}}', ['0 element f:a .a owned']],
  ['a field that only leads to others', '{"f:a":{"f:b":{}}}', ['0 element f:a .a', '1 element f:b .a.b owned <0']],
  [
    'a field that is owned itself and has others below it',
    '{"f:a":{".":{},"f:b":{}}}',
    ['0 element f:a .a owned', '1 self . .a owned <0', '1 element f:b .a.b owned <0'],
  ],
  [
    'items of lists',
    '{"f:l":{"k:{\\"name\\":\\"x\\"}":{".":{}},"v:\\"y\\"":{},"i:3":{}}}',
    [
      '0 element f:l .l',
      '1 element k:{"name":"x"} .l[name="x"] owned <0',
      '2 self . .l[name="x"] owned <1',
      '1 element v:"y" .l[="y"] owned <0',
      '1 element i:3 .l[3] owned <0',
    ],
  ],
  ['null for an empty object', '{"f:a":null}', ['0 element f:a .a owned']],
  [
    'what it does not know and what does not decode',
    '{"z:later":{},"f":{},"k:nothing":{"f:below":{}}}',
    ['0 unknown z:later ', '0 broken f ', '0 broken k:nothing '],
  ],
  ['nothing', '{}', []],
  ['no object', '"text"', []],
])('reads %s', (_what, json, nodes) => {
  const nodesRead = readFieldsTree(read(json)).map(
    ({ depth, kind, key, text, member, parent }) =>
      `${depth} ${kind} ${key} ${text}${member ? ' owned' : ''}${parent === undefined ? '' : ` <${parent}`}`,
  );
  expect(nodesRead).toEqual(nodes);
});

test('tells where each node stands', () => {
  expect(readFieldsTree(read('{"f:a":{".":{},"f:b":{}}}')).map(({ place }) => place)).toEqual([
    ['f:a'],
    ['f:a', '.'],
    ['f:a', 'f:b'],
  ]);
});
