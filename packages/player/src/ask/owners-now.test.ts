import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { crd } from '../sample-texts.ts';
import { answerQuestion } from './question.ts';

const catalog = await loadKubernetesTypes();

const autoscaler = (apiVersion: string, fields: string, spec: string) => `apiVersion: ${apiVersion}
kind: HorizontalPodAutoscaler
metadata:
  name: web
  managedFields:
  - {manager: ops, operation: Apply, apiVersion: autoscaling/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": ${fields}}}
spec: ${spec}
`;
const target = 'scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}';
const cpu = (percent: number) =>
  `{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: ${percent}}}}`;
const metrics = `metrics: [${cpu(50)}]`;

/** The owners of each field of spec as they are drawn, and those that stand in the way of another value. */
function ownersOf(steps: readonly NewStep[], paths: readonly string[]) {
  const scenario = newScenario('', steps);
  const stepId = `s${steps.length}`;
  const drawn = run(scenario, { catalog, selected: stepId }).view?.result;
  return paths.map((path) => {
    const field = drawn?.fields.find((each) => each.path === path);
    const owners = field?.owners.map((index) => drawn?.managers[index]?.manager).join();
    const value = path === '.spec.metrics' ? `[${cpu(60)}]` : undefined;
    const asked = answerQuestion(scenario, { kind: 'what-if', stepId, path, ...(value && { value }) }, { catalog });
    const other = asked?.cases.find(({ what }) => what === 'applies-other');
    const events = answerQuestion(scenario, { kind: 'history', stepId, path }, { catalog });
    const told = events
      .at(-1)
      ?.owners.map(({ manager }) => manager)
      .join();
    return `${path}: ${field?.state} ${owners}; ${other?.code} ${other?.against.map(({ manager }) => manager)}; ${told}`;
  });
}

test('what an entry owns at another version, it owns of the object at its own', () => {
  const fields = '{"f:scaleTargetRef": {}, "f:maxReplicas": {}, "f:targetCPUUtilizationPercentage": {}}';
  const text = autoscaler('autoscaling/v2', fields, `{${target}, maxReplicas: 5, minReplicas: 1, ${metrics}}`);
  const paths = ['.spec.scaleTargetRef.name', '.spec.maxReplicas', '.spec.minReplicas', '.spec.metrics'];
  expect(ownersOf([{ kind: 'live', text }], paths)).toEqual([
    '.spec.scaleTargetRef.name: owned ops; 409 ops; ops',
    '.spec.maxReplicas: owned ops; 409 ops; ops',
    '.spec.minReplicas: unowned ; 200 ; ',
    '.spec.metrics: owned ops; 409 ops; ops',
  ]);
  const drawn = run(newScenario('', [{ kind: 'live', text }]), { catalog, selected: 's1' }).view?.result;
  expect(drawn?.fields.filter(({ state }) => state === 'absent')).toEqual([]);
});

test('an entry at a version that a built-in kind does not have any more owns nothing', () => {
  const text = autoscaler('autoscaling/v2', '{"f:maxReplicas": {}}', `{${target}, maxReplicas: 5}`).replace(
    'apiVersion: autoscaling/v1',
    'apiVersion: autoscaling/v2beta1',
  );
  expect(ownersOf([{ kind: 'live', text }], ['.spec.maxReplicas'])).toEqual(['.spec.maxReplicas: unowned ; 200 ; ']);
  const drawn = run(newScenario('', [{ kind: 'live', text }]), { catalog, selected: 's1' }).view?.result;
  expect(drawn?.fields.find(({ path }) => path === '.spec.maxReplicas')?.why).toBe('unserved');
});

test('of two entries that the server cannot tell apart, the later one counts alone', () => {
  // What a write through /scale leaves behind; recorded of v1.36.3 in random-builtin/fuzz-builtin-01138.
  const text = `apiVersion: v1
kind: ConfigMap
metadata:
  name: x
  managedFields:
  - {manager: m, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}
  - {manager: m, operation: Update, apiVersion: v1, fieldsType: FieldsV1, time: "2026-01-01T00:00:00Z", fieldsV1: {"f:data": {"f:b": {}}}}
data: {a: "1", b: "1"}
`;
  expect(ownersOf([{ kind: 'live', text }], ['.data.a', '.data.b'])).toEqual([
    '.data.a: unowned ; 200 ; ',
    '.data.b: owned m; 409 m; m',
  ]);
  const drawn = run(newScenario('', [{ kind: 'live', text }]), { catalog, selected: 's1' }).view?.result;
  expect(drawn?.fields.find(({ path }) => path === '.data.a')?.why).toBe('replaced');
});

const listOf = (type: string): NewStep => ({
  kind: 'crd',
  text: crd(`            type: object
            properties:
              ports:
                type: array
                ${type}
                items: {type: object, required: [name], properties: {name: {type: string}, port: {type: integer}}}`),
});
const mapList = listOf('x-kubernetes-list-type: map\n                x-kubernetes-list-map-keys: [name]');
const atomic = listOf('x-kubernetes-list-type: atomic');
const applied = (manager: string, name: string): NewStep => ({
  kind: 'apply',
  manager,
  text: `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: {ports: [{name: ${name}, port: 1}]}\n`,
});

test('who owned an item of a list that became atomic owns the whole', () => {
  const steps = [mapList, applied('a', 'http'), applied('b', 'https'), atomic];
  expect(ownersOf(steps, ['.spec.ports', '.spec.ports[0].port'])).toEqual([
    '.spec.ports: shared a,b; 409 a,b; a,b',
    '.spec.ports[0].port: atomic a,b; 409 a,b; a,b',
  ]);
  const drawn = run(newScenario('', steps), { catalog, selected: 's4' }).view?.result;
  expect(drawn?.fields.filter(({ state }) => state === 'absent')).toEqual([]);
});

test('who owned a list as a whole owns no item of it once it is granular', () => {
  const steps = [atomic, applied('a', 'http'), mapList];
  expect(ownersOf(steps, ['.spec.ports', '.spec.ports[name="http"].port'])).toEqual([
    '.spec.ports: owned a; undefined undefined; a',
    '.spec.ports[name="http"].port: unowned ; 200 ; ',
  ]);
});

test('no node of an entry is told to be absent that has another form at another version, or in a list that became atomic', () => {
  const fields = '{"f:targetCPUUtilizationPercentage": {}, "f:nothing": {}}';
  const text = autoscaler('autoscaling/v2', fields, `{${target}, maxReplicas: 5, ${metrics}}`);
  const absentIn = (steps: readonly NewStep[]) =>
    answerQuestion(newScenario('', steps), { kind: 'entries', stepId: `s${steps.length}` }, { catalog })
      ?.entries.flatMap(({ nodes }) => nodes.filter(({ absent }) => absent))
      .map(({ path }) => path);
  expect(absentIn([{ kind: 'live', text }])).toEqual(['.spec.nothing']);
  expect(absentIn([mapList, applied('a', 'http'), atomic])).toEqual([]);
});

test.each([
  '3',
  '{scaleTargetRef: 3, maxReplicas: x, metrics: {a: [1]}}',
  '{__proto__: [1], metrics: [{type: Resource, resource: 1}, null]}',
  '[]',
])('owners at another version of what no server could read are taken at their word: %s', (spec) => {
  const fields = '{"f:maxReplicas": {}, "f:targetCPUUtilizationPercentage": {}, "f:__proto__": {}}';
  const text = autoscaler('autoscaling/v2', fields, spec);
  const steps = newScenario('', [{ kind: 'live', text }]);
  expect(run(steps, { catalog, selected: 's1' }).view?.own?.managers.map(({ manager }) => manager)).toEqual(['ops']);
  expect(answerQuestion(steps, { kind: 'entries', stepId: 's1' }, { catalog })?.entries ?? []).toBeInstanceOf(Array);
});

describe('a conflict that is told at the version of the owner has the values of that version', () => {
  const fieldsOf = (steps: readonly NewStep[]) => {
    const scenario = newScenario('', steps);
    const { view } = run(scenario, { catalog, selected: `s${steps.length}` });
    return view?.conflict?.fields.map(({ path, live, declared, range }) => [path, live, declared, range !== undefined]);
  };
  const applied = (apiVersion: string, spec: string) =>
    `apiVersion: ${apiVersion}\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: ${spec}\n`;

  test.each([
    [
      'autoscaling/v2, owned at v1',
      autoscaler(
        'autoscaling/v2',
        '{"f:targetCPUUtilizationPercentage": {}}',
        `{${target}, maxReplicas: 5, ${metrics}}`,
      ),
      applied('autoscaling/v2', `{metrics: [${cpu(60)}]}`),
      [['.spec.targetCPUUtilizationPercentage', '50', '60', false]],
    ],
    [
      'autoscaling/v1, owned at v2',
      autoscaler(
        'autoscaling/v1',
        '{"f:metrics": {}}',
        `{${target}, maxReplicas: 5, targetCPUUtilizationPercentage: 50}`,
      ).replace('apiVersion: autoscaling/v1, fields', 'apiVersion: autoscaling/v2, fields'),
      applied('autoscaling/v1', '{targetCPUUtilizationPercentage: 60}'),
      [
        [
          '.spec.metrics',
          expect.stringContaining('"averageUtilization":50'),
          expect.stringContaining('"averageUtilization":60'),
          false,
        ],
      ],
    ],
    [
      'autoscaling/v2, a field of both',
      autoscaler('autoscaling/v2', '{"f:maxReplicas": {}}', `{${target}, maxReplicas: 5}`),
      applied('autoscaling/v2', '{maxReplicas: 7}'),
      [['.spec.maxReplicas', '5', '7', true]],
    ],
  ])('%s', (_, live, config, told) => {
    const steps: NewStep[] = [
      { kind: 'live', text: live },
      { kind: 'apply', manager: 'me', text: config },
    ];
    expect(fieldsOf(steps)).toEqual(told);
  });
});
