import { describe, expect, test } from 'vitest';
import { configMap, deployment, objectWith, readOf } from '../findings/cases.ts';
import type { Finding } from '../findings/finding.ts';
import type { JsonObject } from '../json.ts';
import type { ObjectText } from '../read/reader.ts';
import { countObject } from '../row.ts';
import { commandsFor } from './commands.ts';
import { type Repair, repairOf, repairScript } from './repair.ts';
import { tryScenario } from './try-scenario.ts';

const leaf = {};
const data = (...names: readonly string[]): JsonObject => ({
  'f:data': Object.fromEntries(names.map((name) => [`f:${name}`, leaf])),
});
const found = (rule: Finding['rule'], entries: readonly number[], rest: Partial<Finding> = {}): Finding => ({
  rule,
  fields: [],
  fieldCount: 0,
  entries,
  facts: {},
  ...rest,
});
const identity = { uid: 'u-1', resourceVersion: '42' };

function repaired(object: JsonObject, finding: Finding, text?: ObjectText): Repair | undefined {
  const read = readOf(object);
  return repairOf(finding, countObject(read, 0).row, text ?? read.text);
}

describe('entries are taken away', () => {
  const object = objectWith(
    configMap({ a: '1' }, identity),
    { manager: 'flux', fields: data('a') },
    { manager: 'kubectl-edit', operation: 'Update', fields: data('b') },
    { manager: 'kubectl', operation: 'Update', subresource: 'scale', fields: data('c') },
  );

  test('from the last to the first, if object and entries are the same', () => {
    const repair = repaired(object, found('manual-change', [1, 2]));
    expect(JSON.parse(repair?.patch ?? '')).toEqual([
      { op: 'test', path: '/metadata/uid', value: 'u-1' },
      { op: 'test', path: '/metadata/resourceVersion', value: '42' },
      { op: 'test', path: '/metadata/managedFields/2/manager', value: 'kubectl' },
      { op: 'test', path: '/metadata/managedFields/2/operation', value: 'Update' },
      { op: 'test', path: '/metadata/managedFields/2/subresource', value: 'scale' },
      { op: 'remove', path: '/metadata/managedFields/2' },
      { op: 'test', path: '/metadata/managedFields/1/manager', value: 'kubectl-edit' },
      { op: 'test', path: '/metadata/managedFields/1/operation', value: 'Update' },
      { op: 'remove', path: '/metadata/managedFields/1' },
    ]);
    expect(repair?.command).toBe(`kubectl patch configmap/app -n shop --type=json -p '${repair?.patch}'`);
  });

  test('and never more than there are', () => {
    expect(repaired(object, found('manual-change', [7]))).toBeUndefined();
    expect(repaired(configMap({}), found('manual-change', [0]))).toBeUndefined();
  });
});

test('finalizers stay when they leave the entry', () => {
  const finalizers: JsonObject = { 'f:finalizers': { '.': {}, 'v:"x"': leaf } };
  const patchOf = (metadata: JsonObject) => {
    const entry = { manager: 'flux', fields: { 'f:metadata': metadata, ...data('a') } };
    const repair = repaired(
      objectWith(configMap({ a: '1' }, { finalizers: ['x'] }), entry),
      found('finalizers-applied', [0]),
    );
    return JSON.parse(repair?.patch ?? '[]').at(-1);
  };
  expect(patchOf(finalizers)).toEqual({ op: 'remove', path: '/metadata/managedFields/0/fieldsV1/f:metadata' });
  expect(patchOf({ ...finalizers, 'f:labels': { 'f:a': leaf } })).toEqual({
    op: 'remove',
    path: '/metadata/managedFields/0/fieldsV1/f:metadata/f:finalizers',
  });
});

test('an applier gives up what was found, and keeps the rest exactly', () => {
  const item = { '.': {}, 'f:name': leaf, 'f:size': leaf };
  const fields: JsonObject = { 'f:spec': { 'f:replicas': leaf, 'f:big': leaf, 'f:items': { 'k:{"name":"a"}': item } } };
  const object = objectWith(deployment({ replicas: 3, big: 1, items: [{ name: 'a', size: 1 }, { name: 'b' }] }), {
    manager: 'my tool',
    fields,
  });
  const exact = JSON.stringify(object).replace('"big":1', '"big":9007199254740993').replace('"size":1', '"size":1.0');
  const finding = found('shared-atomic-field', [0], { fields: ['.spec.replicas'], fieldCount: 1 });
  const repair = repaired(object, finding, { form: 'json', text: exact, named: undefined });
  expect(repair?.patch).toBe(
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop"},"spec":{"big":9007199254740993,"items":[{"name":"a","size":1}]}}',
  );
  expect(repair?.command).toMatch(/^kubectl apply --server-side --field-manager='my tool' -f - <<'EOF'\n/);
  expect(repair?.scenario.steps.map(({ kind }) => kind)).toEqual(['live', 'apply']);
});

test('replicas have another owner before the applier gives them up', () => {
  const object = objectWith(deployment({ replicas: 3 }), {
    manager: 'flux',
    fields: { 'f:spec': { 'f:replicas': leaf } },
  });
  const finding = found('replicas-under-autoscaler', [0], { fields: ['.spec.replicas'], fieldCount: 1 });
  const repair = repaired(object, finding);
  expect(repair?.scenario.steps.map((step) => ('manager' in step ? step.manager : ''))).toEqual([
    '',
    'handover-to-autoscaler',
    'flux',
  ]);
  expect(repair?.scenario.steps[1]?.text).toContain('replicas: 3');
  expect(repair?.scenario.steps[2]?.text).not.toContain('replicas');
});

test('what nobody can mend from here has no repair', () => {
  const object = objectWith(configMap({ a: '1' }), { manager: 'm', operation: 'Update', fields: data('a') });
  expect(repaired(object, found('duplicate-keys', [0]))).toBeUndefined();
  // Client-side apply needs its annotation.
  expect(repaired(object, found('last-applied-differs', [0]))).toBeUndefined();
  const cut: ObjectText = { form: 'json', text: '{', named: undefined };
  expect(repaired(object, found('manager-not-seen', [0]), cut)).toBeUndefined();
});

test('names from outside neither end a comment nor leave their quotes', () => {
  const named = objectWith(
    { ...configMap({ a: '1' }), metadata: { name: "a'; rm -rf /\nrm -rf ~", namespace: '$(id)' } },
    { manager: "x' y", operation: 'Update', fields: data('a') },
  );
  const repair = repaired(named, found('manager-not-seen', [0]));
  const script = repairScript(repair === undefined ? [] : [repair], ['two\nlines']);
  const lines = script.split('\n');
  expect(lines.slice(0, 3)).toEqual(['#!/bin/sh', '# twoU+000Alines', 'set -eu']);
  expect(lines.filter((line) => line.startsWith('rm'))).toEqual([
    'rm -rf ~\' -n \'$(id)\' --type=json -p \'[{"op":"test","path":"/metadata/managedFields/0/manager","value":"x\'\\\'\' y"},{"op":"test","path":"/metadata/managedFields/0/operation","value":"Update"},{"op":"remove","path":"/metadata/managedFields/0"}]\'',
  ]);
  const { row } = countObject(readOf(named), 0);
  for (const line of commandsFor(found('manager-not-seen', [0]), row)) expect(line).not.toMatch(/^[^']*\$\(id\)/);
});

test('a scenario to try it in has the live object first', () => {
  const object = objectWith(configMap({ a: '1' }), { manager: 'm', operation: 'Update', fields: data('a') });
  const read = readOf(object);
  const scenario = tryScenario(found('rewritten-field', [0]), countObject(read, 0).row, read.text);
  expect(scenario?.steps.map(({ kind }) => kind)).toEqual(['live']);
});

describe('of what admission does', () => {
  const object = objectWith(
    configMap({ a: '1', b: '2', c: '3' }),
    { manager: 'alice', fields: data('a', 'b') },
    { manager: 'bob', fields: data('a') },
  );

  test('all who apply a field that is written anyhow apply once without it', () => {
    const finding = found('changed-by-admission', [0, 1], { fields: ['.data.a', '.data.b'], fieldCount: 2 });
    const repair = repaired(object, { ...finding, filled: ['.data.a'] });
    const [, first, second] = repair?.scenario.steps ?? [];
    expect(first).toMatchObject({ kind: 'apply', manager: 'alice', text: expect.stringContaining('b: "2"') });
    expect(first?.text).not.toContain('a: "1"');
    expect(second).toMatchObject({ kind: 'apply', manager: 'bob' });
    expect(repair?.command.match(/--field-manager=\w+/g)).toEqual(['--field-manager=alice', '--field-manager=bob']);
    expect(repaired(object, finding)).toBeUndefined();
  });

  test('it is not enough where somebody else than an applier owns the field', () => {
    const other = objectWith(
      configMap({ a: '1' }),
      { manager: 'alice', fields: data('a') },
      { manager: 'kubectl-client-side-apply', operation: 'Update', fields: data('a') },
    );
    const finding = found('changed-by-admission', [0, 1], { fields: ['.data.a'], fieldCount: 1 });
    expect(repaired(other, { ...finding, filled: ['.data.a'] })).toBeUndefined();
  });

  test('the first applier applies what nobody owns as it is', () => {
    const finding = found('written-by-admission', [], { fields: ['.data.c'], fieldCount: 1 });
    const [, step] = repaired(object, finding)?.scenario.steps ?? [];
    expect(step).toMatchObject({ kind: 'apply', manager: 'alice' });
    for (const line of ['a: "1"', 'b: "2"', 'c: "3"']) expect(step?.text).toContain(line);
    expect(repaired(object, { ...finding, fieldCount: 21 })).toBeUndefined();
    expect(repaired(configMap({ c: '3' }), finding)).toBeUndefined();
  });

  test('the scenario has what admission goes by before the object', () => {
    const read = readOf(object);
    const finding = found('written-by-admission', [], { fields: ['.data.c'], fieldCount: 1 });
    const around = [{ kind: 'live', text: 'kind: Namespace' }] as const;
    const repair = repairOf(finding, countObject(read, 0).row, read.text, around);
    expect(repair?.scenario.server).toBe('installed');
    expect(repair?.scenario.steps.map(({ kind }) => kind)).toEqual(['live', 'live', 'apply']);
  });
});
