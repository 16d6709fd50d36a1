import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, listAt, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player/whole';
import { newScenario, readScenario, writeScenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { describe, expect, test } from 'vitest';
import { traceOf } from './trace-of.ts';

const folder = new URL('../../public/examples/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const catalog = await loadKubernetesTypes();

/** Situations that people struggle with: those of issues, then those that the reference documents explain. */
const situations: Readonly<Record<number, string>> = {
  1: 'the autoscaler owns replicas',
  2: 'replicas are dropped before the autoscaler wrote',
  3: 'a field removed after client-side apply stays',
  4: "kubectl's own migration, its four or three requests",
  5: 'a migration under another name deletes what its file lacks',
  6: 'one name and two operations',
  7: 'before-first-apply',
  8: 'client-side apply removes a duplicate, and all of its copies go',
  9: 'duplicates under server-side apply',
  10: 'one containerPort and two hostPorts',
  11: 'one port under two protocols',
  12: 'a port gets another number, and its name is there twice',
  13: 'a key by default, not owned',
  14: 'an atomic list has one set of owners',
  15: 'a definition without list markers',
  16: 'a list or map changes between atomic and granular',
  17: 'a shared field is given up',
  18: 'an updater keeps what the applier drops',
  19: 'what force takes and what it cannot',
  20: 'defaults left over in a union',
  21: 'an empty value conflicts',
  22: 'what is stored is not what was applied',
  23: 'stringData of a Secret',
  24: 'the status subresource',
  25: 'entries of an API version that is gone',
  26: 'managedFields emptied',
  27: 'the size of managedFields and ancient-changes',
  28: 'the order of lists',
  29: 'a diff that does not show what apply deletes',
  30: 'ignoring what a manager owns',
  31: 'one name and two writers',
  32: 'a value restored, its ownership lost',
  33: 'custom resources and versions under client-side apply',
  34: 'names that come from a User-Agent',
  35: 'ownership handed over',
  36: 'an apply without change takes a resourceVersion',
  37: 'a first ConfigMap',
  38: 'the three ways out of a conflict',
  39: 'the hand-over to an autoscaler',
  40: 'ownership from one applier to another',
  41: "Foo's spec.data between granular and atomic",
  42: 'to server-side apply and back',
  43: 'restartedAt and its ways out',
  44: '--overwrite=false, --prune and --force',
  45: 'dry runs',
  46: 'field validation',
  47: 'a container that a webhook injects',
  48: 'labels and taints of nodes',
  49: 'finalizers and owner references of several controllers',
  50: 'entries from before a migration that keep fields',
  51: "Argo CD's migration",
  52: 'an annotation of more than 262144 bytes',
  53: 'an object read at another version',
  54: 'what managedFields cost, and how to shrink them',
  55: 'a release of Helm 3 under Helm 4',
  56: 'what Flux takes from kubectl, and its label',
  57: "Crossplane's migration",
  58: 'caBundle and cert-manager',
  59: 'extract, modify, apply',
  60: 'zero values and empty structs of typed clients',
  61: 'resourceVersion as a lock',
  62: 'what a mutating policy writes, and who owns it',
  63: 'parameters of policies',
  64: 'a policy and an atomic list',
  65: 'what a policy leaves behind',
  66: 'defaults of a LimitRange',
  67: 'a quota',
  68: 'the level of Pod security of a namespace',
  69: 'what a cluster writes into every Pod',
  70: 'a default storage class and the finalizer of a claim',
  71: 'a policy that refuses, or only warns',
  72: 'a policy that fails',
};

const gallery = readGallery();

test('every example stands in exactly one group of the gallery', () => {
  const listed = gallery.flatMap(({ examples }) => examples.map(({ name }) => `${name}.yaml`));
  expect(listed.sort()).toEqual(names.sort());
  const ids = gallery.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the gallery shows every situation', () => {
  const shown = gallery.flatMap(({ examples }) => examples.flatMap((example) => example.situations));
  const all = Object.keys(situations).map(Number);
  expect(all.filter((situation) => !shown.includes(situation)).map((situation) => situations[situation])).toEqual([]);
  expect(shown.filter((situation) => !all.includes(situation))).toEqual([]);
});

/** Reads the examples and groups that the gallery's own file lists. */
function readGallery() {
  const text = readFileSync(new URL('../gallery.yaml', folder), 'utf8');
  const value = readDocuments(text)[0]?.value;
  const entries = (map: Value | undefined, key: string) => (isMap(map) ? (listAt(map, key) ?? []) : []).filter(isMap);
  return entries(value, 'groups').map((group) => ({
    id: stringAt(group, 'id') ?? '',
    examples: entries(group, 'examples').map((example) => ({
      name: stringAt(example, 'name') ?? '',
      situations: (listAt(example, 'situations') ?? []).map(Number),
    })),
  }));
}

/**
 * The messages of steps that are meant to be refused, in the server's words or in kubectl's; their recordings hold
 * them.
 */
const messages: ReadonlyMap<string | undefined, unknown> = new Map([
  ['conflict', expect.stringMatching(/^(error: |UPGRADE FAILED: .*: )?Apply failed with \d+ conflict/)],
  ['error', expect.stringMatching(/\w/)],
]);

/** Notices of what an example may leave to the cluster, or show as its subject. */
const allowedNotices =
  /^(unmodelled-|older-managed-fields$|deduced-schema$|webhook-not-called$|webhooks-called$|other-object$)/;

describe.each(names)('%s', (name) => {
  const read = readScenario(readFileSync(new URL(name, folder), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
  const { scenario, expected } = read;

  test('has a title, a sentence about it, and a sentence a step', () => {
    expect(scenario.title).not.toBe('');
    expect(scenario.about ?? '').toMatch(/^\w.*\.$/);
    for (const step of scenario.steps) expect(step.note ?? '', step.id).toMatch(/^\w.*\.$/);
  });

  test('ends each step as it says', () => {
    const { outcomes } = run(scenario, { catalog });
    const told = outcomes.map(({ stepId, status, message, problems }) => ({
      stepId,
      status,
      message,
      problems: status === 'error' ? [] : problems.filter(({ severity }) => severity === 'error'),
    }));
    expect(told).toEqual(
      scenario.steps.map(({ id }, index) => ({
        stepId: id,
        status: expected[index],
        message: messages.get(expected[index]),
        problems: [],
      })),
    );
  });

  test('shows every step', () => {
    for (const { id } of scenario.steps) {
      const { view } = run(scenario, { catalog, selected: id });
      expect(structuredClone(view)).toEqual(view);
      expect(view?.notices.filter(({ code }) => !allowedNotices.test(code))).toEqual([]);
      for (const field of view?.result?.fields ?? []) expect(field.range === undefined).toBe(field.state === 'absent');
    }
  });

  test('is written as it is read', () => {
    expect(readScenario(writeScenario(scenario, expected))).toEqual(read);
  });
});

test('what is recorded of an example is sent as the users of its steps', () => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  const user = { name: 'jane', groups: ['dev', 'ops'], extra: { 'example.com/team': ['blue'] } };
  const scenario = newScenario('', [{ kind: 'apply', manager: 'm', user, text }]);
  const [step] = listAt(traceOf({ name: 'x', scenario, expected: [] }, catalog), 'steps') ?? [];
  const headers = mapAt(mapAt(isMap(step) ? step : undefined, 'request'), 'headers');
  expect(Object.fromEntries(headers ?? [])).toEqual({
    'Content-Type': 'application/apply-patch+yaml',
    'Impersonate-User': 'jane',
    'Impersonate-Group': 'dev, ops',
    'Impersonate-Extra-example.com%2Fteam': 'blue',
  });
});
