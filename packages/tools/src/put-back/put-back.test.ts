import { mapFromPlain, type OwnerIdentity } from '@managed-fields/merge-engine';
import { putBack as messages } from '@managed-fields/words/messages/en/put-back';
import { expect, test } from 'vitest';
import { putBack } from './put-back.ts';
import { rewriterSentences } from './sentences.ts';

const owner = (manager: string, operation: 'Apply' | 'Update', subresource = ''): OwnerIdentity => ({
  ...{ manager, operation, subresource, apiVersion: 'apps/v1' },
});

const flux = { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'sys' } };
const release = { labels: { 'helm.toolkit.fluxcd.io/name': 'web', 'helm.toolkit.fluxcd.io/namespace': 'sys' } };
const argo = { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:prod/web' } };
const kustomization = (spec: object) => ({
  ...{
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'sys' },
  },
  spec,
});
const helmRelease = (spec: object) => ({
  ...{ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata: { name: 'web', namespace: 'sys' } },
  spec,
});
const application = (spec: object) => ({
  ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'shop', namespace: 'argocd' } },
  spec,
});
const healing = { syncPolicy: { automated: { selfHeal: true } } };
const ignoring = { kind: 'Deployment', group: 'apps', jsonPointers: ['/spec/replicas'] };
const autoscaler = {
  ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'load', namespace: 'prod' } },
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } },
};

test.each<[string, OwnerIdentity, object, readonly object[], string]>([
  ['Crossplane', owner('provider-kubernetes/web', 'Apply'), {}, [], 'interval overwritten'],
  ['Crossplane, client-side', owner('crossplane-kubernetes-provider', 'Update'), {}, [], 'release stays'],
  ['Cluster API', owner('capi-topology', 'Apply'), {}, [], 'interval overwritten'],
  ['Cluster API, what belongs to a Machine', owner('capi-machineset', 'Apply'), {}, [], 'never stays'],
  ['Cluster API, its labels', owner('capi-machineset-metadata', 'Apply'), {}, [], 'interval overwritten'],
  ['Flux, nothing known', owner('kustomize-controller', 'Apply'), flux, [], 'interval overwritten'],
  [
    'Flux',
    owner('kustomize-controller', 'Apply'),
    flux,
    [kustomization({ interval: '10m' })],
    'interval overwritten 10m',
  ],
  [
    'Flux, suspended',
    owner('kustomize-controller', 'Apply'),
    flux,
    [kustomization({ suspend: true })],
    'resumed overwritten',
  ],
  [
    'Flux, with rules',
    owner('kustomize-controller', 'Apply'),
    flux,
    [kustomization({ ignore: [] })],
    'interval unknown',
  ],
  ['Argo CD, nothing known', owner('argocd-controller', 'Apply'), argo, [], 'sync-or-heal overwritten'],
  ['Argo CD, by hand', owner('argocd-controller', 'Apply'), argo, [application({})], 'sync overwritten'],
  ['Argo CD, healing', owner('argocd-controller', 'Update'), argo, [application(healing)], 'heal overwritten'],
  [
    'Argo CD, ignoring the field',
    owner('argocd-controller', 'Apply'),
    argo,
    [application({ ...healing, ignoreDifferences: [ignoring] })],
    'sync overwritten',
  ],
  [
    'Argo CD, respecting that',
    owner('argocd-controller', 'Apply'),
    argo,
    [application({ ignoreDifferences: [ignoring], syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] } })],
    'sync stays',
  ],
  [
    'Argo CD, ignoring by jq',
    owner('argocd-controller', 'Apply'),
    argo,
    [application({ ...healing, ignoreDifferences: [{ ...ignoring, jsonPointers: [], jqPathExpressions: ['.spec'] }] })],
    'sync overwritten',
  ],
  [
    'Argo CD, ignoring another group',
    owner('argocd-controller', 'Apply'),
    argo,
    [application({ ...healing, ignoreDifferences: [{ ...ignoring, group: '' }] })],
    'heal overwritten',
  ],
  [
    'Argo CD, ignoring by what is not read here',
    owner('argocd-controller', 'Apply'),
    argo,
    [
      application({
        ...healing,
        ignoreDifferences: [{ ...ignoring, jsonPointers: [], jqPathExpressions: ['walk(.)'] }],
      }),
    ],
    'sync-or-heal overwritten',
  ],
  [
    'Argo CD, trusting a manager',
    owner('argocd-controller', 'Apply'),
    argo,
    [
      application({
        ...healing,
        ignoreDifferences: [{ ...ignoring, jsonPointers: [], managedFieldsManagers: ['hpa'] }],
      }),
    ],
    'sync-or-heal overwritten',
  ],
  ['helm-controller, nothing known', owner('helm-controller', 'Apply'), release, [], 'unknown overwritten'],
  [
    'helm-controller',
    owner('helm-controller', 'Update'),
    release,
    [helmRelease({ interval: '5m' })],
    'release overwritten',
  ],
  [
    'helm-controller, correcting',
    owner('helm-controller', 'Update'),
    release,
    [helmRelease({ interval: '5m', driftDetection: { mode: 'enabled' } })],
    'interval overwritten 5m',
  ],
  ['an autoscaler', owner('kube-controller-manager', 'Update', 'scale'), {}, [autoscaler], 'controller overwritten'],
  ['somebody by hand', owner('kubectl-edit', 'Update'), {}, [], 'never unknown'],
  ['a name that is lost', owner('before-first-apply', 'Update'), {}, [], 'unknown unknown'],
  ['an unknown applier', owner('my-operator', 'Apply'), {}, [], 'unknown conflict'],
  ['Terraform', owner('Terraform', 'Apply'), {}, [], 'release conflict'],
])('%s', (_, by, metadata, others, expected) => {
  const object = mapFromPlain({
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'prod', ...metadata } },
    spec: { replicas: 3 },
  });
  const [found, ...more] = putBack({
    ...{
      object,
      path: '.spec.replicas',
      owners: [by],
      entries: [by],
      isInLastApplied: undefined,
      annotationOwners: [],
      declares: () => false,
      replicasPath: undefined,
    },
    ...{ isBuiltIn: true, others: others.map(mapFromPlain) },
  });
  expect(more).toEqual([]);
  const { when, end, interval = '' } = found ?? {};
  expect(`${when} ${end} ${interval}`.trim()).toBe(expected);
  for (const sentence of found === undefined ? [] : rewriterSentences(found, messages)) {
    expect(sentence).toMatch(/^\S.*\.$/);
    expect(sentence).not.toContain('undefined');
  }
});
