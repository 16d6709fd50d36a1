import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { type NewStep, newScenario } from '../edits.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: web
  namespace: default
  managedFields:
  - manager: helm
    operation: Apply
    apiVersion: cert-manager.io/v1
    time: '2026-01-01T00:00:00Z'
    fieldsType: FieldsV1
    fieldsV1: {f:spec: {f:secretName: {}, f:dnsNames: {}}}
spec: {secretName: web-tls, dnsNames: [a.example.com], issuerRef: {name: ca}}
`;
test('x', () => {
  const t0 = performance.now();
  const p = run(newScenario('', [{ kind: 'live', text: certificate }]), { catalog, selected: 's1' });
  console.log(
    performance.now() - t0,
    JSON.stringify(p.view?.notices),
    JSON.stringify(p.outcomes),
    JSON.stringify(p.view?.result).slice(0, 1500),
  );
  for (const k of [
    'monitoring.coreos.com/v1 Prometheus',
    'argoproj.io/v1alpha1 Rollout',
    'kyverno.io/v1 ClusterPolicy',
  ]) {
    const [apiVersion, kind] = k.split(' ');
    const t0 = performance.now();
    const p = run(
      newScenario('', [{ kind: 'live', text: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}` }]),
      { catalog, selected: 's1' },
    );
    console.log(k, performance.now() - t0, JSON.stringify(p.view?.notices), JSON.stringify(p.outcomes));
  }
});
