import { loadClusterTypes } from '@managed-fields/kubernetes-types';
import type { Step } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from './run.ts';
import '../whole.ts';

/** What a server publishes of a CustomResourceDefinition, and what it could as well publish of a known project's. */
function kindsOf(group: string, kind: string, plural: string) {
  const name = [...group.split('.').reverse(), 'v1', kind].join('.');
  const steps = {
    type: 'array',
    items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, run: { type: 'string' } } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  };
  const spec = { type: 'object', properties: { steps, replicas: { type: 'integer', default: 1 } } };
  const metadata = { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] };
  const schema = {
    type: 'object',
    properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata, spec },
    'x-kubernetes-group-version-kind': [{ group, version: 'v1', kind }],
  };
  const resource = { group, version: 'v1', plural, singular: kind.toLowerCase(), kind, namespaced: true };
  const text = JSON.stringify({ components: { schemas: { [name]: schema } } });
  return {
    release: 'v1.36.3',
    documents: [{ group, version: 'v1', hash: 'A', text }],
    resources: [{ ...resource, shortNames: [], subresources: [], preferred: true }],
  };
}

const apply = (id: string, apiVersion: string, kind: string, item: string): Step => ({
  id,
  kind: 'apply',
  manager: id,
  text: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\nspec: {steps: [{name: ${item}, run: x}]}\n`,
});

async function played(kinds: ReturnType<typeof kindsOf>, steps: readonly Step[]) {
  const catalog = await loadClusterTypes(kinds);
  const { outcomes, view } = run({ title: '', steps }, { catalog, selected: steps.at(-1)?.id });
  return {
    statuses: outcomes.map(({ status }) => status),
    text: view?.result?.text ?? '',
    notices: view?.notices.map(({ code, data }) => `${code} ${data['release'] ?? ''}`),
  };
}

const define: Step = {
  id: 'd',
  kind: 'crd',
  text: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: looms.mill.example.com}
spec:
  group: mill.example.com
  scope: Namespaced
  names: {kind: Loom, plural: looms}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
`,
};

const loom = (id: string, item: string) => apply(id, 'mill.example.com/v1', 'Loom', item);

test('a kind without a definition is read by what the cluster publishes of it', async () => {
  const { statuses, text, notices } = await played(kindsOf('mill.example.com', 'Loom', 'looms'), [
    loom('a', 'one'),
    loom('b', 'two'),
  ]);
  expect(statuses).toEqual(['created', 'changed']);
  expect(text).toContain('replicas: 1');
  expect([...text.matchAll(/name: (one|two)/g)].map(([, name]) => name)).toEqual(['one', 'two']);
  expect(notices).toEqual(['published-schema v1.36.3']);
});

test('the definition of the scenario wins', async () => {
  const { statuses, text, notices } = await played(kindsOf('mill.example.com', 'Loom', 'looms'), [
    define,
    loom('a', 'one'),
  ]);
  expect(statuses).toEqual(['installed', 'created']);
  expect(text).not.toContain('replicas: 1');
  expect(notices).toEqual([]);
});

test('what the cluster publishes wins over a known definition', async () => {
  const { text, notices } = await played(kindsOf('cert-manager.io', 'Certificate', 'certificates'), [
    apply('a', 'cert-manager.io/v1', 'Certificate', 'one'),
  ]);
  expect(text).toContain('name: one');
  expect(notices).toEqual(['published-schema v1.36.3']);
});
