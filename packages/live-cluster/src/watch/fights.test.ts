import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { deducedType, isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import '@managed-fields/player/whole';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionDifference } from './difference.ts';
import {
  type Contested,
  type Fight,
  fewestTurns,
  fightsIn,
  mostContested,
  noneContested,
  withVersion,
} from './fights.ts';
import { kindsOf } from './session.ts';
import { deployment, oneDeployment, type Write } from './written-versions.ts';

const catalog = await loadKubernetesTypes();

/** The fights in a row of writes, a second after each other. */
function fightsOf(writes: readonly Write[]): readonly Fight[] {
  return fightsIn(contestedBy(writes));
}

function contestedBy(writes: readonly Write[]): Contested {
  const server = oneDeployment(catalog);
  let before: ValueMap | undefined;
  let contested = noneContested;
  for (const [index, write] of writes.entries()) {
    const after = server.write(write);
    if (before !== undefined) {
      const kind = kindsOf(catalog)(after, before);
      contested = withVersion(contested, versionDifference(before, after, kind), index * 1000);
    }
    before = after;
  }
  return contested;
}

const replicas = (manager: string, count: number, more: Partial<Write> = {}): Write => ({
  manager,
  body: { spec: { replicas: count } },
  ...more,
});
const create: Write = { manager: 'alice', body: deployment };
const annotate = (manager: string, name: string, value: string | null): Write => ({
  manager,
  body: { metadata: { annotations: { [name]: value } } },
});

describe('a fight', () => {
  test('of two managers that set a field to and fro, with values, rate and times', () => {
    const fights = fightsOf([
      create,
      replicas('hpa', 5),
      replicas('argocd', 3),
      replicas('hpa', 5),
      replicas('argocd', 3),
    ]);
    expect(fights).toHaveLength(1);
    const [fight] = fights;
    expect(fight).toMatchObject({ path: '.spec.replicas', turns: 3, since: 2000, last: 4000, perMinute: 60 });
    expect(fight?.sides.map(({ owner, values }) => [owner.manager, values])).toEqual([
      ['hpa', ['5']],
      ['argocd', ['3']],
    ]);
  });

  test('where one of both always comes back to its value', () => {
    const writes = [5, 6, 7].flatMap((count) => [replicas('hpa', count), replicas('argocd', 3, { apply: true })]);
    expect(fightsOf([create, ...writes]).map(({ path, turns }) => [path, turns])).toEqual([['.spec.replicas', 5]]);
  });

  test('of two appliers that take a field by force, whatever they write', () => {
    const writes = [1, 2, 3, 4, 5].map((count) => replicas(count % 2 ? 'argocd' : 'flux', count, { apply: true }));
    expect(fightsOf([create, ...writes]).map(({ turns }) => turns)).toContain(4);
  });

  test('about a field that one sets and the other removes', () => {
    // An update that only removes leaves no trace of who sent it; this one writes something else too.
    const removal = (count: number): Write => ({
      manager: 'bob',
      body: { metadata: { annotations: { a: null, [`seen-${count}`]: 'x' } } },
    });
    const writes = [1, 2, 3].flatMap((count) => [annotate('alice', 'a', 'x'), removal(count)]);
    const fights = fightsOf([create, ...writes]);
    expect(fights.map(({ path }) => path)).toContain('.metadata.annotations.a');
    expect(fights.find(({ path }) => path.endsWith('.a'))?.sides.map(({ values }) => values)).toEqual([['x'], [null]]);
  });

  test('goes on where a third manager writes now and then', () => {
    const writes = [replicas('hpa', 5), replicas('argocd', 3)];
    const fights = fightsOf([create, ...writes, ...writes, replicas('kubectl', 9), ...writes, ...writes]);
    expect(fights.filter(({ sides }) => sides.every(({ owner }) => owner.manager !== 'kubectl'))).toHaveLength(1);
  });

  test('is told by the times of entries where both own the field all along', () => {
    const type = deducedType;
    const version = (value: string, times: readonly [string, string]) => {
      const entries = ['alice', 'bob'].map((manager, index) => ({
        manager,
        operation: 'Update',
        apiVersion: 'v1',
        time: times[index],
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:mode': {} } },
      }));
      return fromPlain({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { managedFields: entries },
        data: { mode: value },
      });
    };
    const versions = [1, 2, 3, 4].map((turn) =>
      version(turn % 2 ? 'on' : 'off', [
        `2026-01-01T00:00:0${turn - (turn % 2 ? 0 : 1)}Z`,
        `2026-01-01T00:00:0${turn - (turn % 2)}Z`,
      ]),
    );
    let contested = noneContested;
    for (const [index, after] of versions.entries()) {
      const before = versions[index - 1];
      if (before !== undefined) contested = withVersion(contested, versionDifference(before, after, { type }), index);
    }
    expect(fightsIn(contested).map(({ path, turns }) => [path, turns])).toEqual([['.data.mode', 3]]);
  });
});

describe('no fight', () => {
  test.each<[string, readonly Write[]]>([
    ['a heartbeat of one manager', [1, 2, 1, 2, 1, 2].map((beat) => annotate('controller', 'beat', String(beat)))],
    ['an autoscaler with nobody else', [5, 3, 5, 3, 5].map((count) => replicas('hpa', count))],
    [
      'a field that is handed over once',
      [replicas('alice', 4), replicas('hpa', 5), replicas('hpa', 6), replicas('hpa', 5)],
    ],
    ['a field that goes over and back', [replicas('hpa', 5), replicas('alice', 3)]],
    ['two managers that count up', [1, 2, 3, 4, 5, 6].map((count) => replicas(count % 2 ? 'a' : 'b', count + 10))],
    [
      'one manager that applies and updates',
      [5, 3, 5, 3, 5, 3].map((count, index) => replicas('alice', count, index % 2 ? { apply: true } : {})),
    ],
    [
      'two managers of two fields',
      [1, 2, 1, 2, 1, 2].map((value) => annotate(`m${value}`, `a${value}`, String(value))),
    ],
  ])('%s', (_, writes) => {
    expect(fightsOf([create, ...writes])).toEqual([]);
  });
});

describe('laws', () => {
  const manager = fc.constantFrom('a', 'b', 'c');
  const write = fc.record({ manager, count: fc.integer({ min: 1, max: 4 }), apply: fc.boolean() });

  test('one manager never fights', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
        expect(fightsOf([create, ...writes.map(({ count, apply }) => replicas('alice', count, { apply }))])).toEqual(
          [],
        );
      }),
      { numRuns: 20 },
    );
  });

  test('a fight is found whatever is written to other fields between its turns', () => {
    const noise = fc.array(
      fc.record({
        manager: fc.constantFrom('x', 'y', 'hpa', 'argocd'),
        name: fc.constantFrom('n1', 'n2', 'n3'),
        value: fc.string({ maxLength: 3 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(noise, { minLength: fewestTurns + 1, maxLength: 8 }), (between) => {
        const writes = between.flatMap((noises, index) => [
          replicas(index % 2 ? 'argocd' : 'hpa', index % 2 ? 3 : 5),
          ...noises.map(({ manager, name, value }) => annotate(manager, name, value)),
        ]);
        const fight = fightsOf([{ ...create, manager: 'hpa' }, ...writes]).find(
          ({ path }) => path === '.spec.replicas',
        );
        expect(fight?.turns).toBe(between.length - 1);
      }),
      { numRuns: 12 },
    );
  });

  test('who is said to fight has written, and turns are no more than versions', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 14 }), (writes) => {
        const played = writes.map(({ manager, count, apply }) => replicas(manager, count, { apply }));
        for (const { sides, turns, since, last } of fightsOf([create, ...played])) {
          const [one, other] = sides.map(({ owner }) => owner.manager);
          expect(one).not.toBe(other);
          expect(['alice', 'a', 'b', 'c']).toEqual(expect.arrayContaining([one, other]));
          expect(turns).toBeLessThanOrEqual(writes.length);
          expect(since).toBeLessThanOrEqual(last);
        }
      }),
      { numRuns: 20 },
    );
  });
});

test('no more fields are kept than is said, those that changed last', () => {
  const version = (turn: number, count: number) => {
    const owner = `m${turn % 2}`;
    const names = Array.from({ length: count }, (_, index) => `k${index}`);
    const entry = {
      manager: owner,
      operation: 'Update',
      apiVersion: 'v1',
      time: `2026-01-01T00:00:0${turn}Z`,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': Object.fromEntries(names.map((name) => [`f:${name}`, {}])) },
    };
    const data = Object.fromEntries(names.map((name) => [name, `${turn % 2}`]));
    return fromPlain({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { managedFields: [entry] }, data });
  };
  let contested = noneContested;
  for (let turn = 1; turn < 6; turn++) {
    const difference = versionDifference(version(turn - 1, 900), version(turn, 900), { type: deducedType });
    contested = withVersion(contested, difference, turn);
  }
  expect(contested.size).toBe(mostContested);
  expect(fightsIn(contested)).toHaveLength(mostContested);
});

function fromPlain(plain: object): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no map');
  return value;
}
