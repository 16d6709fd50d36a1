import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { AnyStep, Scenario } from '@managed-fields/scenario';
import { newScenario, stepOf } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { type EntriesView, entriesOfStep } from './entries.ts';

const catalog = await loadKubernetesTypes();

function scenarioOf(...steps: readonly Partial<AnyStep>[]): Scenario {
  return newScenario(
    '',
    steps.map((step) => stepOf({ id: '', kind: 'apply', text: '', ...step })),
  );
}

function entries(scenario: Scenario, stepId: string): EntriesView {
  const view = entriesOfStep(scenario, stepId, { catalog });
  if (view === undefined) throw new Error('no entries');
  expect(structuredClone(view)).toEqual(view);
  return view;
}

const service = `apiVersion: v1
kind: Service
metadata: {name: s, finalizers: [x/y], labels: {a: b}}
spec:
  selector: {app: s}
  ports: [{port: 80, name: http}]
`;

/** Nodes as `indented key path: fields of the object, in its text`. */
function told({ entries: [entry], text, object }: EntriesView): readonly string[] {
  return (entry?.nodes ?? []).map(({ depth, key, path, member, keyRange, fields, absent, element }) => {
    expect(text.slice(keyRange.from, keyRange.to)).toContain(key.startsWith('f:') ? key : '');
    const found = fields.map((index) => {
      const range = object.fields[index]?.range;
      return range === undefined ? '' : object.text.slice(range.from, range.to).split('\n')[0];
    });
    const unowned = element.kind === 'key' && element.unowned.length > 0 ? ` (${element.unowned} unowned)` : '';
    return `${'  '.repeat(depth)}${key}${unowned} ${path}${member ? '*' : ''} ${absent ? 'absent' : found.join('; ')}`;
  });
}

test('links each node of the tree to both texts', () => {
  expect(told(entries(scenarioOf({ manager: 'a', text: service }), 's1'))).toEqual([
    'f:metadata .metadata metadata:',
    '  f:finalizers .metadata.finalizers finalizers:',
    '    v:"x/y" .metadata.finalizers[="x/y"]* - x/y',
    '  f:labels .metadata.labels labels:',
    '    f:a .metadata.labels.a* a: b',
    'f:spec .spec spec:',
    '  f:ports .spec.ports ports:',
    '    k:{"port":80,"protocol":"TCP"} (protocol unowned) .spec.ports[port=80,protocol="TCP"]* - name: http',
    '      . .spec.ports[port=80,protocol="TCP"]* - name: http',
    '      f:name .spec.ports[port=80,protocol="TCP"].name* name: http',
    '      f:port .spec.ports[port=80,protocol="TCP"].port* port: 80',
    '  f:selector .spec.selector* selector:',
  ]);
});

test('says of a node that the object does not have it', () => {
  const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: c, managedFields: [{manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:gone": {}, "f:k": {}}}}]}
data: {k: v}
`;
  expect(told(entries(scenarioOf({ kind: 'live', text }), 's1'))).toEqual([
    'f:data .data data:',
    '  f:gone .data.gone* absent',
    '  f:k .data.k* k: v',
  ]);
});

describe('an entry', () => {
  const entry = (rest: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, managedFields: [{manager: a, operation: Update, apiVersion: v1, ${rest}}]}\ndata: {k: v}\n`;

  test.each<readonly [what: string, rest: string, told: object]>([
    [
      'of today',
      'fieldsType: FieldsV1, time: "2026-01-01T00:00:00Z", fieldsV1: {"f:data": {}}',
      { older: false, noTime: undefined, broken: undefined, fieldCount: 1 },
    ],
    [
      'of Kubernetes 1.16',
      'time: "2026-01-01T00:00:00Z", fields: {"f:data": {}}',
      { older: true, fieldsType: 'FieldsV1', fieldCount: 1 },
    ],
    ['without a time', 'fieldsType: FieldsV1, fieldsV1: {"f:data": {}}', { noTime: 'update' }],
    ['of a scale', 'subresource: scale, fieldsType: FieldsV1, fieldsV1: {"f:data": {}}', { noTime: 'scale' }],
  ])('%s', (_what, rest, expected) => {
    const view = entries(scenarioOf({ kind: 'live', text: entry(rest) }), 's1');
    expect(view.entries).toMatchObject([expected]);
  });

  test('has no time where its apply changed nothing', () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: v}\n';
    const view = entries(scenarioOf({ manager: 'a', text }, { manager: 'b', text }), 's2');
    expect(view.entries.map(({ manager, noTime }) => [manager, noTime])).toEqual([
      ['b', 'apply'],
      ['a', undefined],
    ]);
  });

  test('has no time where it was written through scale', () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}
`;
    const scenario = scenarioOf({ manager: 'a', text }, { kind: 'scale', manager: 'hpa', text: 'spec: {replicas: 3}' });
    const view = entries(scenario, 's2');
    expect(view.entries.map(({ manager, subresource, noTime }) => [manager, subresource, noTime])).toEqual([
      ['a', '', undefined],
      ['hpa', 'scale', 'scale'],
    ]);
  });
});

test('counts updaters, and says which would be folded', () => {
  const update = (index: number): Partial<AnyStep> => ({
    kind: 'merge-patch',
    manager: `m${index}`,
    text: `data: {k${index}: v}`,
  });
  const create: Partial<AnyStep> = {
    kind: 'create',
    manager: 'm0',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k0: v}\n',
  };
  const scenario = scenarioOf(create, ...Array.from({ length: 10 }, (_, index) => update(index + 1)));
  expect(entries(scenario, 's9').updaters).toEqual({ count: 9, most: 10, folded: [] });
  expect(entries(scenario, 's10').updaters).toEqual({ count: 10, most: 10, folded: [0, 1] });
  const last = entries(scenario, 's11');
  expect(last.entries[0]).toMatchObject({ manager: 'ancient-changes', fieldCount: 3 });
  expect(last.updaters).toEqual({ count: 10, most: 10, folded: [0, 1] });
});

test('counts bytes', () => {
  const view = entries(scenarioOf({ manager: 'a', text: service }), 's1');
  expect(view.managedFieldsBytes).toBe((view.entries[0]?.bytes ?? 0) + 2);
  expect(view.objectBytes).toBeGreaterThan(view.managedFieldsBytes);
});

test('answers an object without managedFields', () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n';
  expect(entries(scenarioOf({ kind: 'live', text }), 's1')).toMatchObject({
    text: '',
    entries: [],
    managedFieldsBytes: 0,
    updaters: { count: 0, most: 10, folded: [] },
  });
  expect(entriesOfStep(scenarioOf({ text: '' }), 's1', { catalog })).toBeUndefined();
});
