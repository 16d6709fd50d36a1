import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { applyJsonPatch, type Value } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player/whole';
import type { Step } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { countWork } from './count-work.ts';

// Each patch grows together with the object that it changes: what copied one of them for each operation of the other would
// cost sixteen times as much where both are four times as large.

const catalog = await loadKubernetesTypes();

/** Four times as much may cost a little more than four times the work, as sorting does; sixteen times is a square. */
const most = 4.6;

type Operation = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const finalizers = '/metadata/finalizers';
const each = (count: number, write: (number: number) => Operation): readonly Operation[] =>
  Array.from({ length: count }, (_, number) => write(number));
/** A place that is spread over a list. */
const spread = (number: number, count: number) => (number * 7919) % count;
const deepPath = '/spec/a/b/c/d/e/f/g/h';

/** Operations by what they do, so many as the object has keys and items. */
const patches: Readonly<Record<string, (count: number) => readonly Operation[]>> = {
  'adds keys': (count) => each(count, (n) => ({ op: 'add', path: `/data/new${n}`, value: 'v' })),
  'adds over keys': (count) => each(count, (n) => ({ op: 'add', path: `/data/k${n}`, value: 'w' })),
  'adds at the end of a list': (count) => each(count, (n) => ({ op: 'add', path: `${finalizers}/-`, value: `b/${n}` })),
  'adds at the front of a list': (count) =>
    each(count, (n) => ({ op: 'add', path: `${finalizers}/0`, value: `b/${n}` })),
  'adds within a list': (count) =>
    each(count, (n) => ({ op: 'add', path: `${finalizers}/${spread(n, count)}`, value: `b/${n}` })),
  'removes keys': (count) => each(count, (n) => ({ op: 'remove', path: `/data/k${n}` })),
  'removes the first items': (count) => each(count, () => ({ op: 'remove', path: `${finalizers}/0` })),
  'removes the last items': (count) => each(count, () => ({ op: 'remove', path: `${finalizers}/-1` })),
  'replaces one key': (count) => each(count, (n) => ({ op: 'replace', path: '/data/k0', value: `${n}` })),
  'replaces items': (count) =>
    each(count, (n) => ({ op: 'replace', path: `${finalizers}/${spread(n, count)}`, value: `b/${n}` })),
  'moves keys': (count) => each(count, (n) => ({ op: 'move', from: `/data/k${n}`, path: `/data/moved${n}` })),
  'moves items to the front': (count) =>
    each(count, () => ({ op: 'move', from: `${finalizers}/-1`, path: `${finalizers}/0` })),
  'copies keys': (count) => each(count, (n) => ({ op: 'copy', from: `/data/k${n}`, path: `/data/copy${n}` })),
  'copies an item': (count) => each(count, () => ({ op: 'copy', from: `${finalizers}/0`, path: `${finalizers}/-` })),
  'tests keys': (count) => each(count, (n) => ({ op: 'test', path: `/data/k${n}`, value: 'v' })),
  'tests items': (count) =>
    each(count, (n) => ({ op: 'test', path: `${finalizers}/${spread(n, count)}`, value: `a/${spread(n, count)}` })),
  'works far below': (count) => each(count, (n) => ({ op: 'add', path: `${deepPath}/k${n}`, value: { x: 'v' } })),
  'works far below in turns': (count) =>
    each(count, (n) => ({ op: n % 2 === 0 ? 'add' : 'remove', path: `${deepPath}/k`, value: 'v' })),
};

/** An object with so many keys and items. */
function objectOf(count: number) {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', finalizers: Array.from({ length: count }, (_, n) => `a/${n}`) },
    data: Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v'])),
    spec: { a: { b: { c: { d: { e: { f: { g: { h: {} } } } } } } } },
  };
}

/** Plain data as the engine's values. */
function toValue(plain: unknown): Value {
  if (Array.isArray(plain)) return plain.map(toValue);
  if (typeof plain !== 'object' || plain === null) return String(plain);
  return new Map(Object.entries(plain).map(([key, value]) => [key, toValue(value)]));
}

function growthOf(workOf: (size: number) => () => unknown, size: number): number {
  workOf(3)();
  const [small = 1, large = 0] = [workOf(size), workOf(4 * size)].map(countWork);
  return large / small;
}

describe('a JSON patch that', () => {
  test.each(Object.entries(patches))('%s', (_, operationsOf) => {
    const workOf = (count: number) => {
      const document = toValue(objectOf(count));
      const operations = operationsOf(count).map(toValue);
      return () => expect(applyJsonPatch(document, operations).kind).toBe('patched');
    };
    expect(growthOf(workOf, 500)).toBeLessThan(most);
  });
});

describe('a step with a JSON patch that', () => {
  test.each(Object.entries(patches))('%s', (_, operationsOf) => {
    const workOf = (count: number) => {
      const live: Step = { id: 'live', kind: 'live', text: JSON.stringify(objectOf(count)) };
      const text = JSON.stringify(operationsOf(count));
      const steps: readonly Step[] = [live, { id: 'patch', kind: 'json-patch', manager: 'm', text }];
      return () => {
        const { outcomes } = run({ title: '', steps }, { catalog, selected: 'patch' });
        expect(['changed', 'unchanged']).toContain(outcomes.at(-1)?.status);
      };
    };
    expect(growthOf(workOf, 200)).toBeLessThan(most);
  });
});
