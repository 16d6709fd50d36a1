import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson } from '@managed-fields/merge-engine';
import type { Scenario, StepKind } from '@managed-fields/scenario';
import { checkForm, newScenario, plainForm } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SecretKind, secretKinds } from '../finding.ts';
import { foundText } from './finding.ts';
import { findSecrets, redact } from './secrets.ts';

const catalog = await loadKubernetesTypes();
const one = (kind: StepKind, text: string): Scenario => newScenario('', [{ kind, text }]);
const secret = (rest: string) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n${rest}`;
const pod = (env: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    env:\n${env}`;
const jwt = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJlc2lnbmF0dXJl`;
const github = `ghp_${'a1B2c3D4e5F6g7H8i9J0'}kLmN`;
const key = ['-----BEGIN RSA PRIVATE', 'KEY-----\nMIIEabc+/=\nDEF\n-----END RSA PRIVATE', 'KEY-----'].join(' ');
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** What a text becomes, and which groups find something in it. */
const cases: readonly (readonly [
  name: string,
  kind: StepKind,
  text: string,
  redacted: string,
  found: readonly SecretKind[],
])[] = [
  [
    'data stays base64',
    'apply',
    secret('data:\n  p: aHVudGVyMg== # old\n'),
    secret('data:\n  p: cmVkYWN0ZWQtMQ== # redacted-2\n'),
    ['secret', 'secret'],
  ],
  [
    'stringData stays text',
    'apply',
    secret('stringData:\n  p: hunter2\n'),
    secret('stringData:\n  p: redacted-1\n'),
    ['secret'],
  ],
  [
    'quotes stay, and the same value has the same stand-in',
    'apply',
    secret(`stringData: {a: "x y", b: 'x y', c: z}\ndata: {d: eCB5}\n`),
    secret(`stringData: {a: "redacted-1", b: 'redacted-1', c: redacted-2}\ndata: {d: cmVkYWN0ZWQtMQ==}\n`),
    ['secret', 'secret', 'secret', 'secret'],
  ],
  [
    'JSON stays JSON',
    'apply',
    '{"apiVersion":"v1","kind":"Secret","data":{"p":"cGFzcw=="}}',
    '{"apiVersion":"v1","kind":"Secret","data":{"p":"cmVkYWN0ZWQtMQ=="}}',
    ['secret'],
  ],
  [
    'several lines become one',
    'apply',
    secret('stringData:\n  p: |\n    a\n    b\n  q: c\n'),
    secret('stringData:\n  p: redacted-1\n  q: redacted-2\n'),
    ['secret', 'secret'],
  ],
  [
    'what is no base64 stays none',
    'apply',
    secret('data:\n  p: not base64!\n'),
    secret('data:\n  p: cmV YWN0ZW!\n'),
    ['secret'],
  ],
  [
    'empty values and null are nothing',
    'apply',
    secret('data:\n  p: ""\n  q: null\nstringData: {}\n'),
    secret('data:\n  p: ""\n  q: null\nstringData: {}\n'),
    [],
  ],
  [
    'a Secret in a list',
    'apply',
    `kind: List\nitems:\n- kind: Secret\n  stringData:\n    p: pass\n`,
    `kind: List\nitems:\n- kind: Secret\n  stringData:\n    p: redacted-1\n`,
    ['secret'],
  ],
  [
    'a registry’s file stays JSON',
    'apply',
    secret('stringData:\n  .dockerconfigjson: \'{"auths":{"r.io":{"auth":"dTpwYXNz"}}}\'\n'),
    secret('stringData:\n  .dockerconfigjson: \'{"redacted":1}\'\n'),
    ['secret'],
  ],
  [
    'redacted texts are nothing new',
    'apply',
    secret('stringData:\n  p: redacted-4\n  q: other\ndata:\n  r: cmVkYWN0ZWQtMQ==\n'),
    secret('stringData:\n  p: redacted-4\n  q: redacted-5\ndata:\n  r: cmVkYWN0ZWQtMQ==\n'),
    ['secret'],
  ],
  [
    'a merge patch with stringData',
    'merge-patch',
    'stringData:\n  p: pass\n',
    'stringData:\n  p: redacted-1\n',
    ['secret'],
  ],
  [
    'a JSON patch',
    'json-patch',
    '[{"op":"replace","path":"/stringData/p","value":"pass"},{"op":"test","path":"/metadata/name","value":"s"}]',
    '[{"op":"replace","path":"/stringData/p","value":"redacted-1"},{"op":"test","path":"/metadata/name","value":"s"}]',
    ['secret'],
  ],
  [
    'a variable by its name',
    'apply',
    pod('    - name: DB_PASSWORD\n      value: abc\n    - name: COLOUR\n      value: green\n'),
    pod('    - name: DB_PASSWORD\n      value: redacted-1\n    - name: COLOUR\n      value: green\n'),
    ['named'],
  ],
  [
    'references, paths and switches are no secrets',
    'apply',
    pod(
      '    - name: TOKEN\n      value: $(OTHER)\n    - name: TOKEN_FILE\n      value: abc\n    - name: API_KEY\n      value: /var/run/key\n    - name: USE_TOKEN\n      value: "true"\n',
    ),
    pod(
      '    - name: TOKEN\n      value: $(OTHER)\n    - name: TOKEN_FILE\n      value: abc\n    - name: API_KEY\n      value: /var/run/key\n    - name: USE_TOKEN\n      value: "true"\n',
    ),
    [],
  ],
  [
    'a variable by its looks',
    'apply',
    pod(
      '    - name: X\n      value: q7Zk2LmP9vTr4XwB8nYc\n    - name: Y\n      value: 2f1c7a52-1f7c-4a3e-9d2f-0a1b2c3d4e5f\n',
    ),
    pod('    - name: X\n      value: redacted-1\n    - name: Y\n      value: 2f1c7a52-1f7c-4a3e-9d2f-0a1b2c3d4e5f\n'),
    ['random'],
  ],
  [
    'the password of an address alone',
    'apply',
    pod('    - name: DATABASE_URL\n      value: postgres://app:s3cr3t@db:5432/app\n'),
    pod('    - name: DATABASE_URL\n      value: postgres://app:redacted-1@db:5432/app\n'),
    ['sign-in'],
  ],
  [
    'a field by its name',
    'apply',
    'kind: Database\nspec:\n  password: abc\n  passwordSecretRef:\n    name: db\n    key: token\n  secretName: tls\n  secretKey: password\n  token: $T\n',
    'kind: Database\nspec:\n  password: redacted-1\n  passwordSecretRef:\n    name: db\n    key: token\n  secretName: tls\n  secretKey: password\n  token: $T\n',
    ['named'],
  ],
  [
    'settings in a ConfigMap',
    'apply',
    'kind: ConfigMap\ndata:\n  app.properties: |\n    colour=green\n    db.password=abc\n',
    'kind: ConfigMap\ndata:\n  app.properties: |\n    colour=green\n    db.password=redacted-1\n',
    ['named'],
  ],
  [
    'tokens by their shape, in comments too',
    'apply',
    `kind: ConfigMap\n# was ${github}\ndata:\n  a: ${jwt}\n  b: x ${github}\n`,
    'kind: ConfigMap\n# was redacted-2\ndata:\n  a: redacted-1\n  b: x redacted-2\n',
    ['token', 'token', 'token'],
  ],
  [
    'a private key in a block',
    'apply',
    `kind: ConfigMap\ndata:\n  key.pem: |\n    ${indented(key, '    ')}\n`,
    'kind: ConfigMap\ndata:\n  key.pem: |\n    redacted-1\n',
    ['token'],
  ],
  [
    'options of containers',
    'apply',
    'kind: X\nargs: ["--password", "abc", "--token=def", "--token-file=/a/b", "--colour=green"]\n',
    'kind: X\nargs: ["--password", "redacted-1", "--token=redacted-2", "--token-file=/a/b", "--colour=green"]\n',
    ['sign-in', 'sign-in'],
  ],
  [
    'a header',
    'apply',
    'kind: ConfigMap\ndata:\n  h: "Authorization: Bearer abcdefgh12345678"\n',
    'kind: ConfigMap\ndata:\n  h: "Authorization: Bearer redacted-1"\n',
    ['sign-in'],
  ],
  [
    'a kubeconfig',
    'apply',
    'kind: Config\nusers:\n- name: a\n  user:\n    token: abcdef\n    client-key-data: cHJpdmF0ZQ==\n',
    'kind: Config\nusers:\n- name: a\n  user:\n    token: redacted-1\n    client-key-data: cmVkYWN0ZWQtMg==\n',
    ['named', 'named'],
  ],
  [
    'a command that sets a variable',
    'kubectl',
    'kubectl set env deployment/web DB_TOKEN=abc COLOUR=green',
    'kubectl set env deployment/web DB_TOKEN=redacted-1 COLOUR=green',
    ['named'],
  ],
  [
    'a command that makes a Secret',
    'kubectl',
    "kubectl create secret generic s --from-literal=user=me --from-literal 'password=x y'",
    "kubectl create secret generic s --from-literal=user=redacted-1 --from-literal 'password=redacted-2'",
    ['secret', 'secret'],
  ],
  [
    'a patch in a command',
    'kubectl',
    `kubectl patch secret s -p '{"stringData":{"p":"pass"}}'`,
    `kubectl patch secret s -p '{"stringData":{"p":"redacted-1"}}'`,
    ['secret'],
  ],
  [
    'a password in a kubeconfig, and the name of its file',
    'kubectl',
    'KUBECONFIG=k.yaml kubectl config set users.me.password hunter2; kubectl config use-context prod --kubeconfig k.yaml',
    'KUBECONFIG=k.yaml kubectl config set users.me.password redacted-1; kubectl config use-context prod --kubeconfig k.yaml',
    ['sign-in'],
  ],
  [
    'options of a command',
    'kubectl',
    'kubectl get pods --token=abc --password "d e" -n x',
    'kubectl get pods --token=redacted-1 --password "redacted-2" -n x',
    ['sign-in', 'sign-in'],
  ],
  [
    'curl in a text that is no step',
    'apply',
    "curl -u admin:pa55word -H 'Authorization: Basic dTpw' https://me:pw12345@host/\n",
    "curl -u admin:redacted-2 -H 'Authorization: redacted-1\n",
    ['named', 'sign-in'],
  ],
  [
    'a Secret that cannot be read',
    'apply',
    `kind: Secret\ndata:\n  p: aHVudGVyMg==\n  q: [\nmetadata: }\n`,
    '# redacted-1\n',
    ['unchecked'],
  ],
];

test.each(cases)('%s', (_, kind, text, redacted, found) => {
  const scenario = one(kind, text);
  expect(findSecrets(scenario, catalog).findings.map((finding) => finding.kind)).toEqual(found);
  expect(redact(scenario, secretKinds, catalog).steps[0]?.text).toBe(redacted);
});

describe('the last-applied annotation', () => {
  const remembered = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', annotations: {} },
    data: { p: 'aHVudGVyMg==' },
  };
  const live = (style: (json: string) => string) =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: ${style(JSON.stringify(remembered))}\n  name: s\ndata:\n  p: aHVudGVyMg==\n`;

  test.each([
    ['a block', (json: string) => `|\n      ${json}`],
    ['single quotes', (json: string) => `'${json}'`],
    ['double quotes', (json: string) => JSON.stringify(json)],
  ])('in %s stays JSON with the same fields', (_, style) => {
    const scenario = one('live', live(style));
    const text = redact(scenario, secretKinds, catalog).steps[0]?.text ?? '';
    expect(text).toBe(live(style).replaceAll('aHVudGVyMg==', 'cmVkYWN0ZWQtMQ=='));
    expect(findSecrets(scenario, catalog).findings.map(({ path, remembered }) => [path, remembered])).toEqual([
      ['.metadata.annotations.kubectl.kubernetes.io/last-applied-configuration .data.p', true],
      ['.data.p', undefined],
    ]);
  });

  test('forgets what stands nowhere else, but no names and no items of lists', () => {
    const json = JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'gone-name' },
      spec: {
        image: 'old.example.com/app:1',
        type: 'Recreate',
        note: 'only remembered',
        list: ['only-here'],
        items: [{ name: 'gone-item', path: '/same' }],
      },
    });
    const text = `kind: Deployment\nmetadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '${json}'\nspec:\n  path: /same\n`;
    const redacted = redact(one('live', text), secretKinds, catalog).steps[0]?.text ?? '';
    expect(redacted).toBe(text.replace('only remembered', 'redacted-1'));
    expect(redact(one('live', text), ['secret', 'named'], catalog).steps[0]?.text).toBe(text);
  });
});

test('the very same secret goes wherever it stands, but names stay', () => {
  const scenario: Scenario = {
    title: 'login with hunter2!x',
    about: 'admin stays',
    steps: [
      {
        id: 's1',
        kind: 'apply',
        text: secret('stringData:\n  p: hunter2!x\n  user: admin\n  host: web-frontend-2\n'),
        note: 'It is hunter2!x.',
      },
      {
        id: 's2',
        kind: 'apply',
        text: 'kind: ConfigMap\nmetadata:\n  name: web-frontend-2\ndata:\n  line: use hunter2!x of admin\n  b: aHVudGVyMiF4\n  # hunter2!x\n',
      },
      {
        id: 's3',
        kind: 'kubectl',
        text: 'kubectl apply -f f.yaml',
        files: { 'f.yaml': 'kind: ConfigMap\ndata:\n  q: "{\\"a\\":\\"hunter2!x\\"}"\n' },
      },
    ],
  };
  const redacted = redact(scenario, secretKinds, catalog);
  expect(JSON.stringify(redacted)).not.toMatch(/hunter2|aHVudGVy/);
  expect(redacted.steps[1]?.text).toBe(
    'kind: ConfigMap\nmetadata:\n  name: web-frontend-2\ndata:\n  line: use redacted-1 of admin\n  b: cmVkYWN0ZWQtMQ==\n  # redacted-1\n',
  );
  expect(redacted.title).toBe('login with redacted-1');
  expect(redacted.about).toBe('admin stays');
});

test.each(['update', 'apply', 'status', 'merge-patch', 'live'] as const)(
  'a %s whose text names no kind holds what the Secret before it holds',
  (kind) => {
    const scenario = newScenario('', [
      { kind: 'live', text: secret('data: {}\n') },
      { kind, text: 'data: {a: d29yZA==}\n' },
    ]);
    expect(redact(scenario, secretKinds, catalog).steps[1]?.text).toBe('data: {a: cmVkYWN0ZWQtMQ==}\n');
  },
);

test('what keys the items of a list stays, and is said to', () => {
  const text =
    'kind: Widget\nmetadata:\n  managedFields:\n  - fieldsV1:\n      f:spec:\n        f:users:\n          k:{"token":"abc"}: {}\nspec:\n  users:\n  - token: abc\n    password: def\n';
  const scenario = one('live', text);
  expect(findSecrets(scenario, catalog).findings.map(({ path, left }) => [path, left])).toEqual([
    ['.spec.users[0].token', 'list-key'],
    ['.spec.users[0].password', undefined],
  ]);
  expect(redact(scenario, secretKinds, catalog).steps[0]?.text).toBe(text.replace('def', 'redacted-1'));
});

test('what was said to be plain stays, wherever it stands, and nothing else does', () => {
  const random = 'q7Zk2LmP9vTr4XwB8nYc';
  const scenario = one(
    'apply',
    `kind: ConfigMap\ndata:\n  a: ${random}\n  b: pre ${random}\n  c: x9Fh3KpW7sQd1MzV5bTj\n`,
  );
  const { findings } = findSecrets(scenario, catalog);
  expect(findings.map(({ kind, path }) => [kind, path])).toEqual([
    ['random', '.data.a'],
    ['random', '.data.b'],
    ['random', '.data.c'],
  ]);
  const [first] = findings;
  const text = redact(scenario, secretKinds, catalog, [first?.value ?? '']).steps[0]?.text;
  expect(text).toBe(`kind: ConfigMap\ndata:\n  a: ${random}\n  b: pre ${random}\n  c: redacted-1\n`);
});

describe('a goal', () => {
  const withGoal = (scenario: Scenario, path: string, value: string): Scenario => ({
    ...scenario,
    task: { given: ['s1'], goals: [{ kind: 'value', path, value }] },
  });
  const valueIn = (scenario: Scenario) => {
    const [goal] = redact(scenario, secretKinds, catalog).task?.goals ?? [];
    return goal?.kind === 'value' ? goal.value : undefined;
  };
  const settings = one('apply', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  colour: green\n');

  test('keeps a plain value', () => {
    expect(valueIn(withGoal(settings, '.data.colour', 'green'))).toBe('green');
    expect(findSecrets(withGoal(settings, '.data.colour', 'green'), catalog).findings).toEqual([]);
  });

  test.each([
    ['a token', '.data.colour', github],
    ['what the name of its field gives away', '.data.password', 'hunter2'],
  ])('loses %s', (_, path, value) => {
    const scenario = withGoal(settings, path, value);
    expect(JSON.stringify(redact(scenario, secretKinds, catalog))).not.toContain(value);
    const [finding] = findSecrets(scenario, catalog).findings;
    expect(finding).toMatchObject({ part: 'goal', file: '0.value', from: 0, to: value.length });
  });

  test('loses the value of a Secret, whatever it is called', () => {
    const held = one('apply', secret('stringData:\n  colour: green\n'));
    expect(valueIn(withGoal(held, '.stringData.colour', 'green'))).toMatch(/^redacted-/);
    expect(valueIn(withGoal(held, '.data.colour', 'Z3JlZW4='))).not.toBe('Z3JlZW4=');
    expect(valueIn(withGoal(held, '.stringData.colour', 'never-seen'))).toMatch(/^redacted-/);
  });
});

test('what is said of whoever sends a request loses its secrets, and keeps names', () => {
  const user = {
    name: 'jane',
    groups: ['dev', jwt],
    uid: '0b7c',
    extra: { scopes: ['read'], token: [`Bearer ${jwt}`, 'a'] },
  };
  const scenario = newScenario('', [{ kind: 'apply', text: 'kind: X\n', user }]);
  const found = findSecrets(scenario, catalog).findings;
  expect(found.map((finding) => [finding.part, finding.file])).toEqual([
    ['user', 'groups.1'],
    ['user', 'extra.token.0'],
  ]);
  expect(found.map((finding) => foundText(scenario, finding))).toEqual([jwt, jwt]);
  expect(redact(scenario, secretKinds, catalog).steps[0]).toMatchObject({
    user: {
      name: 'jane',
      groups: ['dev', 'redacted-1'],
      uid: '0b7c',
      extra: { scopes: ['read'], token: ['Bearer redacted-1', 'a'] },
    },
  });
});

test('findings say where: step, line, range, and nothing of the value', () => {
  const text = secret('stringData:\n  p: hunter2\n');
  const scenario = newScenario('', [
    { kind: 'apply', text: 'kind: ConfigMap\n' },
    { kind: 'apply', text },
  ]);
  const view = findSecrets(scenario, catalog);
  expect(view).toMatchObject({ documents: 2, bytes: text.length + 16 });
  const from = text.indexOf('hunter2');
  expect(view.findings).toEqual([
    {
      kind: 'secret',
      sign: 'string-data',
      stepId: 's2',
      part: 'text',
      path: '.stringData.p',
      from,
      to: from + 7,
      line: 6,
      value: expect.stringMatching(/^[\da-f]{16}$/),
    },
  ]);
});

describe('whatever a Secret holds', () => {
  const values = fc.dictionary(
    fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/),
    fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    { minKeys: 1, maxKeys: 4 },
  );

  test('nothing of it is left, keys stay, and the rest of the text reads the same', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (held, asJson) => {
        const object = {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 's', labels: { app: 'x' } },
          stringData: held,
        };
        const text = asJson ? JSON.stringify(object) : `# a comment\n${JSON.stringify(object, null, 1)}\n`;
        const redacted = redact(one('apply', text), secretKinds, catalog).steps[0]?.text ?? '';
        // Where a value cannot be told from the text around it, the object is written anew, as YAML.
        const again = JSON.parse(formatJson(readDocuments(redacted)[0]?.value ?? null));
        expect(Object.keys(again.stringData).sort()).toEqual(Object.keys(held).sort());
        for (const name of Object.keys(held)) {
          expect(again.stringData[name]).toMatch(/redacted/);
        }
        expect({ ...again, stringData: held }).toEqual(object);
      }),
      { numRuns: 50, examples: [[{ a: ' *!' }, false]] },
    );
  });

  test('any text comes out as one that a link takes, twice the same', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200, unit: 'grapheme' }),
        fc.constantFrom<StepKind>('apply', 'kubectl', 'json-patch'),
        (text, kind) => {
          const once = redact(one(kind, text), secretKinds, catalog);
          expect(checkForm(plainForm(once)).kind).toBe('scenario');
          expect(redact(once, secretKinds, catalog)).toEqual(once);
        },
      ),
      { numRuns: 50 },
    );
  });
});
