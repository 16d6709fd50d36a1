import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json.ts';
import { configMap, findingsOf, objectWith } from './cases.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
const wrong: readonly Json[] = [null, true, 0, '', 'x', [], [null], [[1]], {}, { a: null }, { '': { '': [] } }];

test('whatever stands where something else should, nothing throws', () => {
  const proto: JsonObject = JSON.parse(
    '{"__proto__":{"a":1},"f:__proto__":{},"k:{\\"__proto__\\":1}":{},"v:":{},"i:x":{}}',
  );
  for (const value of [...wrong, proto]) {
    const objects: readonly Json[] = [
      { apiVersion: 'v1', kind: 'Pod', metadata: value },
      { apiVersion: value, kind: value, metadata: { name: value, managedFields: value, annotations: value } },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { managedFields: [value], finalizers: value, ownerReferences: [value] },
      },
      objectWith(
        { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: value, status: value },
        {
          manager: 'm',
          fields: { 'f:spec': { 'f:a': proto, 'k:[]': {}, 'k:{"a":{}}': {}, ...proto }, 'f:status': { 'f:x': {} } },
        },
      ),
      configMap({}, { annotations: { [annotation]: value, other: value } }),
      objectWith(configMap({}, { annotations: { [annotation]: JSON.stringify(value) } }), {
        manager: 'm',
        fields: proto,
      }),
      objectWith(
        configMap({ a: value }, { annotations: { [annotation]: JSON.stringify(configMap({ a: [value] })) } }),
        { manager: 'm', operation: 'Update', fields: { 'f:data': { 'f:a': {} } } },
      ),
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: {},
        spec: { group: value, names: value, versions: [value, { served: true, name: value }] },
      },
      { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {}, spec: { scaleTargetRef: value } },
    ];
    expect(() => findingsOf(objects)).not.toThrow();
  }
  expect(({} as { a?: unknown }).a).toBeUndefined();
});

test('times that are none say nothing of when a manager was seen', () => {
  const entry = { manager: 'm', fields: { 'f:data': { 'f:a': {} } } };
  const object = objectWith(configMap({ a: '1' }), { ...entry, time: 'yesterday' }, { ...entry, manager: 'n' });
  expect(findingsOf([object], { now: 'now' }).flat()).toEqual([]);
});

test('many entries and fields are judged', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `k${at}`);
  const fields: JsonObject = { 'f:data': Object.fromEntries(names.map((name) => [`f:${name}`, {}])) };
  const many = objectWith(
    configMap(Object.fromEntries(names.map((name) => [name, '1']))),
    { manager: 'pipeline', fields },
    { manager: 'kubectl-client-side-apply', operation: 'Update', fields },
  );
  const [found = []] = findingsOf([many]);
  expect(found.map(({ rule, fieldCount }) => [rule, fieldCount])).toContainEqual([
    'leftover-client-side-apply',
    10_000,
  ]);
  const entries = names.map(
    (manager) => ({ manager, operation: 'Update', fields: { 'f:data': { 'f:a': {} } } }) as const,
  );
  expect(findingsOf([objectWith(configMap({ a: '1' }), ...entries)]).flat().length).toBeGreaterThan(0);
});
