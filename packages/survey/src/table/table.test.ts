import { describe, expect, test } from 'vitest';
import type { Finding } from '../findings/finding.ts';
import type { SurveyedObject } from '../object.ts';
import { sourceReader } from '../read/reader.ts';
import { startSurvey } from '../survey.ts';
import { completeQuery } from './complete.ts';
import { heatMap } from './heat.ts';
import { groupObjects, sortObjects } from './order.ts';
import { matcher, readQuery } from './query.ts';
import { totalsOf } from './totals.ts';

const entry = (manager: string, operation: string, fieldsV1: object, time?: string) => ({
  manager,
  operation,
  apiVersion: 'apps/v1',
  fieldsV1,
  ...(time === undefined ? {} : { time }),
});
const object = (
  kind: string,
  namespace: string,
  name: string,
  managedFields: readonly object[],
  more: object = {},
) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { namespace, name, managedFields, ...more },
  spec: { replicas: 1, paused: true },
});
const spec = (...names: readonly string[]) => ({
  'f:spec': Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
});

const read = [
  object('Deployment', 'shop', 'web', [
    entry('helm', 'Apply', spec('replicas', 'paused'), '2026-01-01T00:00:00Z'),
    entry('kubectl-edit', 'Update', spec('replicas'), '2026-02-01T00:00:00Z'),
  ]),
  object('Deployment', 'kube-system', 'dns', [entry('helm:x', 'Update', spec('paused'), '2025-01-01T00:00:00Z')]),
  object('ReplicaSet', 'shop', 'web-1', [], {
    ownerReferences: [{ kind: 'Deployment', name: 'web', controller: true }],
  }),
  object('StatefulSet', 'shop', 'db', [
    entry('helm', 'Apply', spec('replicas')),
    entry('helm', 'Update', spec('replicas', 'paused')),
  ]),
];

const objects = ((): readonly SurveyedObject[] => {
  const survey = startSurvey();
  const reader = sourceReader('dump.json');
  const bytes = new TextEncoder().encode(read.map((each) => JSON.stringify(each)).join('\n'));
  return [...reader.push(bytes), ...reader.end()].flatMap((part) => {
    const added = survey.add(part);
    return added !== undefined && 'row' in added ? [{ ...added.row, findings: [] }] : [];
  });
})();

test('fields are counted alone and shared; two entries of one manager do not share', () => {
  expect(
    objects.map(({ name, fields, shared, entries, owner }) => [
      name,
      fields,
      shared,
      entries.map((each) => [each.manager, each.fields, each.alone, each.shared]),
      owner,
    ]),
  ).toEqual([
    [
      'web',
      2,
      1,
      [
        ['helm', 2, 1, 1],
        ['kubectl-edit', 1, 0, 1],
      ],
      '',
    ],
    ['dns', 1, 0, [['helm:x', 1, 1, 0]], ''],
    ['web-1', 0, 0, [], 'Deployment/web'],
    [
      'db',
      2,
      0,
      [
        ['helm', 1, 1, 0],
        ['helm', 2, 2, 0],
      ],
      '',
    ],
  ]);
});

test('bytes are those of the JSON', () => {
  for (const [at, { bytes, managedFieldsBytes }] of objects.entries()) {
    expect(bytes).toBe(JSON.stringify(read[at]).length);
    const { managedFields } = read[at]?.metadata ?? {};
    expect(managedFieldsBytes).toBe(managedFields?.length === 0 ? 0 : JSON.stringify(managedFields).length);
  }
});

const finding: Finding = { rule: 'manual-change', fields: [], fieldCount: 0, entries: [], facts: {} };
const judged = objects.map((each, at) => (at === 0 ? { ...each, findings: [finding] } : each));

describe('a query', () => {
  test.each([
    ['', ['web', 'dns', 'web-1', 'db']],
    ['manager:helm', ['web', 'dns', 'db']],
    ['manager:"helm"', ['web', 'db']],
    ['manager:helm:x', ['dns']],
    ['MANAGER:Helm kind:deployment', ['web', 'dns']],
    ['kind:Deploy', []],
    ['kind:Deploy*', ['web', 'dns']],
    ['kind:*Set', ['web-1', 'db']],
    ['kind:StatefulSet,ReplicaSet', ['web-1', 'db']],
    ['-kind:Deployment', ['web-1', 'db']],
    ['ns:kube-system', ['dns']],
    ['ns:kube', []],
    ['owner:web', ['web-1']],
    ['operation:apply', ['web', 'db']],
    ['version:apps/v1', ['web', 'dns', 'web-1', 'db']],
    ['file:dump', ['web', 'dns', 'web-1', 'db']],
    ['finding:manual-change', ['web']],
    ['manual', ['web']],
    ['conflict', ['web']],
    ['-conflict', ['dns', 'web-1', 'db']],
    ['managers>1', ['web']],
    ['managers<1', ['web-1']],
    ['fields=2', ['web', 'db']],
    ['bytes>1k', []],
    ['findings>0', ['web']],
    ['web', ['web', 'web-1']],
    ['helm db', ['db']],
    ['"helm:x"', ['dns']],
    ['helm:x', []],
    ['manager:', ['web', 'dns', 'web-1', 'db']],
    ['nothing:helm', []],
    ['"', ['web', 'dns', 'web-1', 'db']],
  ])('%s', (text, names) => {
    const fits = matcher(readQuery(text), { conflicts: new Set(['manual-change']) });
    const found = judged.filter(fits).map(({ name }) => name);
    expect(found).toEqual(names);
  });

  test('an unknown name is said, with its place', () => {
    expect(readQuery('web mangler:helm')).toEqual([
      { kind: 'word', text: 'web', not: false, from: 0, to: 3 },
      { kind: 'unknown', name: 'mangler', not: false, from: 4, to: 16 },
    ]);
  });

  test('is completed by the names that there are', () => {
    const texts = (text: string) => completeQuery(text, text.length, objects).items.map((item) => item.text);
    expect(texts('ma')).toEqual(['manager:']);
    expect(texts('web manager:')).toEqual(['helm', '"helm:x"', 'kubectl-edit']);
    expect(texts('kind:Deployment,s')).toEqual(['ReplicaSet', 'StatefulSet']);
    expect(completeQuery('kind:Deployment,s', 17, objects)).toMatchObject({ from: 16, to: 17 });
    expect(texts('-ns:k')).toEqual(['kube-system']);
  });
});

test('groups and order', () => {
  const names = (by: Parameters<typeof groupObjects>[1]) =>
    groupObjects(objects, by).map((group) => [group.name, group.objects.map(({ name }) => name)]);
  expect(names('kind')).toEqual([
    ['Deployment', ['web', 'dns']],
    ['ReplicaSet', ['web-1']],
    ['StatefulSet', ['db']],
  ]);
  expect(names('manager')).toEqual([
    ['', ['web-1']],
    ['helm', ['web', 'db']],
    ['helm:x', ['dns']],
    ['kubectl-edit', ['web']],
  ]);
  expect(names('owner')[1]).toEqual(['shop/Deployment/web', ['web-1']]);
  expect(sortObjects(objects, 'fields', true).map(({ name }) => name)).toEqual(['web', 'db', 'dns', 'web-1']);
  expect(sortObjects(objects, 'written', false).map(({ name }) => name)).toEqual(['web-1', 'db', 'dns', 'web']);
});

test('totals by manager', () => {
  expect(
    totalsOf(objects).map(({ manager, operations, objects: count, fields, alone, shared }) => [
      manager,
      operations,
      count,
      fields,
      alone,
      shared,
    ]),
  ).toEqual([
    ['helm', ['Apply', 'Update'], 2, 5, 4, 1],
    ['helm:x', ['Update'], 1, 1, 1, 0],
    ['kubectl-edit', ['Update'], 1, 1, 0, 1],
  ]);
  expect(totalsOf(objects)[0]).toMatchObject({ oldest: '2026-01-01T00:00:00Z', newest: '2026-01-01T00:00:00Z' });
});

test('the heat map has a cell for each manager of an object', () => {
  const { cellsOf, most } = heatMap(objects, ['helm', 'kubectl-edit']);
  expect(most).toBe(3);
  expect(objects.map(cellsOf)).toEqual([
    [
      { fields: 2, shared: 1 },
      { fields: 1, shared: 1 },
    ],
    [undefined, undefined],
    [undefined, undefined],
    [{ fields: 3, shared: 0 }, undefined],
  ]);
});
