import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import {
  applyJsonPatch,
  equals,
  mapFromJson,
  parseJson,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { applyEffect } from './apply-effect.ts';
import { deduceEffect, wantedOf } from './deduce.ts';
import { jsonDifference } from './json-difference.ts';

const catalog = await loadKubernetesTypes();
const kind = catalog.findKind('v1', 'Pod');
if (kind === undefined) throw new Error('no Pods');

const object = (json: string): ValueMap => mapFromJson(json) ?? new Map();

test.each<readonly [what: string, before: string, after: string, text: string | undefined]>([
  ['nothing', '{"spec": {}}', '{"spec": {}}', undefined],
  [
    'a label',
    '{"metadata": {"labels": {"a": "1"}}}',
    '{"metadata": {"labels": {"a": "1", "b": "2"}}}',
    '{"metadata":{"labels":{"b":"2"}}}',
  ],
  [
    'labels where there were none',
    '{"metadata": {}}',
    '{"metadata": {"labels": {"b": "2"}}}',
    '{"metadata":{"labels":{"b":"2"}}}',
  ],
  [
    'a sidecar, by its key',
    '{"spec": {"containers": [{"name": "a", "image": "x"}]}}',
    '{"spec": {"containers": [{"name": "a", "image": "x"}, {"name": "b", "image": "y"}]}}',
    '{"spec":{"containers":[{"name":"b","image":"y"}]}}',
  ],
  [
    'a sidecar before the others',
    '{"spec": {"containers": [{"name": "a"}]}}',
    '{"spec": {"containers": [{"name": "b"}, {"name": "a"}]}}',
    '[{"op":"add","path":"/spec/containers/0","value":{"name":"b"}}]',
  ],
  [
    'what is removed',
    '{"metadata": {"labels": {"a/b~c": "1", "d": "2"}}}',
    '{"metadata": {"labels": {"d": "2"}}}',
    '[{"op":"remove","path":"/metadata/labels/a~1b~0c"}]',
  ],
  [
    'an atomic list as a whole',
    '{"spec": {"containers": [{"name": "a", "args": ["x"]}]}}',
    '{"spec": {"containers": [{"name": "a", "args": ["x", "y"]}]}}',
    '{"spec":{"containers":[{"name":"a","args":["x","y"]}]}}',
  ],
  [
    'what is not of the kind',
    '{"spec": {}}',
    '{"spec": {"nobody": [1]}}',
    '[{"op":"add","path":"/spec/nobody","value":[1]}]',
  ],
  ['a field that would be read as a refusal', '{}', '{"deny": "x"}', '[{"op":"add","path":"/deny","value":"x"}]'],
  [
    'a container with all that is in it',
    '{"spec": {"containers": [{"name": "a"}]}}',
    '{"spec": {"containers": [{"name": "a"}, {"name": "b", "resources": {"limits": {"cpu": "1"}}, "securityContext": {}, "ports": [{"containerPort": 1, "protocol": "TCP"}]}], "volumes": [{"name": "v", "emptyDir": {}}]}}',
    '{"spec":{"containers":[{"name":"b","resources":{"limits":{"cpu":"1"}},"securityContext":{},"ports":[{"containerPort":1,"protocol":"TCP"}]}],"volumes":[{"name":"v","emptyDir":{}}]}}',
  ],
  [
    'a label, whatever names the type',
    '{"metadata": {}}',
    '{"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"b": "2"}}}',
    '{"metadata":{"labels":{"b":"2"}}}',
  ],
  [
    'a label beside variables that are there twice',
    '{"spec": {"containers": [{"name": "a", "env": [{"name": "x"}, {"name": "x"}]}]}}',
    '{"metadata": {"labels": {"b": "2"}}, "spec": {"containers": [{"name": "a", "env": [{"name": "x"}, {"name": "x"}]}]}}',
    '{"metadata":{"labels":{"b":"2"}}}',
  ],
  [
    'variables that are there twice from now on',
    '{"spec": {"containers": [{"name": "a"}]}}',
    '{"spec": {"containers": [{"name": "a", "env": [{"name": "x"}, {"name": "x"}]}]}}',
    '[{"op":"add","path":"/spec/containers/0/env","value":[{"name":"x"},{"name":"x"}]}]',
  ],
  ['what was not of the kind', '{"spec": {"nobody": [1]}}', '{"spec": {}}', '[{"op":"remove","path":"/spec/nobody"}]'],
  ['a strange name', '{}', '{"__proto__": {"a": 1}}', '[{"op":"add","path":"/__proto__","value":{"a":1}}]'],
])('%s', (_, before, after, text) => {
  expect(deduceEffect(kind, object(before), object(after))?.text).toBe(text);
});

test('a field of a kind that would be read as a refusal is set by a patch', () => {
  const type = catalog.findKind('v1', 'ConfigMap')?.type.map?.fields.get('data')?.type;
  if (type === undefined) throw new Error('no texts by name');
  const texts = { apiVersion: 'v1', type, resource: { kind: 'Texts' } };
  expect(deduceEffect(texts, object('{}'), object('{"a": "x"}'))?.text).toBe('{"a":"x"}');
  expect(deduceEffect(texts, object('{}'), object('{"deny": "x"}'))?.text).toBe(
    '[{"op":"add","path":"/deny","value":"x"}]',
  );
});

test.each([
  ['an object that is not of its kind', '{"spec": 1}', '{}', '.spec: expected map, got &{1}'],
  ['a configuration that is not of the kind', '{}', '{"spec": 1}', '.spec: expected map, got &{1}'],
  [
    'a configuration that names an item twice',
    '{}',
    '{"spec": {"containers": [{"name": "a"}, {"name": "a"}]}}',
    '.spec.containers: duplicate entries for key [name="a"]',
  ],
  [
    'a configuration that names an item of an item twice',
    '{}',
    '{"spec": {"containers": [{"name": "a", "env": [{"name": "x"}, {"name": "x"}]}]}}',
    '.spec.containers[name="a"].env: duplicate entries for key [name="x"]',
  ],
])('%s is not merged', (_, before, configuration, message) => {
  const effect = { kind: 'configuration', configuration: object(configuration) } as const;
  expect(applyEffect(effect, kind, object(before))).toEqual({ kind: 'error', message });
});

test.each<readonly [what: string, before: string, after: string, patch: string]>([
  ['equal values', '[1]', '[1]', '[]'],
  ['another value', '1', '2', '[{"op":"replace","path":"","value":2}]'],
  ['a map for a list', '[1]', '{}', '[{"op":"replace","path":"","value":{}}]'],
  ['a list for a map', '{}', '[]', '[{"op":"replace","path":"","value":[]}]'],
  ['an item at the end', '[1]', '[1,2]', '[{"op":"add","path":"/-","value":2}]'],
  ['an item at the begin', '[1]', '[2,1]', '[{"op":"add","path":"/0","value":2}]'],
  ['an item in the middle', '[1,3]', '[1,2,3]', '[{"op":"add","path":"/1","value":2}]'],
  ['items that go', '[1,2,3,4]', '[2,4]', '[{"op":"remove","path":"/0"},{"op":"remove","path":"/1"}]'],
  ['items that change places', '[1,2]', '[2,1]', '[{"op":"remove","path":"/0"},{"op":"add","path":"/-","value":1}]'],
  [
    'an item of another value at its place',
    '[1,2,3]',
    '[1,4,3]',
    '[{"op":"remove","path":"/1"},{"op":"add","path":"/1","value":4}]',
  ],
  [
    'an item that changed, by its name',
    '[{"name":"a","x":1},{"name":"b"}]',
    '[{"name":"a","x":2},{"name":"b"}]',
    '[{"op":"replace","path":"/0/x","value":2}]',
  ],
  [
    'an item that got a name',
    '[{"x":1}]',
    '[{"x":1,"name":"a"}]',
    '[{"op":"remove","path":"/0"},{"op":"add","path":"/-","value":{"x":1,"name":"a"}}]',
  ],
  [
    'items whose names are no texts',
    '[{"name":1,"x":1}]',
    '[{"name":1,"x":2}]',
    '[{"op":"remove","path":"/0"},{"op":"add","path":"/-","value":{"name":1,"x":2}}]',
  ],
])('the patch for %s', (_, before, after, patch) => {
  const [left, right] = [before, after].map((json) => object(`{"v":${json}}`).get('v') ?? null);
  const operations = jsonDifference(left ?? null, right ?? null);
  expect(JSON.stringify(operations.map(show))).toBe(patch);
});

/** How many items the longest sequence has that two lists share, by trying all. */
function mostShared([first, ...rest]: readonly number[], others: readonly number[]): number {
  if (first === undefined) return 0;
  const index = others.indexOf(first);
  const without = mostShared(rest, others);
  return index < 0 ? without : Math.max(without, 1 + mostShared(rest, others.slice(index + 1)));
}

test('the patch between two lists keeps as many items as can be', () => {
  const next = chance(11);
  const list = () => Array.from({ length: next(7) }, () => next(4));
  for (let count = 0; count < 300; count++) {
    const [before, after] = [list(), list()];
    const fewest = before.length + after.length - 2 * mostShared(before, after);
    const operations = jsonDifference(before.map(BigInt), after.map(BigInt));
    expect(operations.length, JSON.stringify([before, after])).toBe(fewest);
  }
});

/** Numbers by chance that are the same each time. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

function anyValue(next: (below: number) => number, depth: number): Value {
  switch (next(depth > 3 ? 4 : 7)) {
    case 0:
      return BigInt(next(4));
    case 1:
      return ['a', 'b', '', 'é'][next(4)] ?? '';
    case 2:
      return next(2) === 0;
    case 3:
      return null;
    case 4:
      return Array.from({ length: next(5) }, () => anyValue(next, depth + 1));
    case 5:
      return Array.from({ length: next(5) }, () => new Map(anyMap(next, depth + 1)).set('name', 'abcd'[next(4)] ?? ''));
    default:
      return anyMap(next, depth + 1);
  }
}

function anyMap(next: (below: number) => number, depth: number): ValueMap {
  const keys = ['a', 'b/c', 'd~e', '__proto__', '0', '-', ''];
  return new Map(Array.from({ length: next(5) }, () => [keys[next(keys.length)] ?? '', anyValue(next, depth)]));
}

test('the patch between any two values makes the second of the first', () => {
  const next = chance(7);
  for (let count = 0; count < 1000; count++) {
    const [before, after] = [anyMap(next, 0), anyMap(next, 0)];
    const patched = applyJsonPatch(before, jsonDifference(before, after));
    expect(
      patched.kind === 'patched' && equals(patched.value, after),
      JSON.stringify([show(before), show(after)]),
    ).toBe(true);
  }
});

function show(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, show(each)]));
  return Array.isArray(value) ? value.map(show) : typeof value === 'bigint' ? Number(value) : value;
}

/** Pods by chance. */
function anyPod(next: (below: number) => number): ValueMap {
  const some = <Item>(items: readonly Item[]) => items.filter(() => next(2) === 0);
  const shuffled = <Item>(items: readonly Item[]) => items.toSorted(() => next(3) - 1);
  const entries = () => Object.fromEntries(some(['a', 'b', 'c/d']).map((key) => [key, String(next(2))]));
  const containers = shuffled(some(['web', 'log', 'proxy'])).map((name) => ({
    name,
    ...(next(2) === 0 ? { image: `i${next(2)}` } : {}),
    ...(next(2) === 0 ? { args: some(['x', 'y']) } : {}),
    ...(next(2) === 0
      ? { ports: shuffled(some([80, 443])).map((containerPort) => ({ containerPort, protocol: 'TCP' })) }
      : {}),
  }));
  const pod = {
    metadata: {
      name: 'p',
      ...(next(2) === 0 ? { labels: entries() } : {}),
      finalizers: shuffled(some(['f/1', 'f/2'])),
    },
    spec: { containers, ...(next(2) === 0 ? { nodeSelector: entries() } : {}), tolerations: some([{ key: 'k' }]) },
  };
  return object(JSON.stringify(pod));
}

/** An object without the names of its type, which a merge adds. */
function bare(given: ValueMap): ValueMap {
  return new Map([...given].filter(([key]) => key !== 'apiVersion' && key !== 'kind'));
}

test('playing what was deduced on one Pod yields the other, by both forms', () => {
  const next = chance(3);
  const forms = { configuration: 0, 'json-patch': 0 };
  for (let count = 0; count < 500; count++) {
    const [before, other] = [anyPod(next), anyPod(next)];
    // Half of them differ by what a merge can do.
    const merged = applyEffect({ kind: 'configuration', configuration: other }, kind, before);
    const after = next(2) === 0 && merged.kind === 'changed' ? bare(merged.object) : other;
    const deduced = deduceEffect(kind, before, after);
    if (deduced === undefined) {
      expect(equals(before, after)).toBe(true);
      continue;
    }
    const played = applyEffect(deduced.effect, kind, before);
    expect(played.kind === 'changed' && equals(bare(played.object), after), deduced.text).toBe(true);
    expect(parseJson(deduced.text).kind).toBe('value');
    forms[deduced.effect.kind]++;
  }
  expect(Math.min(...Object.values(forms))).toBeGreaterThan(20);
});

test('a large list is replaced as a whole', () => {
  const long = (first: bigint) => new Map([['a', Array.from({ length: 1000 }, (_, index) => first + BigInt(index))]]);
  expect(jsonDifference(long(0n), long(1n)).map((operation) => operation.get('op'))).toEqual(['replace']);
  const half = (first: bigint) => Array.from({ length: 500 }, (_, index) => first + BigInt(index));
  expect(jsonDifference(half(0n), half(1n)).map((operation) => operation.get('op'))).toEqual(['remove', 'add']);
  expect(jsonDifference(half(0n), [...half(1n), 0n]).map((operation) => operation.get('op'))).toEqual(['replace']);
});

test('what a server or kubectl writes is left out', () => {
  const given = `{"metadata": {"name": "a", "uid": "1", "resourceVersion": "2", "generation": 1, "managedFields": [],
    "creationTimestamp": "x", "deletionTimestamp": "y", "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}"}},
    "spec": {"a": 1}, "status": {"b": 2}}`;
  expect(equals(wantedOf(object(given)), object('{"metadata": {"name": "a"}, "spec": {"a": 1}}'))).toBe(true);
  const annotated = given.replace('{}"', '{}", "b": "c"');
  expect(
    equals(
      wantedOf(object(annotated)),
      object('{"metadata": {"name": "a", "annotations": {"b": "c"}}, "spec": {"a": 1}}'),
    ),
  ).toBe(true);
  expect(wantedOf(new Map()).size).toBe(0);
  for (const as of ['{"metadata":{"name":"a"}}', '{"metadata":{"name":"a","annotations":{}}}']) {
    expect(wantedOf(object(as))).toEqual(object(as));
  }
});
