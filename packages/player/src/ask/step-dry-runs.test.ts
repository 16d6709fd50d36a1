import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap } from '../sample-texts.ts';
import { objectDifference } from './object-difference.ts';
import { type StepDryRuns, stepDryRuns } from './step-dry-runs.ts';

const catalog = await loadKubernetesTypes();
const first: NewStep = { kind: 'apply', manager: 'a', text: configMap('  k: v\n') };
const second: NewStep = { kind: 'apply', manager: 'b', text: configMap('  k: w\n') };

function ask(steps: readonly NewStep[], index = steps.length - 1): StepDryRuns | undefined {
  const scenario = newScenario('', [...steps]);
  return stepDryRuns(scenario, scenario.steps[index]?.id ?? '', { catalog });
}

/** Each request: its line, the code, the step that wrote its object. */
function told(asked: StepDryRuns | undefined): readonly string[] {
  if (asked === undefined) return [];
  if (asked.kind === 'nothing') return [asked.why];
  return asked.requests.map((each) => {
    if (each.kind === 'delete') return `DELETE ${each.path}`;
    const { method, path, query } = each.request;
    const line = `${method} ${path}?${query.map((pair) => pair.join('=')).join('&')}`;
    return `${line} ${each.code}${each.needs.object === undefined ? '' : `, needs ${each.needs.object}`}`;
  });
}

const path = '/api/v1/namespaces/default/configmaps/settings';

test.each<readonly [name: string, steps: readonly NewStep[], is: readonly string[]]>([
  ['an apply that makes the object', [first], [`PATCH ${path}?fieldManager=a&dryRun=All 201`]],
  ['a conflict with an earlier step', [first, second], [`PATCH ${path}?fieldManager=b&dryRun=All 409, needs s1`]],
  [
    'a step that is a dry run itself, after one that is none',
    [first, { ...second, force: true, dryRun: true }, { ...second, force: true }],
    [`PATCH ${path}?fieldManager=b&force=true&dryRun=All 200, needs s1`],
  ],
  [
    'an update whose manager the User-Agent names',
    [first, { kind: 'merge-patch', userAgent: 'argocd/v3', text: 'data: {k: x}\n' }],
    [`PATCH ${path}?fieldManager=argocd&dryRun=All 200, needs s1`],
  ],
  [
    'an update that names no manager',
    [{ kind: 'create', text: configMap('  k: v\n') }],
    [`POST ${path.slice(0, -'/settings'.length)}?fieldManager=unknown&dryRun=All 201`],
  ],
  [
    'an apply without a manager, which is refused',
    [{ kind: 'apply', text: configMap('  k: v\n') }],
    [`PATCH ${path}?dryRun=All 422`],
  ],
  ['a pasted object', [{ kind: 'live', text: configMap('  k: v\n') }], ['live']],
  [
    'a step after a pasted object',
    [{ kind: 'live', text: configMap('  k: v\n') }, first],
    [`PATCH ${path}?fieldManager=a&dryRun=All 200`],
  ],
  ['a delete', [first, { kind: 'delete', text: '' }], ['delete']],
  ['a step that is switched off', [{ ...first, off: true }], ['off']],
  ['a text that cannot be read', [{ ...first, text: 'a: [' }], ['unsent']],
  ['a command that reads', [first, { kind: 'kubectl', text: 'kubectl get configmap settings' }], ['reads']],
  [
    'a command that writes twice',
    [{ kind: 'kubectl', text: 'kubectl label configmap settings a=b && kubectl label configmap settings a-' }],
    ['unsent'],
  ],
  [
    'two commands in one line, of which the second builds on the first',
    [
      first,
      { kind: 'kubectl', text: 'kubectl label configmap settings a=b && kubectl annotate configmap settings d=e' },
    ],
    [
      `PATCH ${path}?fieldManager=kubectl-label&dryRun=All 200, needs s1`,
      `PATCH ${path}?fieldManager=kubectl-annotate&dryRun=All 200, needs s2`,
    ],
  ],
  ['a command that deletes', [first, { kind: 'kubectl', text: 'kubectl delete configmap settings' }], ['delete']],
])('%s', (_, steps, is) => {
  expect(told(ask(steps))).toEqual(is);
});

test('the prediction finds what is there before, keeps nothing, and gives its entry a time of its own', () => {
  const asked = ask([first, { ...first, text: configMap('  k: x\n') }]);
  const [request] = asked?.kind === 'requests' ? asked.requests : [];
  if (request?.kind !== 'dry-run') throw new Error('not asked');
  const [before, after] = [request.before ?? '', request.body].map((text) => JSON.parse(text));
  expect([before.data.k, after.data.k]).toEqual(['v', 'x']);
  expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  expect(after.metadata.managedFields[0].time > before.metadata.managedFields[0].time).toBe(true);
  expect(request.object).toMatchObject({ path, kind: 'ConfigMap', builtin: true });
});

test.each([
  ['a value', '{"data":{"k":"x"}}', ['.data.k'], false],
  ['an item in another place of a list', '{"data":{"k":"v"},"metadata":{"finalizers":["b","a"]}}', [], true],
  [
    'only what a server gives',
    '{"data":{"k":"v"},"metadata":{"finalizers":["a","b"],"uid":"1","generation":3}}',
    [],
    false,
  ],
])('two objects that differ in %s', (_, changed, paths, otherOrder) => {
  const object = (text: string) => {
    const plain = { metadata: { finalizers: ['a', 'b'] }, data: { k: 'v' }, ...JSON.parse(text) };
    return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', ...plain });
  };
  const scenario = newScenario('', [first]);
  const difference = objectDifference(
    scenario,
    { stepId: 's1', left: object('{}'), right: object(changed) },
    { catalog },
  );
  expect(difference?.values.map((each) => each.path)).toEqual(paths);
  expect(difference?.otherOrder).toBe(otherOrder);
});
