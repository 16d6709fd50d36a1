import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - name: http
    port: 80
  - name: dns
    port: 53
    protocol: UDP
`;

function lastApplied(...lines: readonly string[]): readonly string[] {
  const scenario = newScenario(
    '',
    lines.map((text, index) => ({ kind: 'kubectl', text, ...(index === 0 ? { files: { 'web.yaml': service } } : {}) })),
  );
  const { view } = run(scenario, { catalog, selected: scenario.steps.at(-1)?.id ?? '' });
  return view?.result?.fields.flatMap((field) => (field.leaf && field.lastApplied ? [field.path] : [])) ?? [];
}

test('fields of the annotation are marked, those of ports by their key with its default', () => {
  const fields = lastApplied('kubectl apply -f web.yaml', 'kubectl label service web team=a');
  expect(fields.filter((path) => path.startsWith('.spec'))).toEqual([
    '.spec.ports[port=80,protocol="TCP"].name',
    '.spec.ports[port=80,protocol="TCP"].port',
    '.spec.ports[port=53,protocol="UDP"].name',
    '.spec.ports[port=53,protocol="UDP"].port',
    '.spec.ports[port=53,protocol="UDP"].protocol',
    '.spec.selector',
    '.spec.selector.app',
  ]);
  expect(fields).not.toContain('.metadata.name');
  expect(fields).not.toContain('.metadata.labels.team');
});

test.each([
  ['absent', 'kubectl annotate service web kubectl.kubernetes.io/last-applied-configuration-'],
  ['no JSON', "kubectl annotate service web --overwrite kubectl.kubernetes.io/last-applied-configuration='{'"],
])('nothing is marked where the annotation is %s', (_, line) => {
  expect(lastApplied('kubectl apply -f web.yaml', line)).toEqual([]);
});
