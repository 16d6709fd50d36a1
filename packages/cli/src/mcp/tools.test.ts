import { readFileSync } from 'node:fs';
import { decodeLink } from '@managed-fields/share-link';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Called, testClient } from './client.ts';
import { mostOfText } from './shown.ts';

// The tools as an assistant meets them: by the SDK's own client, which holds each answer against the tool's schema.

const read = (name: string) => readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');
const [live, manifest, message] = [read('live.yaml'), read('manifest.yaml'), read('error.txt')];
const secret = 'gWq7vT2mYx9KpLd4RzBn';

let at: Awaited<ReturnType<typeof testClient>>;
beforeAll(async () => {
  at = await testClient('https://fields.example.com/');
  // The client reads the schemas of answers, by which it checks them.
  await at.client.listTools();
});
afterAll(() => at.close());
const call = (name: string, args: object): Promise<Called> => at.call(name, args);

test('all tools say that they only read, and take no argument that they do not know', async () => {
  const { tools } = await at.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['owners', 'explain_conflict', 'ways_out', 'forecast', 'play_scenario', 'survey', 'link'],
  ]);
  for (const { name, annotations, inputSchema, outputSchema } of tools) {
    expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema, name).toMatchObject({ type: 'object' });
    expect((await call(name, { unknown: 1 })).error).toContain('unknown');
  }
});

test('what clients read first fits into their heads', async () => {
  const { tools } = await at.client.listTools();
  expect(JSON.stringify(tools).length + (at.client.getInstructions() ?? '').length).toBeLessThan(24_000);
});

describe('owners', () => {
  test('says who owns each field, and nothing that is secret', async () => {
    const { value, text } = await call('owners', { object: live });
    expect(value.object).toBe('apps/v1 Deployment prod/web');
    const names = value.managers.map(({ manager, operation }: { manager: string; operation: string }) => [
      manager,
      operation,
    ]);
    expect(names).toEqual([
      ['kubectl', 'Apply'],
      ['kube-controller-manager', 'Update'],
    ]);
    const field = (path: string) => value.fields.find((each: { path: string }) => each.path === path);
    expect(field('.spec.replicas')).toEqual({ path: '.spec.replicas', value: '3', owners: [0], state: 'owned' });
    expect(field('.spec.revisionHistoryLimit')).toMatchObject({ owners: [], state: 'unowned', why: 'default' });
    expect(text).not.toContain(secret);
    expect(text).toContain('redacted-1');
  });

  test('leaves out what was not asked for', async () => {
    const { value } = await call('owners', { object: live, path: '.spec.replicas' });
    expect(value.fields).toHaveLength(1);
    const other = await call('owners', { object: live, manager: 'kube-controller-manager' });
    expect(other.value.fields.map(({ path }: { path: string }) => path)).toEqual([
      ...['.metadata.annotations', '.metadata.annotations.deployment.kubernetes.io/revision', '.status.replicas'],
    ]);
  });

  test('bounds what it answers', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `  k${i}: v`).join('\n');
    const { value } = await call('owners', {
      object: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${many}\n`,
    });
    expect(value.fields).toHaveLength(200);
    expect(value.leftOut).toBe(300);
    expect(value.notes[0]).toContain('--show-managed-fields');
  });

  test.each([
    ['a: [', 'object:1:4: yaml: line 1: did not find expected node content'],
    ['a: 1', 'object:1:1: this is no Kubernetes object: apiVersion and kind are missing'],
    ['apiVersion: v1\nkind: Config\nusers: []\n', 'a kubeconfig holds credentials: it is not read here'],
  ])('says in its own words why %j is not read', async (object, said) => {
    const { error } = await call('owners', { object });
    expect(error).toBe(said);
  });

  test('refuses what no server has', async () => {
    expect((await call('owners', { object: live, kubernetes: 'v9.9' })).error).toContain('--kubernetes is one of');
    const numbered = live.replace('uid: 6b7f1b0e-3d8a-4e52-9c55-0f6f1f8e2a10', 'uid: 1');
    expect((await call('owners', { object: numbered })).error).toBe(
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.uid of type types.UID',
    );
  });

  test('shows hidden characters by their numbers', async () => {
    const { text } = await call('owners', { object: live.replace('web:1.4', 'web:1.4\u{e0041}\u202e') });
    expect(text).toContain('U+E0041U+202E');
    expect(text).not.toMatch(/[\u202e\u{e0041}]/u);
  });
});

describe('explain_conflict', () => {
  test('says what a conflict means and what to ask next', async () => {
    const { value } = await call('explain_conflict', { message });
    expect(value.messages).toHaveLength(1);
    expect(value.messages[0]).toMatchObject({
      code: 'conflict',
      managers: [{ manager: 'kubectl', fields: ['.spec.replicas'] }],
    });
    expect(value.next.join(' ')).toMatch(/Do not delete and recreate/);
  });

  test('knows other messages, and says where it knows none', async () => {
    const immutable =
      'The Deployment "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable';
    const { value } = await call('explain_conflict', { message: immutable });
    expect(value.messages[0].code).toBe('immutable');
    expect(value.next).toEqual([]);
    expect((await call('explain_conflict', { message: 'hello' })).error).toContain('No message that is known here');
  });

  test('replaces what looks secret in a message', async () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
    const said = `export GITHUB_TOKEN=${token}\n${message}`;
    expect((await call('explain_conflict', { message: said })).text).not.toContain(token);
  });
});

describe('ways_out', () => {
  const asked = { live, manifest, manager: 'kubernetes-mcp-server' };

  test('plays each way, and a hand-over after which the manifest applies', async () => {
    const { value, text } = await call('ways_out', asked);
    expect(value.status).toBe('conflict');
    expect(value.message).toBe('Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas');
    expect(value.conflicts).toMatchObject([
      { path: '.spec.replicas', live: '3', declared: '5', owner: { manager: 'kubectl' } },
    ]);
    const ways = value.ways.map(({ way, status }: { way: string; status: string }) => `${way} ${status}`);
    expect(ways).toEqual(['overwrite changed', 'give-up unchanged', 'share changed']);
    expect(value.handOver.done).toBe(true);
    expect(value.handOver.steps.map(({ role, manager }: { role: string; manager: string }) => [role, manager])).toEqual(
      [
        ['takes', 'kubernetes-mcp-server'],
        ['lets-go', 'kubectl'],
      ],
    );
    expect(value.handOver.thenApply).toEqual({ status: 'changed' });
    expect(text).not.toContain(secret);
  });

  test('gives no command that would write the stand-in of a secret', async () => {
    const { value } = await call('ways_out', asked);
    const [takes, letsGo] = value.handOver.steps;
    expect(takes.command).toContain('--field-manager=kubernetes-mcp-server');
    // What kubectl applies again holds the token.
    expect(letsGo.command).toBeUndefined();
    const plain = await call('ways_out', { ...asked, live: live.replace(secret, 'none') });
    expect(plain.value.handOver.steps[1].command).toContain('--field-manager=kubectl');
    expect(plain.value.handOver.steps[1].command).not.toContain('replicas');
  });

  test('says how an apply ends that meets no conflict', async () => {
    const { value } = await call('ways_out', { ...asked, manifest: manifest.replace('5', '3') });
    expect(value).toMatchObject({ status: 'changed', conflicts: [], ways: [] });
    expect((await call('ways_out', { ...asked, manifest: 'a: [' })).error).toContain('did not find expected');
  });
});

test('forecast says what a release meets, as the program does', async () => {
  const asked = { live, manifests: manifest, tool: 'none', manager: 'argocd-controller' };
  const { value, text } = await call('forecast', asked);
  expect(value.summary).toMatchObject({ manifests: 1, conflict: 1, conflicts: 1 });
  expect(value.rows[0]).toMatchObject({
    object: 'Deployment prod/web',
    result: 'conflict',
    conflicts: [{ path: '.spec.replicas', owner: 'kubectl (Apply)', before: '3', after: '5' }],
  });
  expect(text).not.toContain(secret);
  const forced = await call('forecast', { ...asked, force: true });
  expect(forced.value.rows[0]).toMatchObject({
    result: 'changed',
    taken: [{ owner: 'kubectl (Apply)', fields: ['.spec.replicas'] }],
  });
  expect((await call('forecast', { live, manifests: manifest, tool: 'helm' })).error).toContain(
    '--tool-option release=NAME is missing',
  );
  expect((await call('forecast', { ...asked, toolOptions: ['--live=/etc/passwd'] })).error).toContain('NAME=VALUE');
  expect((await call('forecast', { ...asked, namespace: '--force' })).value.rows[0].result).toBe('conflict');
});

test('play_scenario plays requests and commands, word for word', async () => {
  const steps = [
    { kind: 'live', text: live },
    {
      kind: 'kubectl',
      text: 'kubectl apply --server-side --field-manager=ci -f w.yaml',
      files: { 'w.yaml': manifest },
    },
    { kind: 'kubectl', text: 'kubectl scale deploy web -n prod --replicas=7' },
  ];
  const { value, text } = await call('play_scenario', { steps });
  expect(value.steps.map(({ status }: { status: string }) => status)).toEqual(['read', 'conflict', 'changed']);
  expect(value.steps[1].message).toContain(
    'error: Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas',
  );
  const replicas = value.fields.find(({ path }: { path: string }) => path === '.spec.replicas');
  expect(replicas.owners.map((owner: number) => value.managers[owner].subresource)).toEqual(['scale']);
  expect(text).not.toContain(secret);
  expect((await call('play_scenario', { steps: [{ kind: 'tool', text: '' }] })).error).toContain('kind');
  expect((await call('play_scenario', { steps: [] })).error).toContain('steps');
});

test('survey names findings with what mends them, and resources say what they mean', async () => {
  const edited = live.replace(
    /manager: kube-controller-manager\n.*\n *subresource: status/,
    'manager: kubectl-edit\n    operation: Update',
  );
  const { value, text } = await call('survey', {
    objects: `${live}---\n${edited.replace('namespace: prod', 'namespace: dev')}`,
  });
  expect(value.objects).toBe(2);
  expect(value.findings.map(({ rule }: { rule: string }) => rule)).toContain('manual-change');
  expect(text).toContain('"repair":"kubectl patch deployment.v1.apps/web -n dev');
  expect(text).not.toContain(secret);
  for (const { rule } of value.findings) {
    const uri = `managed-fields://findings/${rule}`;
    const { contents } = await at.client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, mimeType: 'text/markdown' });
  }
});

test('resources: the glossary, all findings, and none that there is not', async () => {
  const { resources } = await at.client.listResources();
  expect(resources.length).toBeGreaterThan(15);
  for (const { uri } of resources) {
    const { contents } = await at.client.readResource({ uri });
    expect((contents[0] as { text: string }).text.length, uri).toBeGreaterThan(50);
  }
  const [glossary] = (await at.client.readResource({ uri: 'managed-fields://glossary' })).contents;
  expect((glossary as { text: string }).text).toContain('**Hand over**: Giving a field to another manager');
  await expect(at.client.readResource({ uri: 'managed-fields://findings/constructor' })).rejects.toThrow(
    'there is no finding',
  );
});

test('link makes an address that opens the objects without their secrets', async () => {
  const { value } = await call('link', { objects: live });
  const [page, fragment = ''] = value.address.split('#');
  expect(page).toBe('https://fields.example.com/');
  const opened = decodeLink(fragment);
  const texts = opened.kind === 'scenario' ? opened.scenario.steps.map(({ text }) => text) : [];
  expect(texts).toEqual([live.replace(secret, 'redacted-1')]);
  const without = await testClient();
  expect((await without.call('link', { objects: live })).value).toEqual({ fragment, notes: value.notes });
  await without.close();
});

test('long texts are cut and say so', async () => {
  const long = 'x '.repeat(20_000);
  const { text } = await call('play_scenario', { steps: [{ kind: 'kubectl', text: `kubectl ${long}` }] });
  expect(text.length).toBeLessThan(3 * mostOfText);
});

test.each([
  ['{apiVersion: v1, kind: Secret, metadata: {name: s}, immutable: WORD}', '.immutable: expected boolean, got …'],
  ['{apiVersion: v1, kind: Secret, metadata: {name: s, labels: WORD}}', '.metadata.labels: expected map, got …'],
  ['{apiVersion: v1, kind: Secret, metadata: {name: s}, type: [WORD]}', '.type: expected string, got …'],
  ['{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "immutable": "WORD\\nWORD"}', 'got …'],
])('play_scenario quotes no value of a Secret that stands in the wrong place: %s', async (text, message) => {
  const { value, text: whole } = await call('play_scenario', {
    steps: [{ kind: 'apply', manager: 'a', text: text.replaceAll('WORD', 'hunter2pass') }],
  });
  expect(value.steps[0].message).toContain(message);
  expect(whole).not.toContain('hunter2pass');
});

test('play_scenario quotes what stands in the wrong place of another object', async () => {
  const text = '{apiVersion: v1, kind: ConfigMap, metadata: {name: s}, immutable: plainword}';
  const { value } = await call('play_scenario', { steps: [{ kind: 'apply', manager: 'a', text }] });
  expect(value.steps[0].message).toContain('got &{plainword}');
});

test.each([
  ['kubectl exec -it web -- sh', 'kubectl exec is not played here'],
  ['helm install x', 'helm is not run here'],
  ['kubectl get --raw /metrics', 'what it says there is not known here'],
  ['kubectl apply -f https://x.example/y.yaml', 'Nothing is fetched here'],
])('play_scenario says why %s is not played', async (text, reason) => {
  const { value } = await call('play_scenario', { steps: [{ kind: 'kubectl', text }] });
  expect(value.steps[0]).toMatchObject({ status: 'not-played', notPlayed: expect.stringContaining(reason) });
});
