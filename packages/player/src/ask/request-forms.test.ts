import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { playScenario } from '../run/run.ts';
import { configMap, crd, whole } from '../sample-texts.ts';
import { requestForms } from './request-forms.ts';

const catalog = await loadKubernetesTypes();

const created: NewStep = { kind: 'apply', manager: 'first', text: whole };
const named = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

interface Case {
  readonly name: string;
  readonly before?: readonly NewStep[];
  readonly step: NewStep;
  /** The kubectl line; undefined where there is none. */
  readonly line: string | undefined;
  readonly differences?: readonly string[];
  readonly access: string;
}

const cases: readonly Case[] = [
  {
    name: 'an apply that creates',
    step: { kind: 'apply', manager: 'me', text: whole },
    line: 'kubectl apply --server-side --field-manager=me --validate=warn -n shop -f -',
    differences: ['as-json'],
    access: 'patch,create deployments.apps in shop',
  },
  {
    name: 'an apply with every setting',
    before: [created],
    step: {
      kind: 'apply',
      manager: 'my tool',
      force: true,
      fieldValidation: 'Strict',
      dryRun: true,
      text: whole.replace('replicas: 2', 'replicas: 3'),
    },
    line: "kubectl apply --server-side '--field-manager=my tool' --force-conflicts --validate=strict --dry-run=server -n shop -f -",
    differences: ['as-json'],
    access: 'patch deployments.apps in shop; new: create',
  },
  {
    name: 'an apply to status',
    before: [created],
    step: { kind: 'apply', manager: 'me', subresource: 'status', text: `${whole}status: {replicas: 3}\n` },
    line: 'kubectl apply --server-side --field-manager=me --subresource=status --validate=warn -n shop -f -',
    differences: ['as-json'],
    access: 'patch deployments/status.apps in shop',
  },
  {
    name: 'an apply whose text names no object of its own',
    before: [created],
    step: { kind: 'apply', manager: 'me', object: named, text: 'spec: {replicas: 2}\n' },
    line: undefined,
    access: 'patch deployments.apps in shop; new: create',
  },
  {
    name: 'a create',
    step: { kind: 'create', manager: 'me', text: configMap('  a: b\n') },
    line: 'kubectl create --field-manager=me --validate=warn -n default -f -',
    differences: ['as-json'],
    access: 'create configmaps in default',
  },
  {
    name: 'an update by User-Agent',
    before: [created],
    step: { kind: 'update', userAgent: 'okhttp/4.9.3', text: whole },
    line: 'kubectl replace --field-manager=okhttp --validate=warn -n shop -f -',
    differences: ['manager okhttp', 'reads-first', 'resource-version', 'as-json'],
    access: 'update deployments.apps in shop; kubectl: get',
  },
  {
    name: 'an update that says nothing of who it is',
    before: [created],
    step: { kind: 'update', text: whole.replace('replicas: 2', 'replicas: 5') },
    line: 'kubectl replace --field-manager=unknown --validate=warn -n shop -f -',
    differences: ['manager unknown', 'reads-first', 'resource-version', 'as-json'],
    access: 'update deployments.apps in shop; kubectl: get',
  },
  {
    name: 'an update of a scale',
    before: [created],
    step: {
      kind: 'update',
      manager: 'me',
      subresource: 'scale',
      text: 'apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 4}\n',
    },
    line: "kubectl replace --raw '/apis/apps/v1/namespaces/shop/deployments/web/scale?fieldManager=me' -f -",
    differences: ['as-json'],
    access: 'update deployments/scale.apps in shop; kubectl: get',
  },
  {
    name: 'a merge patch',
    before: [created],
    step: { kind: 'merge-patch', manager: 'me', text: "metadata: {annotations: {note: it's}}\n" },
    line: `kubectl patch deployment web --type=merge --field-manager=me -n shop -p '{"metadata":{"annotations":{"note":"it'\\''s"}}}'`,
    differences: ['reads-first'],
    access: 'patch deployments.apps in shop; kubectl: get',
  },
  {
    name: 'a strict strategic merge patch',
    before: [created],
    step: { kind: 'strategic-merge-patch', manager: 'me', fieldValidation: 'Strict', text: '{"spec":{"paused":true}}' },
    line: `kubectl patch deployment web --type=strategic --field-manager=me -n shop -p '{"spec":{"paused":true}}'`,
    differences: ['reads-first', 'no-validation Strict'],
    access: 'patch deployments.apps in shop; kubectl: get',
  },
  {
    name: 'a JSON patch',
    before: [created],
    step: { kind: 'json-patch', manager: 'me', dryRun: true, text: '- {op: remove, path: /spec/replicas}\n' },
    line: `kubectl patch deployment web --type=json --field-manager=me --dry-run=server -n shop -p '[{"op":"remove","path":"/spec/replicas"}]'`,
    differences: ['reads-first'],
    access: 'patch deployments.apps in shop; kubectl: get',
  },
  {
    name: 'a scale by kubectl',
    before: [created],
    step: { kind: 'scale', userAgent: 'kubectl/v1.36.3', text: '7' },
    line: 'kubectl scale deployment/web --replicas=7 -n shop',
    differences: ['reads-first'],
    access: 'patch deployments/scale.apps in shop; kubectl: get',
  },
  {
    name: 'a scale by somebody else',
    before: [created],
    step: { kind: 'scale', manager: 'kube-controller-manager', text: '7' },
    line: `kubectl patch deployment web --type=merge --field-manager=kube-controller-manager --subresource=scale -n shop -p '{"spec":{"replicas":7}}'`,
    differences: ['reads-first'],
    access: 'patch deployments/scale.apps in shop; kubectl: get',
  },
  {
    name: 'a status',
    before: [created],
    step: { kind: 'status', manager: 'me', text: 'status: {replicas: 1}\n' },
    line: `kubectl patch deployment web --type=merge --field-manager=me --subresource=status -n shop -p '{"status":{"replicas":1}}'`,
    differences: ['reads-first'],
    access: 'patch deployments/status.apps in shop; kubectl: get',
  },
  {
    name: 'a reset',
    before: [created],
    step: { kind: 'reset', manager: 'me', text: '' },
    line: `kubectl patch deployment web --type=merge --field-manager=me -n shop -p '{"metadata":{"managedFields":[{}]}}'`,
    differences: ['reads-first'],
    access: 'patch deployments.apps in shop; kubectl: get',
  },
  {
    name: 'a delete by somebody else',
    before: [created],
    step: { kind: 'delete', user: { name: 'jane', uid: 'u1', groups: ['a b'], extra: { Team: ['x', 'y'] } }, text: '' },
    line: "kubectl delete deployment web --wait=false -n shop --as=jane --as-uid=u1 '--as-group=a b' --as-user-extra=team=x --as-user-extra=team=y",
    differences: ['delete-options'],
    access: 'delete deployments.apps in shop',
  },
  {
    name: 'an update of a scale by somebody else',
    before: [created],
    step: {
      kind: 'update',
      manager: 'me',
      user: { name: 'jane' },
      subresource: 'scale',
      text: 'apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 4}\n',
    },
    line: "kubectl replace --raw '/apis/apps/v1/namespaces/shop/deployments/web/scale?fieldManager=me' --as=jane -f -",
    differences: ['as-json'],
    access: 'update deployments/scale.apps in shop; kubectl: get',
  },
  {
    name: 'a delete',
    before: [created],
    step: { kind: 'delete', text: '' },
    line: 'kubectl delete deployment web --wait=false -n shop',
    differences: ['delete-options'],
    access: 'delete deployments.apps in shop',
  },
  {
    name: 'a patch of a custom resource',
    before: [
      { kind: 'crd', text: crd('            type: object\n            x-kubernetes-preserve-unknown-fields: true\n') },
      {
        kind: 'apply',
        manager: 'a',
        text: 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: f}\nspec: {a: 1}\n',
      },
    ],
    step: { kind: 'merge-patch', manager: 'me', text: '{"spec":{"a":2}}' },
    line: `kubectl patch foo f --type=merge --field-manager=me -n default -p '{"spec":{"a":2}}'`,
    differences: ['reads-first'],
    access: 'patch foos.example.com in default; kubectl: get',
  },
];

function formsOf({ before = [], step }: Case) {
  const scenario = newScenario('', [...before, step]);
  const forms = requestForms(scenario, `s${before.length + 1}`, { catalog });
  if (forms === undefined) throw new Error('no request');
  return { scenario, forms };
}

describe('the kubectl line of', () => {
  test.each(cases)('$name', (row) => {
    const { forms } = formsOf(row);
    const { kubectl, access } = forms;
    expect(kubectl?.line).toBe(row.line);
    const differences = kubectl?.differences.map(({ code, data }) => [code, ...Object.values(data)].join(' '));
    expect(differences).toEqual(row.line === undefined ? undefined : (row.differences ?? []));
    const group = access?.apiGroup === '' ? '' : `.${access?.apiGroup}`;
    const told = `${access?.verbs.join()} ${access?.resource}${group} in ${access?.namespace}`;
    const when = access?.verbsWhenNew.length === 0 ? '' : `; new: ${access?.verbsWhenNew.join()}`;
    const kubectlVerbs = access?.verbsOfKubectl.length === 0 ? '' : `; kubectl: ${access?.verbsOfKubectl.join()}`;
    expect(`${told}${when}${kubectlVerbs}`).toBe(row.access);
  });

  const playable = cases.filter(({ line }) => line !== undefined && !line.includes('--raw'));
  test.each(playable)('$name leaves the same object and the same owners as the request', (row) => {
    const { forms, scenario } = formsOf(row);
    const { line = '', input } = forms.kubectl ?? {};
    const command: NewStep = { kind: 'kubectl', text: line, ...(input === undefined ? {} : { files: { '-': input } }) };
    const after = playScenario(scenario, catalog).at(-1);
    const instead = playScenario(newScenario('', [...(row.before ?? []), command]), catalog).at(-1);
    expect(instead?.command?.stderr.replaceAll(/^Warning: .*\n/gm, '')).toBe('');
    expect(instead?.shown).toEqual(after?.shown);
    const sent = instead?.command?.requests.findLast(({ request }) => request.method !== 'GET')?.request;
    expect(sent?.path).toBe(after?.built?.request.path);
    expect(sent?.contentType?.replace('json', 'yaml')).toBe(
      row.step.kind === 'delete' ? 'application/yaml' : after?.built?.request.contentType?.replace('json', 'yaml'),
    );
  });
});

test('what the wire carries, for HTTP, for curl, and as a Role', () => {
  const { forms } = formsOf({
    name: '',
    step: { kind: 'apply', manager: "o'me", userAgent: 'x/1', force: true, text: configMap("  a: it's\n") },
    line: '',
    access: '',
  });
  expect(forms.http).toBe(`PATCH /api/v1/namespaces/default/configmaps/settings?fieldManager=o'me&force=true HTTP/1.1
Host: kubernetes.default.svc
Accept: application/json
User-Agent: x/1
Content-Type: application/apply-patch+yaml
Content-Length: 74

apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  a: it's
`);
  expect(
    forms.curl,
  ).toBe(`curl -X PATCH "$APISERVER"'/api/v1/namespaces/default/configmaps/settings?fieldManager=o'\\''me&force=true' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/apply-patch+yaml' \\
  -A x/1 \\
  --data-binary 'apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  a: it'\\''s
'
`);
  expect(forms.kubectl?.text).toBe(`kubectl apply --server-side \\
  '--field-manager=o'\\''me' \\
  --force-conflicts \\
  --validate=warn \\
  -n default \\
  -f - <<'EOF'
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  a: it's
EOF
`);
  expect(forms.access?.role).toBe(`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: configmaps-writer
  namespace: default
rules:
- apiGroups: [""]
  resources: ["configmaps"]
  verbs: ["patch", "create"]
`);
});

test('each request of a kubectl step has its forms, its body as JSON where it travels as JSON', () => {
  const steps: readonly NewStep[] = [
    { kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': configMap('  a: b\n') } },
    { kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': configMap('  a: c\n') } },
  ];
  const forms = requestForms(newScenario('', steps), 's2', { catalog }, 1);
  expect(forms?.http).toContain(
    'PATCH /api/v1/namespaces/default/configmaps/settings?fieldManager=kubectl-client-side-apply',
  );
  expect(forms?.http.split('\n').at(-1)).toMatch(/^\{"data":\{"a":"c"\}/);
});

test('a live object is read, and a definition is installed', () => {
  const text = crd('            type: object\n            x-kubernetes-preserve-unknown-fields: true\n');
  const scenario = newScenario('', [
    { kind: 'crd', text },
    { kind: 'live', text: whole },
    { kind: 'live', text: '' },
  ]);
  const [definition, live, blank] = ['s1', 's2', 's3'].map((id) => requestForms(scenario, id, { catalog }));
  expect(definition?.kubectl?.line).toBe(
    'kubectl apply --server-side --field-manager=kubectl --force-conflicts --validate=warn -f -',
  );
  expect(definition?.access).toMatchObject({ verbs: ['patch'], verbsWhenNew: ['create'], namespace: '' });
  expect(live?.http).toMatch(/^GET \/apis\/apps\/v1\/namespaces\/shop\/deployments\/web HTTP/);
  expect(live?.kubectl?.line).toBe('kubectl get deployment web -n shop --show-managed-fields -o yaml');
  expect(blank).toBeUndefined();
});
