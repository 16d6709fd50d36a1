import '@managed-fields/player/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { requestForms } from '@managed-fields/player';
import { configMap, crd, whole } from '@managed-fields/player/sample-texts';
import { type AnyStep, type NewStep, newScenario, writeScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import type { Pasted } from './pasted.ts';
import { readPastedTexts } from './pasted-texts.ts';
import { readPasted } from './read-pasted.ts';

const catalog = await loadKubernetesTypes();

const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"cm"},"data":{"a":"1"}}';
const path = '/api/v1/namespaces/default/configmaps/cm';
const deployment = '/apis/apps/v1/namespaces/shop/deployments/web';
const object = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

/** The steps that a text becomes, with their problems; the code of a refusal. */
function steps(pasted: Pasted): readonly unknown[] {
  if (pasted.kind !== 'requests') return [pasted.kind];
  return pasted.readings.map((reading) => {
    if (reading.kind === 'refused') return reading.code;
    const problems = reading.problems.map(({ code, data }) => [code, ...Object.values(data)].join(' '));
    return problems.length === 0 ? reading.step : [reading.step, ...problems];
  });
}

test.each<readonly [name: string, text: string, is: unknown]>([
  [
    'an apply in HTTP',
    `PATCH ${path}?fieldManager=me&force=true HTTP/1.1\nHost: x\nUser-Agent: tool/1.0\nContent-Type: application/apply-patch+yaml\n\n${body}\n`,
    { kind: 'apply', text: `${body}\n`, manager: 'me', force: true },
  ],
  [
    'a merge patch, its object named by the path alone, with Windows line ends',
    `PATCH https://10.0.0.1:6443${deployment}?fieldManager=me&dryRun=All&fieldValidation=Strict\r\nContent-Type: application/merge-patch+json; charset=utf-8\r\nuser-agent: kubectl/v1.30\r\n\r\n{"spec":{"replicas":3}}`,
    {
      kind: 'merge-patch',
      text: '{"spec":{"replicas":3}}',
      manager: 'me',
      dryRun: true,
      fieldValidation: 'Strict',
      userAgent: 'kubectl/v1.30',
      object,
    },
  ],
  [
    'a scale',
    `PATCH ${deployment}/scale\nContent-Type: application/merge-patch+json\n\n{"spec":{"replicas":3}}`,
    { kind: 'scale', text: '{"spec":{"replicas":3}}', object },
  ],
  [
    'a status, and a manifest without the empty line before it',
    `PATCH ${deployment}/status HTTP/2\nContent-Type: application/merge-patch+json\nstatus:\n  replicas: 3\n`,
    { kind: 'status', text: 'status:\n  replicas: 3\n', object },
  ],
  [
    'a reset',
    `PATCH ${deployment}\nContent-Type: application/merge-patch+json\n\n{"metadata":{"managedFields":[{}]}}`,
    { kind: 'reset', text: '{"metadata":{"managedFields":[{}]}}', object },
  ],
  [
    'an update of a subresource',
    `PUT ${deployment}/scale\nContent-Type: application/json\n\n{"kind":"Scale"}`,
    { kind: 'update', text: '{"kind":"Scale"}', subresource: 'scale', object },
  ],
  [
    'a create in the namespace of the path',
    `POST /api/v1/namespaces/shop/configmaps?fieldManager=a%20b\nContent-Type: application/yaml\n\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cm # ours\n`,
    {
      kind: 'create',
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  namespace: shop\n  name: cm # ours\n',
      manager: 'a b',
    },
  ],
  [
    'a delete with options',
    `DELETE ${deployment}\n\n{"propagationPolicy":"Background"}`,
    [{ kind: 'delete', text: '', object }, 'body-not-played'],
  ],
  [
    'a custom resource, and a parameter that does nothing',
    'PATCH /apis/example.com/v1/namespaces/default/foos/x?fieldManager=me&resourceVersion=5\nContent-Type: application/apply-patch+yaml\n\napiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\n',
    [
      { kind: 'apply', text: 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\n', manager: 'me' },
      'query-not-played resourceVersion',
    ],
  ],
  [
    'a patch of a kind that nobody names',
    'PATCH /apis/example.com/v1/namespaces/default/foos/x\nContent-Type: application/merge-patch+json\n\n{}',
    [{ kind: 'merge-patch', text: '{}' }, 'unknown-resource foos'],
  ],
  ['a read', `GET ${path}`, 'reads-only'],
  ['a delete of all', 'DELETE /api/v1/namespaces/default/configmaps', 'collection'],
  ['an eviction', 'POST /api/v1/namespaces/default/pods/p/eviction\n\n{}', 'subresource'],
  ['a patch of no known form', `PATCH ${path}\nContent-Type: application/json\n\n{}`, 'content-type'],
  [
    'curl as documentation has it',
    `curl -sk -H 'Authorization: Bearer admin' 'https://127.0.0.1:16443${path}?fieldManager=me' -X PATCH -H 'Content-Type: application/apply-patch+yaml' -d '${body}'`,
    { kind: 'apply', text: body, manager: 'me' },
  ],
  [
    'curl with everything else',
    `$ curl -kXPATCH --header "content-type: application/json-patch+json" \\\n  -A kube-controller-manager/v1.30 --cacert ca.crt \\\n  --data-raw=$'[{"op": "add", "path": "/metadata/labels/it\\'s", "value": "\\u0041"}]' \\\n  --url "$APISERVER${deployment}" # set it`,
    {
      kind: 'json-patch',
      text: `[{"op": "add", "path": "/metadata/labels/it's", "value": "A"}]`,
      userAgent: 'kube-controller-manager/v1.30',
      object,
    },
  ],
  [
    'curl with --json and a here-document',
    `curl --json @- -X PUT http://localhost:8001${path} <<EOF\n${body}\nEOF\n`,
    { kind: 'update', text: `${body}\n` },
  ],
  [
    'curl with a body in a file',
    `curl -X PATCH -H 'Content-Type: application/apply-patch+yaml' --data-binary @cm.yaml localhost:8001${path}?fieldManager=me`,
    [
      {
        kind: 'apply',
        text: '',
        manager: 'me',
        object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'cm' },
      },
      'body-in-file cm.yaml',
    ],
  ],
  ['curl by default', `curl localhost:8001${path}`, 'reads-only'],
  [
    'a kubectl command',
    '$ kubectl apply --server-side -f web.yaml',
    [
      { kind: 'kubectl', text: 'kubectl apply --server-side -f web.yaml', files: { 'web.yaml': '' } },
      'file-missing web.yaml',
    ],
  ],
  [
    'kubectl behind a pipe',
    `cat <<'EOF' | kubectl apply --server-side -f -\n${body}\nEOF`,
    { kind: 'kubectl', text: 'kubectl apply --server-side -f -', files: { '-': `${body}\n` } },
  ],
  [
    'kubectl behind echo, under its short name',
    `echo '${body}' | k create -f -`,
    { kind: 'kubectl', text: 'kubectl create -f -', files: { '-': `${body}\n` } },
  ],
  [
    'a here-document into a file, and the command that reads it',
    `$ cat > cm.yaml <<EOF\n${body}\nEOF\n$ kubectl apply -f cm.yaml # done`,
    { kind: 'kubectl', text: 'kubectl apply -f cm.yaml', files: { 'cm.yaml': `${body}\n` } },
  ],
  [
    'a pipe of two commands',
    '$ k create deploy web --image=a --dry-run=client -o yaml | \\\n  oc apply -f -',
    {
      kind: 'kubectl',
      text: 'kubectl create deploy web --image=a --dry-run=client -o yaml | \\\n  kubectl apply -f -',
    },
  ],
])('reads %s', (_, text, is) => {
  expect(steps(readPasted(text, catalog))).toEqual([is]);
});

test('a file that a pipe begins with is missing until it is written', () => {
  expect(readPasted('cat cm.yaml | kubectl apply -f -', catalog)).toMatchObject({
    readings: [
      {
        step: { text: 'cat cm.yaml | kubectl apply -f -', files: { 'cm.yaml': '' } },
        problems: [{ code: 'file-missing', data: { file: 'cm.yaml' } }],
      },
    ],
  });
});

test('reads several commands, comments between them', () => {
  const text = `# first\nkubectl create deployment web --image=nginx\n\n$ kubectl scale deployment web \\\n    --replicas=3\n`;
  expect(steps(readPasted(text, catalog))).toEqual([
    { kind: 'kubectl', text: 'kubectl create deployment web --image=nginx' },
    { kind: 'kubectl', text: 'kubectl scale deployment web \\\n    --replicas=3' },
  ]);
});

const all: readonly NewStep[] = [
  { kind: 'apply', manager: "o'me", text: whole },
  {
    kind: 'apply',
    manager: 'b',
    force: true,
    dryRun: true,
    fieldValidation: 'Strict',
    text: `${whole}# it's "done"\n`,
  },
  { kind: 'merge-patch', userAgent: 'x/1 (y)', text: '{"metadata":{"labels":{"a":"b c"}}}' },
  { kind: 'strategic-merge-patch', manager: 'b', text: '{"spec":{"paused":true}}' },
  { kind: 'json-patch', manager: 'b', text: '[{"op":"remove","path":"/spec/paused"}]' },
  { kind: 'scale', manager: 'hpa', text: '{"spec":{"replicas":4}}' },
  { kind: 'status', manager: 'dc', text: '{"status":{"replicas":4}}' },
  { kind: 'update', manager: 'u', text: whole },
  { kind: 'reset', manager: 'r', text: '{"metadata":{"managedFields":[{}]}}' },
  { kind: 'create', manager: 'c', text: configMap('  a: $HOME `x` \\ "y"\n', '  namespace: shop\n') },
  {
    kind: 'merge-patch',
    manager: 'm',
    user: {
      name: "o'jane",
      uid: 'u-1',
      groups: ['dev', 'a b'],
      extra: { 'example.com/team%': ['blue', ''], é: ['x'] },
    },
    text: '{"spec":{"paused":true}}',
  },
  { kind: 'delete', text: '' },
];

describe('a request comes back as the step that sends it', () => {
  const scenario = newScenario('', all);
  test.each(scenario.steps)('$kind $id', ({ id, ...step }) => {
    const forms = requestForms(scenario, id, { catalog });
    for (const text of [forms?.http, forms?.curl]) {
      const pasted = readPasted(text ?? '', catalog);
      const [reading] = pasted.kind === 'requests' ? pasted.readings : [];
      if (reading?.kind !== 'step') throw new Error(JSON.stringify(pasted));
      const { object: named, ...read }: Omit<AnyStep, 'id'> = reading.step;
      expect(read).toEqual(step);
      const again = newScenario('', [...scenario.steps.slice(0, Number(id.slice(1)) - 1), reading.step]);
      expect(requestForms(again, `s${again.steps.length}`, { catalog })?.http).toBe(forms?.http);
    }
  });
});

describe('documents', () => {
  const read = (text: string) => {
    const pasted = readPasted(text, catalog);
    if (pasted.kind !== 'objects') return pasted.kind === 'parts' ? pasted.others.map(({ code }) => code) : pasted.kind;
    const { objects, others } = pasted;
    const told = objects.map(({ kind, name, nature, obstacle }) =>
      [kind, name, nature, obstacle].filter(Boolean).join(' '),
    );
    return [...told, ...others.map(({ code }) => code)];
  };

  test.each<readonly [name: string, text: string, is: unknown]>([
    ['nothing', ' \n---\n', 'nothing'],
    [
      'several',
      `# ours\n${whole}---\n${configMap('  a: b\n')}`,
      ['Deployment web configuration', 'ConfigMap settings configuration'],
    ],
    [
      'a List',
      `apiVersion: v1\nkind: List\nitems:\n- ${configMap('  a: b # kept\n').trimEnd().replaceAll('\n', '\n  ')}\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: s, uid: u}\n`,
      ['ConfigMap settings configuration', 'Secret s live'],
    ],
    [
      'a JSON array',
      `[${body}, ${body.replace('"cm"', '"cn"')}]`,
      ['ConfigMap cm configuration', 'ConfigMap cn configuration'],
    ],
    [
      'a live object, and what is none',
      `${configMap('  a: b\n', '  managedFields: [{manager: m, operation: Apply}]\n')}---\nfoo: bar\n`,
      ['ConfigMap settings live', 'foreign'],
    ],
    [
      'objects of the wrong kind',
      'apiVersion: v1\nkind: Config\n---\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n---\napiVersion: v1\nkind: Confmap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\n',
      [
        'Config configuration credentials',
        'Kustomization configuration tool-file',
        'Confmap a configuration unknown-kind',
        'ConfigMap configuration no-name',
      ],
    ],
    [
      'a custom resource, whatever its group ends in, and a misspelt kind of a group that is built in',
      [
        'gateway.networking.k8s.io/v1, kind: Gateway',
        'snapshot.storage.k8s.io/v1, kind: VolumeSnapshot',
        'autoscaling.k8s.io/v1, kind: VerticalPodAutoscaler',
        'networking.k8s.io/v1, kind: Ingres',
        'extensions/v1beta1, kind: Ingress',
        'nodot/v1, kind: Foo',
        'example.com, kind: Foo',
        'example.com/1, kind: Foo',
        'example.com/v1, kind: Fo.o',
      ]
        .map((what) => `{apiVersion: ${what}, metadata: {name: a}}\n`)
        .join('---\n'),
      [
        'Gateway a configuration',
        'VolumeSnapshot a configuration',
        'VerticalPodAutoscaler a configuration',
        'Ingres a configuration unknown-kind',
        'Ingress a configuration unknown-kind',
        'Foo a configuration unknown-kind',
        'Foo a configuration unknown-kind',
        'Foo a configuration unknown-kind',
        'Fo.o a configuration unknown-kind',
      ],
    ],
    [
      'a definition',
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n',
      ['CustomResourceDefinition a definition'],
    ],
    ['foreign JSON', '{"name": "package", "version": "1.0.0"}', ['foreign']],
    ['a JSON patch', '[{"op": "remove", "path": "/a"}]', ['json-patch']],
    ['entries alone', 'managedFields:\n- {manager: a, operation: Apply}\n', ['managed-fields']],
    ['a fragment', 'spec:\n  replicas: 3\n', ['fragment']],
    ['neither YAML nor JSON', 'a: [b\n', ['unreadable']],
    ['a scenario', writeScenario(newScenario('t', [{ kind: 'live', text: whole }])), 'scenario'],
    ['a scenario that is broken', 'version: 1\nsteps: [{kind: nonsense}]\n', 'broken-scenario'],
  ])('%s', (_, text, is) => {
    expect(read(text)).toEqual(is);
  });

  test('an item of a list keeps its own text and comments', () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      name: a\n    data:\n      # why\n      k: |\n        one\n        two\n      l: m # last\n`;
    const pasted = readPasted(text, catalog);
    const [item] = pasted.kind === 'objects' ? pasted.objects : [];
    expect(item?.text).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  # why\n  k: |\n    one\n    two\n  l: m # last\n',
    );
  });
});

describe('kinds that the same texts or the scenario define', () => {
  const versions = crd('            type: object').replace(
    '  versions:',
    '  versions:\n  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}',
  );
  const patch = (version: string, rest = 'namespaces/default/foos/x') =>
    `curl -X PATCH -H 'Content-Type: application/merge-patch+json' 'localhost:8001/apis/example.com/${version}/${rest}' -d '{"spec":{"a":1}}'`;
  const foo = (version: string) => ({
    apiVersion: `example.com/${version}`,
    kind: 'Foo',
    namespace: 'default',
    name: 'x',
  });
  const read = (texts: readonly string[], steps: readonly NewStep[] = []) =>
    readPastedTexts(texts, {}, newScenario('', steps), { catalog }).read;
  const last = (texts: readonly string[], scenario?: readonly NewStep[]) =>
    steps(read(texts, scenario).at(-1) ?? { kind: 'nothing' }).at(-1);
  const live = 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x, namespace: default, uid: u}\n';
  const sent = (version: string) => ({ kind: 'merge-patch', text: '{"spec":{"a":1}}', object: foo(version) });
  const post = `curl -X POST -H 'Content-Type: application/yaml' localhost:8001/apis/apiextensions.k8s.io/v1/customresourcedefinitions --data-binary @- <<EOF\n${versions}EOF\n`;

  test.each<readonly [where: string, version: string, texts: readonly string[], scenario: readonly NewStep[]]>([
    ['another file', 'v1beta1', [versions, patch('v1beta1')], []],
    ['a request before', 'v1beta1', [`${post}${patch('v1beta1')}`], []],
    ['a command before', 'v1beta1', [`kubectl apply -f - <<EOF\n${versions}EOF\n${patch('v1beta1')}`], []],
    ['a step of the scenario', 'v1beta1', [patch('v1beta1')], [{ kind: 'crd', text: versions }]],
    [
      'a step whose definition is gone by now',
      'v1beta1',
      [patch('v1beta1')],
      [
        { kind: 'crd', text: versions },
        {
          kind: 'delete',
          text: '',
          object: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'foos.example.com' },
        },
      ],
    ],
    ['an object of the scenario', 'v1', [patch('v1')], [{ kind: 'live', text: live }]],
    [
      'a definition that does not serve the version',
      'v1alpha1',
      [patch('v1alpha1')],
      [{ kind: 'crd', text: versions }],
    ],
    ['a definition without the version', 'v9', [patch('v9')], [{ kind: 'crd', text: versions }]],
  ])('are known from %s', (_, version, texts, scenario) => {
    expect(last(texts, scenario)).toEqual(sent(version));
  });

  test('are known where a project has a definition of them, at the versions that it serves', () => {
    const certificate = (version: string) =>
      patch(version, 'namespaces/shop/certificates/web').replace('example.com', 'cert-manager.io');
    const web = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', namespace: 'shop', name: 'web' };
    expect(last([certificate('v1')])).toEqual({ kind: 'merge-patch', text: '{"spec":{"a":1}}', object: web });
    expect(last([certificate('v1').replace('namespaces/shop/', '')])).toBe('not-a-resource');
    expect(last([certificate('v9')])).not.toMatchObject({ object: web });
  });

  test('a definition of two with one name that comes later does not hide the first', () => {
    const later = versions.replaceAll('v1beta1', 'v1beta2');
    expect(last([versions, later, patch('v1beta1')])).toEqual(sent('v1beta1'));
    expect(last([versions, later, patch('v1beta2')])).toEqual(sent('v1beta2'));
  });

  test('a path outside of the scope of its kind is none', () => {
    expect(last([patch('v1', 'foos/x')], [{ kind: 'crd', text: versions }])).toBe('not-a-resource');
    const cluster = versions.replace('Namespaced', 'Cluster');
    expect(last([patch('v1', 'namespaces/a/foos/x')], [{ kind: 'crd', text: cluster }])).toBe('not-a-resource');
    expect(last([patch('v1', 'foos/x')], [{ kind: 'crd', text: cluster }])).toMatchObject({ object: { name: 'x' } });
  });

  test('an object of a group that is built in, and of a file of a tool, is taken with its definition', () => {
    const texts = (group: string, more = '') => [
      versions.replaceAll('example.com', group).replace('metadata: {', `metadata: {${more}`),
      `{apiVersion: ${group}/v1, kind: Foo, metadata: {name: x}}`,
    ];
    const obstacles = (given: readonly string[]) =>
      read(given).map((each) => (each.kind === 'objects' ? each.objects[0]?.obstacle : each.kind));
    const approved = 'annotations: {api-approved.kubernetes.io: unapproved}, ';
    expect(obstacles(texts('networking.k8s.io', approved))).toEqual([undefined, undefined]);
    expect(obstacles(texts('networking.k8s.io', approved).slice(1))).toEqual(['unknown-kind']);
    expect(obstacles(texts('kind.x-k8s.io'))).toEqual([undefined, undefined]);
    expect(obstacles(texts('kind.x-k8s.io').slice(1))).toEqual(['tool-file']);
  });
});
