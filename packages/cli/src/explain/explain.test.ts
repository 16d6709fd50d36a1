import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './explain.ts';

async function ran(args: readonly string[], given: Given = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

const conflict =
  'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas';
const two = 'Apply failed with 2 conflicts: conflicts with "helm":\n- .spec.paused\n- .spec.replicas';
const refused =
  'Deployment.apps "web" is invalid: spec.selector: Invalid value: v1.LabelSelector{}: field is immutable';

// What people pipe in, and what is said of it.
test.each<readonly [string, string, string]>([
  ['kubectl', `error: ${conflict}\n`, 'kubectl'],
  ['kubectl in a terminal', `$ kubectl apply --server-side -f x\nerror: ${two}\n`, 'helm'],
  [
    'Argo CD',
    `one or more objects failed to apply, reason: error when patching "/dev/shm/1": ${conflict}`,
    'as Argo CD printed it',
  ],
  ['Flux', `Deployment/shop/web dry-run failed (Conflict): ${conflict}\n`, 'as Flux printed it'],
  [
    'Helm',
    `Error: UPGRADE FAILED: conflict occurred while applying object shop/web apps/v1, Kind=Deployment: ${conflict}`,
    'as Helm printed it',
  ],
  ['Windows line ends and colours', `\u001b[31merror: ${two.replaceAll('\n', '\r\n')}\u001b[0m`, 'helm'],
  ['a field that cannot change', `The ${refused}`, 'A field that cannot be changed'],
  ['an unknown field', 'error: .spec.replica: field not declared in schema', 'A field that the schema does not have'],
  ['an unknown kind', 'error: no matches for kind "Widget" in version "example.com/v1"', 'An unknown kind'],
  [
    'RBAC',
    'Error from server (Forbidden): deployments.apps "web" is forbidden: User "me" cannot patch resource "deployments" in API group "apps" in the namespace "prod"',
    'Not allowed',
  ],
  [
    'an old resourceVersion',
    'Error from server (Conflict): Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    'Somebody else was faster',
  ],
  [
    'no last-applied',
    'Warning: resource deployments/web is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply',
    'No last-applied-configuration',
  ],
  [
    'managedFields that were sent',
    'The request is invalid: metadata.managedFields must be nil',
    'managedFields in the configuration',
  ],
  ['a webhook', 'admission webhook "validate.example.com" denied the request: no', 'Denied by an admission webhook'],
  ['what is too large', 'etcdserver: request is too large', 'Too large'],
  [
    'Helm that is busy',
    'Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress',
    'Helm is busy with this release',
  ],
])('is explained: %s', async (_, stdin, says) => {
  const { code, out, err } = await ran([], { stdin });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(says);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(out).not.toMatch(/[\0-\x08\x0b-\x1f]/);
});

test('a conflict: who owns the fields, what the tool has for it, and a scenario', async () => {
  const { out } = await ran([], { stdin: `error: ${two}` });
  expect(out).toContain('  helm, by server-side apply\n    .spec.paused\n    .spec.replicas\n');
  expect(out).toContain('What kubectl has for it (… and words in capitals are yours to fill in):\n');
  expect(out).toContain('--force-conflicts');
  expect(out).toContain('Played here, its last step ends in this very message.');
});

const flux = `Deployment/shop/web dry-run failed (Conflict): Apply failed with 2 conflicts: conflicts with "helm":
- .spec.replicas
- .spec.template.spec.containers[name="web"].image`;

// What the message does not say is no value, name or index of ours: neither those of the scenario that is played of it.
test.each([
  ['a bare message', `error: Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas`],
  ['Flux', flux],
  ['Argo CD', `one or more objects failed to apply, reason: error when patching "/dev/shm/1": ${conflict}`],
  ['Helm', `Error: UPGRADE FAILED: conflict occurred while applying object shop/web apps/v1, Kind=Deployment: ${two}`],
  ['a log', `{"level":"error","error":${JSON.stringify(conflict)}}`],
])('nothing is made up in what is to be written: %s', async (_, stdin) => {
  for (const args of [[], ['-o', 'markdown'], ['-o', 'json']]) {
    const { out } = await ran(args, { stdin });
    const settings =
      args.length < 2 || args[1] === 'markdown' ? out : JSON.stringify(JSON.parse(out).messages[0].settings);
    expect(settings).toContain('…');
    expect(settings).not.toMatch(
      /replicas: \d|image: \w|yours\b(?! to fill)|theirs|=me\b|"me"|name: example|namespace: default|containers\/0/,
    );
  }
});

test('what the message says stands there, and what a setting cannot name is said', async () => {
  const { out } = await ran([], { stdin: flux });
  expect(out).toContain('-   replicas: "…"');
  expect(out).toContain('            kind: Deployment\n            name: web\n            namespace: shop\n');
  expect(out).toContain('- "/spec/replicas"\n          target');
  expect(out).toContain('This cannot name .spec.template.spec.containers[name="web"].image.');
});

const live = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: prod
  uid: u
  resourceVersion: "1"
  managedFields:
  - {manager: kube-controller-manager, operation: Update, subresource: scale, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}}}}
spec:
  replicas: 7
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}
`;

test('with the live object, the link opens it with the conflict', async () => {
  const args = ['--object', 'live.yaml', '--link', 'https://fields.example.com/'];
  const { code, out, err } = await ran(args, { stdin: conflict, files: { 'live.yaml': live } });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Played on the object that was given, it ends in this conflict.');
  // The live value is there; that of the manifest was not given.
  expect(out).toContain('      -   replicas: "…"');
  expect(out).toContain('        replicas: 7');
  const [, fragment = ''] = /fields\.example\.com\/#(\S+)/.exec(out) ?? [];
  const read = decodeLink(fragment);
  const steps = read.kind === 'scenario' ? read.scenario.steps : [];
  expect(steps.map(({ kind }) => kind)).toEqual(['live', 'apply']);
  expect(steps[0]?.text).toBe(live);
});

test('as JSON and as Markdown', async () => {
  const { messages } = JSON.parse((await ran(['-o', 'json'], { stdin: conflict })).out);
  expect(messages).toMatchObject([
    {
      code: 'conflict',
      managers: [{ manager: 'kube-controller-manager', paths: ['.spec.replicas'] }],
      scenario: { reproduced: true },
    },
  ]);
  expect(messages[0].advice[0]).toContain('/scale');
  const { out } = await ran(['-o', 'markdown'], { stdin: conflict });
  expect(out).toContain('### Conflict with other managers');
});

test.each([
  [[], { stdin: 'all is well\n' }, 1, 'no message of the API server'],
  [[], { stdin: '' }, 1, 'no message of the API server'],
  [[], {}, 2, 'nothing to read: pipe an error text in'],
  [['gone.txt'], {}, 2, 'there is no file gone.txt'],
  [['-o', 'sarif'], { stdin: '' }, 2, '--output is one of text, json, markdown'],
  [['--link', 'ftp://x'], { stdin: '' }, 2, 'one of http or https'],
  [['--object', 'none.yaml'], { stdin: conflict }, 2, 'there is no file none.yaml'],
  [[], { stdin: 'x'.repeat(300_000) }, 2, 'has more than 0.2 MB'],
] as const)('%j cannot be explained', async (args, given, expected, message) => {
  const { code, out, err } = await ran(args, given);
  expect([code, out]).toEqual([expected, '']);
  expect(err).toContain(message);
});

test('what may be secret in the live object is left to fill in, for a comment is read by others', async () => {
  const live = `apiVersion: v1
kind: Secret
metadata:
  name: s
  managedFields:
  - {manager: helm, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:p': {}}}}
data: {p: aHVudGVyMg==}
`;
  const stdin = 'Apply failed with 1 conflict: conflict with "helm" using v1: .data.p';
  for (const output of ['text', 'markdown', 'json']) {
    const { code, out } = await ran(['--object', 'live.yaml', '-o', output], { stdin, files: { 'live.yaml': live } });
    expect(code).toBe(0);
    expect(out).toContain(output === 'json' ? 'p: \\"…\\"' : 'p: "…"');
    expect(out).not.toMatch(/aHVu|hunter|redacted|cmVk/);
  }
});
