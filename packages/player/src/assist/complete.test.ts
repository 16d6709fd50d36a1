import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { complete } from './complete.ts';
import { hover } from './describe.ts';
import { kindsOf } from './kinds.ts';
import type { AssistContext } from './place.ts';

const catalog = await loadKubernetesTypes();

function objectOf(json: string): ValueMap {
  const parsed = parseJson(json);
  if (parsed.kind !== 'value' || !(parsed.value instanceof Map)) throw new Error(json);
  return parsed.value;
}

const plain: AssistContext = {
  catalog,
  kinds: () => kindsOf(catalog),
  form: 'object',
  subresource: '',
  version: undefined,
  name: '',
  namespace: '',
  object: undefined,
};
const web: AssistContext = {
  ...plain,
  version: catalog.findKind('apps/v1', 'Deployment'),
  name: 'web',
  namespace: 'shop',
  object: objectOf('{"metadata":{"labels":{"a/b":"x"}},"spec":{"replicas":3,"strategy":{"type":"Recreate"}}}'),
};

const deployment = 'apiVersion: apps/v1\nkind: Deployment\n';
const inContainer = `${deployment}spec:\n  template:\n    spec:\n      containers:\n      - name: web\n`;

function completed(marked: string, context: AssistContext) {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, ...complete(text, offset, context) };
}

/** The first labels, as many as are expected. */
test.each<readonly [text: string, context: AssistContext, first: readonly string[]]>([
  ['|', plain, ['apiVersion', 'kind', 'metadata']],
  ['kind: MutatingWebhookConfiguration\n|', plain, ['apiVersion', 'metadata', 'MutatingWebhookConfiguration']],
  ['Muta|', plain, ['apiVersion', 'kind', 'metadata', 'MutatingAdmissionPolicy']],
  ['|', web, ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
  ['|\n', web, ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
  ['apiVersion: apps/v1\nkind: |', plain, ['ControllerRevision', 'DaemonSet', 'Deployment']],
  ['kind: Deployment\napiVersion: |', plain, ['apps/v1']],
  [`${deployment}|`, plain, ['metadata', 'spec', 'status']],
  [`${deployment}sp|`, plain, ['metadata', 'spec']],
  [`${deployment}spec:\n  |`, plain, ['selector', 'template', 'minReadySeconds']],
  [`${deployment}spec:\n  strategy:\n    type: |`, plain, ['RollingUpdate', 'Recreate']],
  [`${deployment}spec:\n  paused: |`, plain, ['true', 'false']],
  [`${deployment}spec:\n  replicas: |`, plain, ['1']],
  [`${deployment}spec:\n  replicas: |`, web, ['3', '1']],
  [`${deployment}spec:\n  selector: {}\n  template: {}\n  |`, plain, ['minReadySeconds', 'paused']],
  [`${inContainer}        |`, plain, ['args', 'command', 'env']],
  [`${inContainer}        imagePullPolicy: Al|`, plain, ['Always', 'IfNotPresent', 'Never']],
  [`${inContainer}        ports:\n          |`, plain, ['- containerPort', '- protocol']],
  [`${inContainer}        ports:\n        - |`, plain, ['containerPort', 'protocol', 'hostIP']],
  [
    `${inContainer}        ports:\n        - containerPort: 80\n          |`,
    plain,
    ['protocol', 'hostIP', 'hostPort', 'name'],
  ],
  [`${inContainer}        ports:\n        - containerPort: 80\n          protocol: |`, plain, ['TCP', 'SCTP', 'UDP']],
  [`${inContainer}        ports: [{containerPort: 80, |}]`, plain, ['protocol', 'hostIP']],
  [`${inContainer}      |`, plain, ['- name', 'activeDeadlineSeconds']],
  ['{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"|"}}', plain, ['selector', 'template']],
  ['{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"strategy": {"type": "|"}}}', plain, ['RollingUpdate']],
  [
    'kind: List\napiVersion: v1\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  |',
    plain,
    ['metadata', 'binaryData', 'data'],
  ],
  [
    `apiVersion: v1\nkind: ConfigMap\n---\n${deployment}spec:\n  pau|`,
    plain,
    ['selector', 'template', 'minReadySeconds', 'paused'],
  ],
  ['metadata:\n  name: |', web, ['web']],
  ['metadata:\n  namespace: |', web, ['shop']],
  ['spec:\n  |', { ...web, form: 'strategic-merge-patch' }, ['selector', 'template']],
  ['spec:\n  $|', { ...web, form: 'strategic-merge-patch' }, ['$patch']],
  ['spec:\n  strategy:\n    $|', { ...web, form: 'strategic-merge-patch' }, ['$patch', '$retainKeys', 'rollingUpdate']],
  [
    'spec:\n  template:\n    spec:\n      $|',
    { ...web, form: 'strategic-merge-patch' },
    ['$patch', '$setElementOrder/containers'],
  ],
  ['spec:\n  $patch: |', { ...web, form: 'strategic-merge-patch' }, ['delete', 'merge', 'replace']],
  ['spec:\n  replicas: |', { ...web, form: 'merge-patch' }, ['3', '1', 'null']],
  ['spec:\n  |', { ...web, form: 'merge-patch', subresource: 'scale' }, ['replicas']],
  ['|', { ...web, form: 'merge-patch', subresource: 'status' }, ['status', 'apiVersion']],
  ['|', { ...web, form: 'json-patch' }, ['- op']],
  ['- |', { ...web, form: 'json-patch' }, ['op', 'path', 'value', 'from']],
  ['- op: |', { ...web, form: 'json-patch' }, ['add', 'remove', 'replace', 'move', 'copy', 'test']],
  ['- op: remove\n  |', { ...web, form: 'json-patch' }, ['path']],
  ['- op: move\n  |', { ...web, form: 'json-patch' }, ['from', 'path']],
  ['- op: replace\n  path: |', { ...web, form: 'json-patch' }, ['/metadata', '/spec', '/apiVersion']],
  [
    '- op: replace\n  path: /spec/|',
    { ...web, form: 'json-patch' },
    ['/spec/replicas', '/spec/strategy', '/spec/minReadySeconds'],
  ],
  ['[{"op": "add", "path": "/metadata/labels/|"}]', { ...web, form: 'json-patch' }, ['/metadata/labels/a~1b']],
  ['- op: add\n  path: /spec/strategy\n  value:\n    |', { ...web, form: 'json-patch' }, ['rollingUpdate', 'type']],
  ['- op: add\n  path: /spec/strategy/type\n  value: |', { ...web, form: 'json-patch' }, ['RollingUpdate', 'Recreate']],
  [
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  scope: |',
    plain,
    ['Namespaced', 'Cluster'],
  ],
  [
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - schema:\n      openAPIV3Schema:\n        properties:\n          spec:\n            items:\n              x-kubernetes-list-type: |',
    plain,
    ['atomic', 'set', 'map'],
  ],
  [`${deployment}# |`, plain, []],
  [`${deployment}spec:\n  nothing:\n    |`, plain, []],
  ['apiVersion: v9\nkind: Nobody\nspec:\n  |', plain, []],
])('%j', (text, context, first) => {
  const labels = completed(text, context).items.map(({ label }) => label);
  expect(labels.slice(0, first.length)).toEqual(first);
  if (first.length === 0) expect(labels).toEqual([]);
});

/** What the text becomes when a label is chosen. */
test.each<readonly [text: string, context: AssistContext, label: string, becomes: string]>([
  ['sp|', web, 'spec', 'spec:\n  '],
  ['re|: 1', web, 'spec', 'spec: 1'],
  ['spec:\n  |', web, 'replicas', 'spec:\n  replicas: '],
  ['spec:\n  str|\n  paused: true', web, 'strategy', 'spec:\n  strategy:\n    \n  paused: true'],
  [`${inContainer}        po|`, plain, 'ports', `${inContainer}        ports:\n        - containerPort: `],
  [`${inContainer}        |`, plain, 'args', `${inContainer}        args:\n        - `],
  ['{"spec": {"str|"}}', web, 'strategy', '{"spec": {"strategy": {}}'],
  ['{"spec": {"replicas": |}}', web, '3', '{"spec": {"replicas": 3}}'],
  ['spec: {strategy: {type: |}}', web, 'RollingUpdate', 'spec: {strategy: {type: RollingUpdate}}'],
  ["kind: '|'", plain, 'Pod', "kind: 'Pod'"],
  [`${inContainer}      |`, plain, '- name', `${inContainer}      - name: `],
  ['- op: add\n  path: /sp|', { ...web, form: 'json-patch' }, '/spec', '- op: add\n  path: /spec'],
])('%j', (marked, context, label, becomes) => {
  const { text, items, range } = completed(marked, context);
  const item = items.find((each) => each.label === label);
  expect(text.slice(0, range.from) + item?.insert + text.slice(range.to)).toBe(becomes);
});

test.each<readonly [text: string, said: string | undefined]>([
  [`${deployment}spec:\n  repl|icas: 1`, '.spec.replicas integer value'],
  [`${deployment}spec:\n  replicas: 1|2`, '.spec.replicas integer value'],
  [`${inContainer.replace('containers', 'cont|ainers')}`, '.spec.template.spec.containers list items'],
  [`${inContainer.replace('name: web', 'name: w|eb')}`, '.spec.template.spec.containers[].name string value'],
  [`${deployment}metadata:\n  labels:\n    a.b/|c: d`, '.metadata.labels.* string value'],
  [`ki|nd: Pod\napiVersion: v1`, '.kind string value'],
  [`${deployment}spec:\n  nothi|ng: 1`, undefined],
  ['a: # b|', undefined],
])('hover over %j', (marked, said) => {
  const offset = marked.indexOf('|');
  const found = hover(marked.replace('|', ''), offset, plain);
  const { field } = found ?? {};
  expect(field && `${field.text} ${field.type} ${field.treatment}`).toBe(said);
});

test('no state of a text makes it fail', () => {
  const text = `${inContainer}        ports: [{containerPort: 80, protocol: "TCP"}]\n  x: {y: [\n- op: add\n  value: {`;
  for (const context of [plain, { ...web, form: 'json-patch' } as const, { ...web, form: 'merge-patch' } as const]) {
    for (let end = 0; end <= text.length; end++) {
      expect(() => complete(text.slice(0, end), end, context)).not.toThrow();
      expect(() => hover(text, end, context)).not.toThrow();
    }
  }
});
