import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { readJqPath, withoutJqPath } from './jq-path.ts';

const object = {
  spec: {
    replicas: 2,
    containers: [
      { name: 'web', image: 'a/web:1', env: [{ name: 'A', value: '1' }, { name: 'B' }] },
      { name: 'log', image: 'b/log:1' },
    ],
    labels: { 'a.b/c': 'x', d: 'y' },
    none: null,
  },
};

test.each<[string, string, object | undefined]>([
  ['a field', '.spec.replicas', { replicas: undefined }],
  ['a quoted field', '.spec.labels."a.b/c"', { labels: { d: 'y' } }],
  ['a field in brackets', '.spec["labels"]["d"]', { labels: { 'a.b/c': 'x' } }],
  [
    'all items',
    '.spec.containers[].image',
    { containers: [{ name: 'web', env: object.spec.containers[0]?.env }, { name: 'log' }] },
  ],
  [
    'items, of which later ones move up',
    '.spec.containers[0], .spec.labels',
    { containers: [object.spec.containers[1]], labels: undefined },
  ],
  ['an item that is not there', '.spec.containers[7].image', {}],
  ['a field of nothing', '.spec.none.more', {}],
  ['a selection', '.spec.containers[] | select(.name == "log")', { containers: [object.spec.containers[0]] }],
  [
    'a field of a selection',
    '.spec.containers[] | select(.name == "log").image',
    { containers: [object.spec.containers[0], { name: 'log' }] },
  ],
  ['either of two', '.spec.containers[] | select(.name == "log" or (.image | test("^a/")))', { containers: [] }],
  ['not', '.spec.containers[] | select(.name == "log" | not)', { containers: [object.spec.containers[1]] }],
  ['nothing where items fail', '.spec.replicas[]', undefined],
  ['what is tried', '.spec.replicas[]?', {}],
  ['nothing where one of several fails', '.spec.labels, .spec.replicas.x', undefined],
  [
    'a selection that fails',
    '.spec.containers[] | select(.env[0].name == "A")',
    { containers: [object.spec.containers[1]] },
  ],
  ['all values of a map', '.spec.labels[]', { labels: {} }],
])('del takes out %s', (_, expression, changed) => {
  const path = readJqPath(expression);
  expect(path).toBeDefined();
  const left = path === undefined ? undefined : withoutJqPath(mapFromPlain(object), path);
  expect(left).toEqual(
    changed === undefined
      ? undefined
      : mapFromPlain(JSON.parse(JSON.stringify({ spec: { ...object.spec, ...changed } }))),
  );
});

test.each([
  '',
  '.',
  'spec',
  '..',
  '.a, .',
  'select(.kind == "Deployment")',
  '.a[-1]',
  '.a[1:2]',
  '.a | first',
  '.a | length',
  '.a as $x | $x',
  'if .a then .b else .c end',
  '.a | select(.b > 2)',
  '.a // .b',
  '.a == "b"',
  '.a["\\(.b)"]',
  '.a-b',
  '.a[',
  '.a |',
  '.a | select(.b',
  'walk(.)',
  '('.repeat(5000),
  `.a${' | .a'.repeat(5000)}`,
])('%.40s is not played', (expression) => {
  expect(readJqPath(expression)).toBeUndefined();
});

test('what is named many times goes once', () => {
  const path = readJqPath(`${'(., .) | '.repeat(14)} .spec.replicas`);
  const left = path === undefined ? undefined : withoutJqPath(mapFromPlain(object), path);
  expect(left).toEqual(mapFromPlain(JSON.parse(JSON.stringify({ spec: { ...object.spec, replicas: undefined } }))));
});

test('an evaluation that takes too long is given up, as Argo CD does', () => {
  const path = readJqPath(`${'(., .) | '.repeat(40)} .spec.replicas`);
  expect(path).toBeDefined();
  expect(path === undefined ? null : withoutJqPath(mapFromPlain(object), path)).toBeUndefined();
});
