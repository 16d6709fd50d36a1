import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario, withServer } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from '../whole.ts';

const catalog = await loadKubernetesTypes();
const pod = (extra = '') => `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec:
  containers: [{name: app, image: app:1}]
${extra}`;
const apply = (text: string): NewStep => ({ kind: 'apply', manager: 'alice', text });

function viewOf(server: 'installed' | 'plain', ...steps: NewStep[]) {
  const scenario = withServer(newScenario('', steps), server);
  const { view } = run(scenario, { catalog, selected: scenario.steps.at(-1)?.id });
  return { view, field: (path: string) => view?.result?.fields.find((each) => each.path === path) };
}

test('what admission wrote has no owner, and names the plugin', () => {
  const { view, field } = viewOf('installed', apply(pod()));
  const by = { plugin: 'DefaultTolerationSeconds' };
  expect(view?.admission.map(({ plugin }) => plugin)).toContain('DefaultTolerationSeconds');
  expect(view?.admission.find(({ plugin }) => plugin === 'Priority')?.changes).toContainEqual({
    path: '.spec.priority',
    after: '0',
  });
  const tolerations = view?.result?.fields.filter(({ path }) => path.startsWith('.spec.tolerations')) ?? [];
  expect(tolerations.find(({ admitted }) => admitted !== undefined)).toMatchObject({ why: 'admission', admitted: by });
  expect(field('.spec.priority')).toMatchObject({
    state: 'unowned',
    why: 'admission',
    admitted: { plugin: 'Priority' },
  });
  expect(field('.spec.restartPolicy')).toMatchObject({ why: 'default' });
});

test('a plain server has none of it', () => {
  const { view, field } = viewOf('plain', apply(pod()));
  expect(view?.admission).toEqual([]);
  expect(field('.spec.priority')).toBeUndefined();
});

test('the mark stays over later steps, and goes where an applier sends the field', () => {
  const label = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: default, labels: {a: b}}';
  const later = viewOf('installed', apply(pod()), { kind: 'apply', manager: 'bob', text: label });
  expect(later.field('.spec.priority')).toMatchObject({ why: 'admission' });
  const sent = viewOf('installed', apply(pod()), apply(pod('  priority: 0')));
  expect(sent.field('.spec.priority')).toMatchObject({ state: 'owned' });
  expect(sent.field('.spec.priority')).not.toHaveProperty('admitted');
});

test('a conflict over what admission wrote names the plugin, and whether the same was sent', () => {
  const own = '  tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}]';
  const ways = ['alice', 'bob'].map((manager): NewStep => ({ kind: 'apply', manager, text: pod(own) }));
  const conflict = viewOf('installed', ...ways).view?.conflict;
  expect(conflict?.fields).toMatchObject([
    { path: '.spec.tolerations', admitted: { plugin: 'DefaultTolerationSeconds', isSame: true } },
  ]);
});

test('a webhook of which nobody says what it does is not called, and one of which it is said is', () => {
  const hook = (annotation: string): NewStep => ({
    kind: 'create',
    text: `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: hook${annotation}}
webhooks:
- name: hook.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {url: "https://hook.example.com/"}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]`,
  });
  const annotation = 'playground.managedfields/effect.hook.example.com';
  const silent = viewOf('plain', hook('')).view?.notices;
  expect(silent).toEqual([{ code: 'webhook-not-called', data: { names: 'hook.example.com', annotation } }]);
  const said = hook(`, annotations: {${annotation}: '{"metadata": {"labels": {"hooked": "yes"}}}'}`);
  expect(viewOf('plain', said).view?.notices).toEqual([]);
  // A server calls both, but only one of them is played.
  const called = { code: 'webhooks-called', data: { names: 'hook.example.com (mutating, failurePolicy: Fail)' } };
  expect(viewOf('plain', hook(''), apply(pod())).view?.notices).toEqual([called]);
  expect(viewOf('plain', said, apply(pod())).view?.notices).toEqual([]);
  const label = '.metadata.labels.hooked';
  expect(viewOf('plain', hook(''), apply(pod())).field(label)).toBeUndefined();
  expect(viewOf('plain', said, apply(pod())).field(label)).toMatchObject({
    why: 'admission',
    admitted: { plugin: 'MutatingAdmissionWebhook', by: 'hook.example.com' },
  });
});

test('types that do not fit in a policy are told where they stand, as its controller will tell them', () => {
  const text = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments, daemonsets]}
  validations:
  - expression: object.spec.replicas < 3
  - expression: object.spec.template.spec.nothing == 1
`;
  const scenario = newScenario('', [{ kind: 'create', text }]);
  const { outcomes, view } = run(scenario, { catalog, selected: scenario.steps[0]?.id });
  const at = text.indexOf('.replicas <');
  const last = text.indexOf('.nothing');
  expect(outcomes[0]?.status).toBe('created');
  const head = 'spec.validations[0].expression: apps/v1, Kind=DaemonSet: ';
  expect(outcomes[0]?.problems).toEqual([
    {
      code: 'type-check',
      severity: 'warning',
      message: `${head}undefined field 'replicas'`,
      from: at,
      to: at + '.replicas'.length,
    },
    {
      code: 'type-check',
      severity: 'warning',
      message: `${head.replace('0', '1')}undefined field 'nothing'`,
      from: last,
      to: last + '.nothing'.length,
    },
  ]);
  const fields = 'spec.validations[0].expression, spec.validations[1].expression';
  expect(view?.notices).toEqual([{ code: 'type-checking', data: { fields } }]);
});

test('the same of a policy that a command stores, in its file', () => {
  const policy = (name: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [daemonsets]}
  validations:
`;
  const files = {
    'p.yaml': `${policy('one')}  - expression: "true"\n---\n${policy('two')}  - expression: object.spec.replicas < 3\n`,
  };
  const viewOfCommand = (text: string) => {
    const scenario = newScenario('', [{ kind: 'kubectl', text, files }]);
    return run(scenario, { catalog, selected: scenario.steps[0]?.id }).view;
  };
  const at = files['p.yaml'].indexOf('.replicas');
  const message = "spec.validations[0].expression: apps/v1, Kind=DaemonSet: undefined field 'replicas'";
  const problem = { code: 'type-check', severity: 'warning', message, from: at, to: at + '.replicas'.length };
  for (const command of [
    'kubectl apply -f p.yaml',
    'kubectl create -f p.yaml',
    'kubectl apply --server-side -f p.yaml',
  ]) {
    const view = viewOfCommand(command);
    expect(view?.command?.fileProblems).toEqual([{ file: 'p.yaml', problems: [problem] }]);
    expect(view?.notices).toEqual([{ code: 'type-checking', data: { fields: 'spec.validations[0].expression' } }]);
  }
  expect(viewOfCommand('kubectl apply --server-side --dry-run=server -f p.yaml')?.command?.fileProblems).toEqual([]);
});
