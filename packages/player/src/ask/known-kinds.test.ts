import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { completeStep, hoverStep } from './assist.ts';
import { schemaKinds, schemaSearch, schemaTree } from './schema.ts';

const catalog = await loadKubernetesTypes();
const options = { catalog };

const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate' };
const known = {
  ...certificate,
  origin: 'known',
  namespaced: true,
  project: { project: 'cert-manager', release: 'v1.21.2' },
};
const own = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: certificates.cert-manager.io}
spec:
  group: cert-manager.io
  scope: Namespaced
  names: {kind: Certificate, plural: certificates, singular: certificate, listKind: CertificateList}
  versions:
  - name: v2
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {mine: {type: string}}}}}}
`;

function kindsIn(...args: Parameters<typeof schemaKinds>) {
  const answer = schemaKinds(...args);
  return answer.kind === 'kinds' ? answer.kinds.filter(({ kind }) => kind === 'Certificate') : answer.problems;
}

test('known kinds can be chosen, whether or not an object of them was met', () => {
  expect(kindsIn(newScenario(), {}, options)).toEqual([known]);
  const met = { kind: 'apply', manager: 'a', text: 'apiVersion: cert-manager.io/v1\nkind: Certificate\n' } as const;
  expect(kindsIn(newScenario('', [met]), {}, options)).toEqual([known]);
});

test('a definition of the scenario stands for the known one, as does one that is only looked at', () => {
  const other = [{ apiVersion: 'cert-manager.io/v2', kind: 'Certificate', origin: 'custom', namespaced: true }];
  const scenario = newScenario('', [{ kind: 'crd', text: own }]);
  expect(kindsIn(scenario, {}, options)).toEqual(other);
  expect(schemaTree(scenario, { of: certificate }, options)).toEqual({ kind: 'unknown-kind' });
  expect(kindsIn(newScenario(), { pasted: own }, options)).toEqual(other);
});

test('the schema of a known kind is looked into', () => {
  const answer = schemaTree(newScenario(), { of: certificate, path: ['spec'] }, options);
  const names = answer.kind === 'fields' ? answer.fields.map(({ name }) => name) : [];
  expect(names).toContain('secretName');
  const found = schemaSearch(newScenario(), { of: certificate, word: 'listMapKey=type' }, options);
  expect(found.kind === 'fields' && found.fields.map(({ text }) => text)).toContain('.status.conditions');
});

test('a known kind is completed as it is typed, though nothing was played with it', () => {
  const scenario = newScenario('', [{ kind: 'apply', manager: 'a', text: '' }]);
  const labels = (text: string) =>
    completeStep(scenario, { stepId: 's1', text, offset: text.length }, options)?.items.map(({ label }) => label);
  expect(labels('apiVersion: cert-manager.io/v1\nkind: ')).toContain('ClusterIssuer');
  expect(labels('kind: Certificate\napiVersion: ')).toEqual(['cert-manager.io/v1']);
  const text = 'apiVersion: cert-manager.io/v1\nkind: Certificate\nspec:\n  ';
  expect(labels(text)).toContain('secretName');
  expect(labels(`${text}privateKey:\n    algorithm: `)).toEqual(['RSA', 'ECDSA', 'Ed25519']);
  const hovered = hoverStep(scenario, { stepId: 's1', text, offset: text.indexOf('spec') + 1 }, options);
  expect(hovered).toBeDefined();
});

test('in a file of a command too', () => {
  const scenario = newScenario('', [{ kind: 'kubectl', text: 'kubectl apply -f a.yaml', files: { 'a.yaml': '' } }]);
  const text = 'apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nspec:\n  ';
  const place = { stepId: 's1', file: 'a.yaml', text, offset: text.length };
  expect(completeStep(scenario, place, options)?.items.map(({ label }) => label)).toContain('scaleTargetRef');
});
