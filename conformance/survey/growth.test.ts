import {
  countObject,
  type JsonObject,
  judgeObject,
  judgeSurvey,
  type ReadObject,
  repairOf,
  sourceReader,
} from '@managed-fields/survey';
import { describe, expect, test } from 'vitest';
import { countWork } from '../growth/count-work.ts';

// Four times as much may cost a little more than four times the work; sixteen times is a square.
const most = 4.5;

const names = (size: number) => Array.from({ length: size }, (_, at) => `n${at}`);
const mapOf = <T>(all: readonly string[], member: (name: string) => T): Record<string, T> =>
  Object.fromEntries(all.map((name) => [name, member(name)]));
const fieldsOf = (all: readonly string[]): JsonObject => ({
  'f:data': mapOf(
    all.map((name) => `f:${name}`),
    () => ({}),
  ),
});
const entry = (manager: string, operation: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation,
  apiVersion: 'v1',
  fieldsV1,
  ...more,
});
const object = (
  managedFields: readonly JsonObject[],
  metadata: JsonObject = {},
  rest: JsonObject = {},
): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', ...metadata, managedFields },
  ...rest,
});
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Surveys that grow in one respect, by their size. */
const surveys: Readonly<Record<string, (size: number) => readonly JsonObject[]>> = {
  'fields of two owners': (size) => {
    const data = mapOf(names(size), () => '1');
    const fields = fieldsOf(names(size));
    return [object([entry('a', 'Apply', fields), entry('kubectl-client-side-apply', 'Update', fields)], {}, { data })];
  },
  'entries of one field': (size) => [
    object(
      names(size).map((name, at) => entry(name, at % 2 === 0 ? 'Apply' : 'Update', fieldsOf(['a']))),
      {},
      { data: { a: '1' } },
    ),
  ],
  'changes by hand': (size) => [
    object([
      entry('flux', 'Apply', fieldsOf(['a'])),
      ...names(size).map((name) => entry('kubectl-edit', 'Update', fieldsOf([name]))),
    ]),
  ],
  'entries of other versions': (size) => [
    object(names(size).map((name) => entry(name, 'Update', fieldsOf([name]), { apiVersion: `v${name}` }))),
  ],
  'differences from last-applied': (size) => {
    const data = mapOf(names(size), () => '1');
    const declared = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'app' },
      data: mapOf(names(size), () => '2'),
    };
    const annotations = { [lastApplied]: JSON.stringify(declared) };
    return [object([entry('kubectl-edit', 'Update', fieldsOf(names(size)))], { annotations }, { data })];
  },
  'lists with the same keys': (size) => {
    const lists = mapOf(names(size), () => [{ name: 'a' }, { name: 'a' }]);
    const fields = mapOf(
      names(size).map((name) => `f:${name}`),
      () => ({ 'k:{"name":"a"}': { '.': {} } }),
    );
    return [object([entry('a', 'Update', { 'f:lists': fields })], {}, { lists })];
  },
  'objects with managers of their own': (size) =>
    names(size).map((name, at) => {
      const time = `20${String(10 + (at % 80))}-01-01T00:00:00Z`;
      return object(
        [entry(name, 'Apply', fieldsOf(['a']), { time }), entry(`${name}!`, 'Update', fieldsOf(['a']), { time })],
        {
          uid: name,
        },
      );
    }),
  'replicas and autoscalers': (size) =>
    names(size).flatMap((name) => [
      {
        ...object([entry('flux', 'Apply', { 'f:spec': { 'f:replicas': {} } })], { name }, { spec: { replicas: 1 } }),
        apiVersion: 'apps/v1',
        kind: 'Deployment',
      },
      {
        ...object([], { name }, { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } } }),
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
      },
    ]),
};

function readOf(value: JsonObject): ReadObject {
  const reader = sourceReader('');
  const [part] = [...reader.push(new TextEncoder().encode(JSON.stringify(value))), ...reader.end()];
  if (part?.kind !== 'object') throw new Error('not read');
  return part;
}

/** How much it takes to count and judge the objects of a survey. */
function workOf(values: readonly JsonObject[]): number {
  const reads = values.map(readOf);
  return countWork(() => {
    const counted = reads.map((read, index) => countObject(read, index));
    const judged = counted.map((each, index) => judgeObject(reads[index] as ReadObject, each, {}));
    const rows = counted.map(({ row }) => row);
    judgeSurvey(
      rows,
      judged.flatMap(({ facts }) => facts),
      {},
    );
  });
}

describe('judging takes no more than in proportion to', () => {
  test.for(Object.entries(surveys))('%s', ([, surveyOf]) => {
    expect(workOf(surveyOf(4000)) / workOf(surveyOf(1000))).toBeLessThan(most);
  });
});

test('a repair takes no more than in proportion to the items of a list', () => {
  const work = (size: number) => {
    const items = names(size).map((name) => ({ name, value: '1' }));
    const keys = mapOf(
      names(size).map((name) => `k:{"name":"${name}"}`),
      () => ({ '.': {}, 'f:name': {}, 'f:value': {} }),
    );
    const read = readOf(
      object([entry('flux', 'Apply', { 'f:hosts': keys, 'f:big': {} })], {}, { hosts: items, big: 1 }),
    );
    const { row } = countObject(read, 0);
    const finding = { rule: 'zero-values-owned', fields: ['.big'], fieldCount: 1, entries: [0], facts: {} } as const;
    return countWork(() => expect(repairOf(finding, row, read.text)).toBeDefined());
  };
  expect(work(2000) / work(500)).toBeLessThan(most);
});
