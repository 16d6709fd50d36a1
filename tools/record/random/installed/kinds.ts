import { type RandomKind, selector } from '../kind.ts';
import { any, list, type Maker, map } from '../makers.ts';
import { annotations, labels, small, yes } from '../words.ts';
import { missing, type Names } from './names.ts';
import { containerOf, podSpecOf } from './pod.ts';

/** The kinds that scenarios of an installed server ask for; few of their fields stray, so that admission has its say. */
export function installedKinds(names: Names): readonly RandomKind[] {
  const template = (restartPolicy: Maker | string): Maker =>
    map({
      'metadata!': map({ 'labels!': map({ 'app!': 'web', b: any('x', 'y') }), annotations }),
      'spec!': podSpecOf(names, { 'restartPolicy?': restartPolicy }),
    });
  const job = map({
    completions: any(1, 3),
    'backoffLimit?': any(0, 6),
    'suspend?': yes,
    'template!': map({
      metadata: map({ labels }),
      'spec!': podSpecOf(names, { 'restartPolicy!': any('Never', 'OnFailure') }),
    }),
  });
  const counted = map({ 'replicas!': any(2, 3), readyReplicas: any(0, 1, 2), observedGeneration: any(1, 2) });
  return [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      plural: 'pods',
      body: map({ 'spec!': podSpecOf(names, { 'restartPolicy?': any('Always', 'Never', 'OnFailure') }) }),
      status: map({ phase: any('Running', 'Pending', 'Succeeded'), 'hostIP?': '10.1.1.1', message: 'm' }),
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      plural: 'deployments',
      body: map({
        'spec!': map({ replicas: small, minReadySeconds: small, ...selector, 'template!': template('Always') }),
      }),
      status: counted,
      scale: true,
    },
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      plural: 'statefulsets',
      body: map({
        'spec!': map({
          replicas: small,
          'serviceName!': 'svc',
          ...selector,
          'volumeClaimTemplates?': list(
            map({ 'metadata!': map({ 'name!': 'v', labels }), 'spec!': claimOf(names) }),
            1,
            1,
          ),
          'template!': template('Always'),
        }),
      }),
      status: counted,
      scale: true,
    },
    { apiVersion: 'batch/v1', kind: 'Job', plural: 'jobs', body: map({ 'spec!': job }) },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      plural: 'cronjobs',
      body: map({
        'spec!': map({
          'schedule!': any('@hourly', '0 3 * * 1-5'),
          suspend: yes,
          'jobTemplate!': map({ 'spec!': job }),
        }),
      }),
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      plural: 'configmaps',
      body: map({
        'data!': map({ a: any('1', '', 'x', '12'), b: any('1', 'true', 'é'), c: any('z', 'a,b') }),
        'immutable?': false,
      }),
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      plural: 'secrets',
      body: map({ data: map({ a: any('YQ==', '') }), stringData: map({ b: any('s', '') }) }),
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      plural: 'services',
      body: map({
        'spec!': any(
          map({
            'clusterIP!': 'None',
            selector: labels,
            sessionAffinity: any('None', 'ClientIP'),
            'publishNotReadyAddresses?': yes,
            'ports!': list(
              map({
                'port!': any(80, 53, 443),
                'name!': any('http', 'dns'),
                protocol: any('TCP', 'UDP'),
                targetPort: any(80, 'http'),
              }),
              1,
              2,
              'name',
            ),
          }),
          map({ 'type!': 'ExternalName', 'externalName!': any('a.example.com', 'b.example.com') }),
        ),
      }),
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      plural: 'persistentvolumeclaims',
      body: map({ 'spec!': claimOf(names) }),
      status: map({
        'phase!': any('Bound', 'Bound', 'Pending'),
        accessModes: list('ReadWriteOnce', 1, 1),
        'capacity!': map({ 'storage!': any('1Gi', '2Gi') }),
      }),
    },
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      plural: 'serviceaccounts',
      body: map({
        secrets: list(map({ 'name!': any('a', 'b') }), 0, 2, 'name'),
        imagePullSecrets: list(map({ 'name!': any('c', 'd') }), 0, 2, 'name'),
        automountServiceAccountToken: yes,
      }),
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      plural: 'ingresses',
      body: map({
        'spec!': map({
          'ingressClassName?': any('nginx', 'x'),
          'defaultBackend!': map({ 'service!': map({ 'name!': any('s', 't'), 'port!': { number: 80 } }) }),
        }),
      }),
    },
    ...(names.group === undefined ? [] : [foos(names.group)]),
  ];
}

/** A claim of the class of a scenario, or of one that does not exist. */
function claimOf({ className }: Names): Maker {
  return map({
    'accessModes!': list(any('ReadWriteOnce', 'ReadOnlyMany'), 1, 1),
    'resources!': map({ 'requests!': map({ 'storage!': any('1Gi', '2Gi', '1024Mi', '3Gi', '500Mi') }) }),
    'storageClassName!': any(className, className, className, '', missing),
    'volumeMode?': any('Filesystem', 'Block'),
    'volumeName?': 'pv',
  });
}

function foos(group: string): RandomKind {
  return {
    apiVersion: `${group}/v1`,
    kind: 'Foo',
    plural: 'foos',
    body: map({
      'spec!': map({
        replicas: small,
        size: any('s', 'm', 'l'),
        tags: list(any('x', 'y', 'z'), 0, 3),
        ratio: any(0.5, 1, 1.25),
        doors: list(map({ 'name!': any('front', 'back'), open: yes }), 0, 2, 'name'),
        loose: any({ a: 1 }, { a: 'x', b: [1] }),
        'template?': map({ 'containers!': list(containerOf(any('web')), 1, 1) }),
      }),
    }),
    status: map({ 'replicas!': any(1, 2), phase: any('Ready', 'Failed') }),
    scale: true,
  };
}

/** The definition of the custom resource of a group. */
export function fooDefinition(group: string) {
  const text = { type: 'string' };
  const door = {
    type: 'object',
    required: ['name'],
    properties: { name: text, open: { type: 'boolean', default: true } },
  };
  const spec = {
    type: 'object',
    properties: {
      replicas: { type: 'integer', default: 1 },
      size: { type: 'string', enum: ['s', 'm', 'l'] },
      tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
      ratio: { type: 'number' },
      doors: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: door },
      loose: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      template: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  const status = { type: 'object', properties: { replicas: { type: 'integer' }, phase: text } };
  const paths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `foos.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Foo', listKind: 'FooList', plural: 'foos', singular: 'foo' },
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {}, scale: paths } }],
    },
  };
}
