import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { loadOnNeed, run } from '@managed-fields/player';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { type ForecastInput, forecastRelease, neededLive, readManifests } from './index.ts';

const catalog = await loadKubernetesTypes('v1.36');
const policies = 'admissionregistration.k8s.io/v1';
const dump = `apiVersion: ${policies}
kind: MutatingAdmissionPolicy
metadata: {name: five}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
  paramKind: {apiVersion: v1, kind: ConfigMap}
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration: {expression: 'Object{spec: Object.spec{replicas: int(params.data.replicas)}}'}
---
apiVersion: ${policies}
kind: MutatingAdmissionPolicyBinding
metadata: {name: five}
spec: {policyName: five, paramRef: {name: five, namespace: default, parameterNotFoundAction: Deny}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: five, namespace: default}, data: {replicas: "5"}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: default}, data: {replicas: "6"}}
---
{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: prod}, spec: {limits: [{type: Container, max: {cpu: "1"}}]}}
---
{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: other}, spec: {limits: [{type: Container, max: {cpu: "1"}}]}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: prod, labels: {pod-security.kubernetes.io/warn: baseline}}}
`;
const release = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: prod}
spec:
  replicas: 3
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {hostNetwork: true, containers: [{name: app, image: app:1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: big, namespace: prod}
spec: {containers: [{name: app, image: app:1, resources: {limits: {cpu: "2"}}}]}
`;

const input: ForecastInput = {
  live: readDocuments(dump).flatMap(({ value }): ValueMap[] => (value !== undefined && isMap(value) ? [value] : [])),
  manifests: readManifests('release.yaml', release),
  ...{ manager: 'cd', force: false, namespace: 'default', clientSide: false, hooks: 'left-out', kubernetes: 'v1.36' },
  catalog,
};

test('policies, limits and levels of a dump count for each object that is applied alone', async () => {
  const [web, big, after, scenario] = await loadOnNeed(() => {
    const made = forecastRelease(input);
    return [made.row(0), made.row(1), made.after(0, 'server-side'), made.scenario(0, 'server-side')] as const;
  });
  expect(web).toMatchObject({ serverSide: { result: 'created' } });
  expect(JSON.stringify(web)).toContain('host namespaces');
  expect(mapAt(after, 'spec')?.get('replicas')).toBe(5n);
  const message = 'pods "big" is forbidden: maximum cpu usage per Container is 1, but limit is 2';
  expect(big).toMatchObject({ serverSide: { result: 'refused', message } });
  // Its scenario holds what it was judged by, and nothing of other namespaces and other parameters.
  const texts = scenario?.steps.map(({ text }) => text) ?? [];
  expect(texts.map((text) => /kind: (\w+)/.exec(text)?.[1])).toEqual([
    ...[
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'ConfigMap',
      'LimitRange',
      'Namespace',
      'Deployment',
    ],
  ]);
  if (scenario === undefined) throw new Error('no scenario');
  const played = await loadOnNeed(() => run(scenario, { catalog, selected: scenario.steps.at(-1)?.id }));
  expect(played.view?.result?.text).toContain('replicas: 5');
});

test('what kubectl ends with is its error, without the warnings that stand at the objects', async () => {
  const tool = { name: 'kubectl', version: 'v1.36.3', options: new Map() } as const;
  const error = await loadOnNeed(() => forecastRelease({ ...input, tool }).error);
  expect(error).toMatch(/^Error from server \(Forbidden\): .*maximum cpu usage per Container is 1, but limit is 2/);
});

test('the kinds that say what admission does are read of a dump', () => {
  const needed = neededLive({ manifests: [], manager: 'cd', clientSide: false });
  const of = (apiVersion: string, kind: string) => needed({ apiVersion, kind, managers: [], marked: false });
  expect(of(policies, 'ValidatingAdmissionPolicy')).toBe(true);
  expect(of('v1', 'LimitRange')).toBe(true);
  expect(of('v1', 'Secret')).toBe(false);
});
