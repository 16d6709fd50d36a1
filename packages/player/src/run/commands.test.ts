import '../whole.ts';
import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario, readScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import type { CommandView } from '../playback.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
  return read.scenario;
}

function commandOf(scenario: Scenario, stepId: string): CommandView {
  const command = run(scenario, { catalog, selected: stepId }).view?.command;
  if (command === undefined) throw new Error(`${stepId} is no command`);
  return command;
}

describe('the three-way view', () => {
  const rowsOf = (stepId: string) => commandOf(example('restarted-at'), stepId).applies[0]?.rows ?? [];

  test.each([
    ['s3', '.spec.replicas', 'set', ['2', '3', '2']],
    ['s3', '.spec.template.spec.containers[name="web"].image', 'set', ['nginx:1.14', 'nginx:1.27', 'nginx:1.14']],
    ['s3', '.spec.template.metadata.labels.app', 'kept', ['web', 'web', 'web']],
    ['s3', '.spec.revisionHistoryLimit', 'left-alone', [undefined, undefined, '10']],
  ] as const)('of %s says of %s: %s', (stepId, path, effect, values) => {
    const row = rowsOf(stepId).find((each) => each.path === path);
    expect(row?.effect).toBe(effect);
    expect([row?.original, row?.modified, row?.current]).toEqual(values);
  });

  test('names the manager of what is left alone', () => {
    const row = rowsOf('s3').find(({ path }) => path.startsWith('.spec.template.metadata.annotations'));
    expect(row).toMatchObject({ effect: 'left-alone', owners: ['kubectl-rollout'] });
  });

  test('shows the patch', () => {
    expect(commandOf(example('restarted-at'), 's3').applies[0]?.patch).toContain('$setElementOrder/containers:');
  });
});

test.each([
  ['restarted-at', { s2: true, s3: true, s4: false, s5: true, s6: false }],
  [
    'restarted-at-other-ways',
    {
      s2: true,
      s3: true,
      s4: false,
      s5: true,
      s6: true,
      s7: false,
      s8: true,
      s9: false,
      s10: true,
      s11: true,
      s12: false,
    },
  ],
  [
    'restarted-at-last-ways',
    { s1: false, s2: true, s3: true, s4: false, s5: true, s6: true, s7: true, s8: true, s9: false },
  ],
])('%s: each way out ends without the annotation', (name, expected) => {
  const scenario = example(name);
  const found = Object.keys(expected).map((id) => {
    const fields = run(scenario, { catalog, selected: id }).view?.result?.fields ?? [];
    const path = '.spec.template.metadata.annotations.kubectl.kubernetes.io/restartedAt';
    return [id, fields.some((field) => field.path === path && field.range !== undefined)];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('a migration sends its requests in kubectl’s order, each with its answer and the object after it', () => {
  const { requests = [] } = run(example('migrate-to-server-side'), { catalog, selected: 's2' }).view?.sent ?? {};
  expect(requests.map(({ request, code }) => `${request.method} ${request.contentType ?? ''} ${code}`)).toEqual([
    'PATCH application/apply-patch+yaml 200',
    'PATCH application/apply-patch+yaml 200',
    'PATCH application/json-patch+json 200',
    'PATCH application/apply-patch+yaml 200',
  ]);
  expect(requests.at(-1)?.result?.managers.map(({ manager }) => manager)).toEqual(['kubectl', 'kubectl-last-applied']);
});

test.each([
  ['an unclosed quote', 'kubectl apply -f "a.yaml', /Unterminated quoted string/],
  ['an unknown flag', 'kubectl apply --nope', /unknown flag: --nope/],
  ['an unknown verb', 'kubectl aply -f a.yaml', /unknown command "aply"/],
])('%s is refused in the words of the shell or of kubectl', (_, text, message) => {
  const scenario = newScenario('', [{ kind: 'kubectl', text }]);
  const { outcomes } = run(scenario, { catalog });
  expect(outcomes[0]).toMatchObject({ status: 'error', message: expect.stringMatching(message) });
});

test.each([
  ['--server-side --force-conflicts', true],
  ['--server-side --force-conflicts=1', true],
  ['--server-side --force-conflicts=false', undefined],
  ['--server-side', undefined],
])('the view of an apply with %s says whether it has force', (flags, forced) => {
  const files = { 'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n' };
  const scenario = newScenario('', [{ kind: 'kubectl', text: `kubectl apply ${flags} -f c.yaml`, files }]);
  expect(commandOf(scenario, 's1').forced).toBe(forced);
});

test.each([
  ['', 'error'],
  [" --validate='ignore'", 'info'],
  [' --validate=0', 'info'],
  [' --validate=warn', 'warning'],
])('an unknown field in a file of an apply with %j is judged as kubectl reads the flag', (flag, severity) => {
  const files = { 'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nnope: 1\n' };
  const scenario = newScenario('', [{ kind: 'kubectl', text: `kubectl apply${flag} -f c.yaml`, files }]);
  expect(commandOf(scenario, 's1').fileProblems[0]?.problems[0]?.severity).toBe(severity);
});

test('files that a command wrote are shown to the commands after it as they are now, until one of these gives its own', () => {
  const text = 'kubectl create configmap c --from-literal=a=1 --dry-run=client -o yaml > c.yaml';
  const own = { 'c.yaml': 'mine' };
  const scenario = newScenario('', [
    { kind: 'kubectl', text, files: { 'c.yaml': 'given', 'd.yaml': 'left' } },
    { kind: 'kubectl', text: 'kubectl apply -f c.yaml' },
    { kind: 'kubectl', text: 'kubectl get cm', files: own },
    { kind: 'kubectl', text: 'kubectl get cm' },
  ]);
  const made = 'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  name: c\n';
  expect(['s1', 's2', 's3', 's4'].map((id) => commandOf(scenario, id).written)).toEqual([
    undefined,
    { 'c.yaml': made },
    undefined,
    undefined,
  ]);
});

test('what cannot be read in a file is told at its place, and the rest of the file is applied', () => {
  const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: good\n';
  const broken = 'kind: ConfigMap\n  bad: indent\n';
  const text = `${good}---\n${broken}`;
  const step = { id: 's1', kind: 'kubectl' as const, text: 'kubectl apply -f both.yaml', files: { 'both.yaml': text } };
  const command = commandOf({ title: 'broken', steps: [step] }, 's1');
  expect(command.stdout).toBe('configmap/good created\n');
  expect(command.exitCode).toBe(1);
  const [told] = command.fileProblems;
  expect(told?.file).toBe('both.yaml');
  expect(told?.problems[0]).toMatchObject({ severity: 'error' });
  expect(told?.problems[0]?.from).toBeGreaterThanOrEqual(good.length);
});

test.each([
  ['a dry run that would change the object', '2', 'changed'],
  ['a dry run of what it has', '1', 'unchanged'],
] as const)('%s tells so', (_, value, status) => {
  const file = (a: string) => ({
    'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "${a}"}\n`,
  });
  const apply = 'kubectl apply --server-side -f a.yaml';
  const scenario = newScenario('', [
    { kind: 'kubectl', text: apply, files: file('1') },
    { kind: 'kubectl', text: `${apply} --dry-run=server`, files: file(value) },
  ]);
  const { outcomes } = run(scenario, { catalog });
  expect(outcomes[1]?.status).toBe(status);
});

test('an apply tells whose the other way would be, and another command nothing', () => {
  expect(commandOf(example('restarted-at'), 's3').otherWay).toBe('server');
  expect(commandOf(example('restarted-at'), 's2').otherWay).toBeUndefined();
});

test('a command says what it lacks, what an editor shows, and what is not played', () => {
  const view = (text: string, files?: Readonly<Record<string, string>>) =>
    commandOf(newScenario('', [{ kind: 'kubectl', text, ...(files && { files }) }]), 's1');
  expect(view('kubectl apply -f a.yaml -f -').missing).toEqual(['a.yaml', '-']);
  expect(view('kubectl apply -f -', { '-': '' }).missing).toEqual([]);
  expect(view('kubectl get cm | sed s/a/b/').unplayed).toEqual({ kind: 'program', program: 'sed' });
  expect(view('kubectl get cm $X').variables).toEqual(['$X']);
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
  const edit = view(`kubectl create -f - <<E; kubectl edit cm a\n${map}E`);
  expect(edit.opened).toContain('kind: ConfigMap');
  expect(edit.outputs).toEqual([
    { stdout: 'configmap/a created\n', stderr: '' },
    { stdout: '', stderr: 'Edit cancelled, no changes made.\n' },
  ]);
});

test('a line that is not played is no error, and one that wrote before it has the status of that', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
  const lines = [
    'kubectl get cm | sed s/a/b/',
    'kubectl proxy',
    `kubectl create -f - <<E; kubectl proxy\n${map}E`,
    'kubectl get cm b',
  ];
  const steps = lines.map((text) => ({ kind: 'kubectl' as const, text }));
  const { outcomes } = run(newScenario('', steps), { catalog });
  expect(outcomes.map(({ status }) => status)).toEqual(['not-played', 'not-played', 'created', 'error']);
});

test('neither standard input nor edited text go from one command to the next, and files that it writes do', () => {
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
  const scenario = newScenario('', [
    { kind: 'kubectl', text: 'cat > written.yaml', files: { '-': map, $EDITOR: 'a: 1' } },
    { kind: 'kubectl', text: 'kubectl apply -f -' },
    { kind: 'kubectl', text: 'kubectl apply -f written.yaml' },
    { kind: 'kubectl', text: 'kubectl edit cm a' },
  ]);
  const { outcomes } = run(scenario, { catalog });
  expect(outcomes.map(({ status }) => status)).toEqual(['read', 'error', 'created', 'unchanged']);
});

test('a custom resource in a here-document is known, and a conflict in it keeps its force behind the words', () => {
  const text = `kubectl apply -f - <<E\napiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: a\nspec: {secretName: x, issuerRef: {name: i}, dnsNames: [a]}\nE`;
  const command = commandOf(newScenario('', [{ kind: 'kubectl', text }]), 's1');
  expect(command.stdout).toBe('certificate.cert-manager.io/a created\n');
});
