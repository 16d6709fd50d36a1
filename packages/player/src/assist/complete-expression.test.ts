import '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { complete } from './complete.ts';
import { hoverInExpression } from './complete-expression.ts';
import { kindsOf } from './kinds.ts';
import type { AssistContext } from './place.ts';

const catalog = await loadKubernetesTypes();
const context: AssistContext = {
  catalog,
  kinds: () => kindsOf(catalog),
  form: 'object',
  subresource: '',
  version: undefined,
  name: '',
  namespace: '',
  object: undefined,
};

const rules = (resources: string, groups = 'apps') => `
    resourceRules:
    - apiGroups: [${groups}]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [${resources}]
`;
const head = (kind: string, resources = 'deployments', groups?: string) =>
  `apiVersion: admissionregistration.k8s.io/v1\nkind: ${kind}\nspec:\n  matchConstraints:${rules(resources, groups)}`;
const validating = `${head('ValidatingAdmissionPolicy')}  paramKind: {apiVersion: v1, kind: ConfigMap}
  variables:
  - name: pod
    expression: object.spec.template.spec
  - name: first
    expression: variables.pod.containers[0]
  validations:
`;
const mutating = `${head('MutatingAdmissionPolicy')}  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
`;
const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
webhooks:
- name: a.example.com
  rules:
  - {apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}
  matchConditions:
`;
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  versions:
  - schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              names: {type: array, items: {type: string}}
            x-kubernetes-validations:
`;

function completed(marked: string) {
  const offset = marked.lastIndexOf('¦');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, ...complete(text, offset, context) };
}

test.each<readonly [name: string, marked: string, first: readonly string[]]>([
  ['a field of the kind', `${validating}  - expression: object.spec.¦`, ['selector', 'template', 'minReadySeconds']],
  ['in a block', `${validating}  - expression: >-\n      has(object.spec) &&\n      object.spec.sel¦`, ['selector']],
  ['in quotes', `${validating}  - expression: "object.¦"`, ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
  ['the old object', `${validating}  - expression: oldObject.metadata.¦`, ['annotations', 'creationTimestamp']],
  ['params', `${validating}  - expression: params.¦`, ['apiVersion', 'binaryData', 'data']],
  ['a variable', `${validating}  - expression: variables.¦`, ['pod', 'first']],
  ['inside of a variable', `${validating}  - expression: variables.first.¦`, ['args', 'command', 'env']],
  ['a message', `${validating}  - messageExpression: ¦`, ['object', 'oldObject']],
  ['a variable before', `${validating.replace('variables.pod.cont', 'variables.¦')}`, ['pod']],
  ['Object', `${mutating}      expression: ¦`, ['Object{…}', 'JSONPatch{…}']],
  ['made fields', `${mutating}      expression: >-\n        Object{spec: Object.spec{¦`, ['selector', 'template']],
  ['webhooks', `${webhook}  - expression: object.spec.¦`, ['containers']],
  ['self', `${definition}            - rule: self.¦`, ['names', 'replicas']],
  ['loops', `${definition}            - rule: self.names.all(n, n.start¦`, ['startsWith']],
])('%s', (_, marked, first) => {
  const { items, isExpression } = completed(marked);
  const labels = items.map(({ label }) => label);
  expect(isExpression).toBe(true);
  expect(first.filter((label) => !labels.includes(label))).toEqual([]);
});

test('what exactly one known resource does not say, nobody knows', () => {
  const several = [
    head('ValidatingAdmissionPolicy', 'deployments, statefulsets'),
    head('ValidatingAdmissionPolicy', '"*"'),
    head('ValidatingAdmissionPolicy', 'nothings'),
    head('ValidatingAdmissionPolicy', 'deployments/scale'),
    head('ValidatingAdmissionPolicy', 'deployments', 'apps, batch'),
    'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nspec:\n',
  ];
  for (const text of several) {
    const labels = completed(`${text}  validations:\n  - expression: object.¦`).items.map(({ label }) => label);
    expect(labels).not.toContain('spec');
    expect(labels).toContain('startsWith');
  }
  const one = head('ValidatingAdmissionPolicy', 'deployments, deployments/status');
  expect(completed(`${one}  validations:\n  - expression: object.¦`).items[0]?.label).toBe('apiVersion');
});

test('variables, authorizer and params are there where the server has them', () => {
  const labelsAt = (text: string) => completed(text).items.map(({ label }) => label);
  expect(labelsAt(`${webhook}  - expression: ¦`)).not.toEqual(expect.arrayContaining(['variables']));
  expect(labelsAt(`${webhook}  - expression: ¦`)).not.toEqual(expect.arrayContaining(['params']));
  expect(labelsAt(`${validating}  - messageExpression: ¦`)).not.toEqual(expect.arrayContaining(['authorizer']));
  expect(labelsAt(`${validating}  - expression: ¦`)).toEqual(expect.arrayContaining(['params', 'authorizer']));
  expect(labelsAt(`${validating}  - expression: ¦`)).not.toEqual(expect.arrayContaining(['Object{…}']));
});

test.each<readonly [marked: string, label: string, becomes: string]>([
  [`${validating}  - expression: object.sp¦`, 'spec', `${validating}  - expression: object.spec`],
  [`${mutating}      expression: Ob¦`, 'Object{…}', `${mutating}      expression: >-\n        Object{`],
  [`${mutating}      expression: "Ob¦"`, 'Object{…}', `${mutating}      expression: "Object{"`],
  [
    `${mutating}      expression: |\n        Object{¦}`,
    'spec',
    `${mutating}      expression: |\n        Object{spec: }`,
  ],
])('%s with %s', (marked, label, becomes) => {
  const { text, items, range } = completed(marked);
  const item = items.find((each) => each.label === label);
  expect(text.slice(0, range.from) + item?.insert + text.slice(range.to)).toBe(becomes);
});

test.each<readonly [marked: string, said: string | undefined]>([
  [`${validating}  - expression: object.spec.repl¦icas > 1`, 'field replicas int .spec.replicas'],
  [`${validating}  - expression: "obj¦ect.spec"`, 'variable object Deployment'],
  [`${validating}  - expression: variables.fi¦rst.name`, 'field first Container'],
  [
    `${validating}  - expression: object.metadata.name.starts¦With('a')`,
    'function startsWith string.startsWith(string) bool',
  ],
  [`${mutating}      expression: Object{spec: Object.sp¦ec{}}`, 'constructor spec Object.spec .spec'],
  [`${validating}  - message: obj¦ect`, undefined],
])('hover over %s', (marked, said) => {
  const offset = marked.indexOf('¦');
  const found = hoverInExpression(marked.replace('¦', ''), offset, context);
  expect(found && [found.kind, found.name, ...found.details, found.field?.text].join(' ').trim()).toBe(said);
});

test('the fields of a kind that contains itself are found as deep as one asks', () => {
  const text = head('ValidatingAdmissionPolicy', 'customresourcedefinitions', 'apiextensions.k8s.io');
  const deep = 'object.spec.versions[0].schema.openAPIV3Schema.properties["a"].properties["b"].';
  expect(completed(`${text}  validations:\n  - expression: ${deep}¦`).items.map(({ label }) => label)).toContain(
    'pattern',
  );
});
