import { gzipSync } from 'node:zlib';
import { mapAt, mapFromPlain, type OwnerIdentity } from '@managed-fields/merge-engine';
import { putBack as messages } from '@managed-fields/words/messages/en/put-back';
import { expect, test } from 'vitest';
import { type PutBackField, putBack } from './put-back.ts';
import { rewriterSentences } from './sentences.ts';

// A field whose owner is not who writes it again: somebody took it over by hand, or it was never written.

const owner = (manager: string, operation: 'Apply' | 'Update', subresource = ''): OwnerIdentity => ({
  ...{ manager, operation, subresource, apiVersion: 'apps/v1' },
});
const edit = owner('kubectl-edit', 'Update');
const created = owner('kubectl-create', 'Update');
const scale = owner('kube-controller-manager', 'Update', 'scale');

const deployment = (metadata: object = {}) =>
  mapFromPlain({
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'prod', ...metadata } },
    spec: { replicas: 3 },
  });

const released = {
  annotations: { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'prod' },
};
const releasedByFlux = {
  ...released,
  labels: { 'helm.toolkit.fluxcd.io/name': 'web', 'helm.toolkit.fluxcd.io/namespace': 'sys' },
};
const tracked = { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:prod/web' } };

/** What Helm keeps of a release. */
function secret(spec: object | undefined, method: 'ssa' | 'csa' = 'csa', version = 2): object {
  const manifest = JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec });
  const info = { status: 'deployed' };
  const release = { name: 'web', namespace: 'prod', version, info, manifest, apply_method: method };
  const inner = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    ...{ apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1' },
    metadata: { name: `sh.helm.release.v1.web.v${version}`, namespace: 'prod', labels: { owner: 'helm' } },
    ...(spec === undefined ? {} : { data: { release: Buffer.from(inner).toString('base64') } }),
  };
}

const autoscaler = (target: object) => ({
  ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'load', namespace: 'prod' } },
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'web', ...target } },
});

interface Case {
  readonly owners: readonly OwnerIdentity[];
  readonly entries?: readonly OwnerIdentity[];
  readonly annotationOwners?: readonly OwnerIdentity[];
  readonly isInLastApplied?: boolean;
  readonly metadata?: object;
  readonly others?: readonly object[];
  readonly isBuiltIn?: boolean;
}

const helm = { owners: [edit], metadata: released };

test.each<[string, Case, readonly string[]]>([
  [
    'Helm, client-side',
    { ...helm, others: [secret({ replicas: 2 })] },
    ['hand never unknown', 'helm release overwritten'],
  ],
  [
    'Helm, server-side',
    { ...helm, others: [secret({ replicas: 2 }, 'ssa')] },
    ['hand never unknown', 'helm release conflict'],
  ],
  [
    'Helm, of a custom object',
    { ...helm, others: [secret({ replicas: 2 })], isBuiltIn: false },
    ['hand never unknown', 'helm release stays'],
  ],
  ['Helm, whose chart does not have it', { ...helm, others: [secret({ paused: false })] }, ['hand never unknown']],
  [
    'Helm, whose last chart does not have it any more',
    { ...helm, others: [secret({ replicas: 2 }), secret({ paused: false }, 'csa', 10)] },
    ['hand never unknown'],
  ],
  [
    'Helm, whose Secret has no data here',
    { ...helm, others: [secret(undefined)], entries: [edit, owner('helm', 'Apply')] },
    ['hand never unknown', 'helm release conflict unseen'],
  ],
  [
    'Helm, of an autoscaler',
    { owners: [scale], metadata: released, others: [secret({ replicas: 2 })] },
    ['autoscaler controller overwritten', 'helm release overwritten'],
  ],
  [
    'Helm, of what a controller writes',
    { owners: [owner('operator', 'Update')], metadata: released },
    ['unknown unknown overwritten'],
  ],
  [
    'helm-controller',
    { owners: [edit], metadata: releasedByFlux, others: [secret({ replicas: 2 }, 'ssa')] },
    ['hand never unknown', 'flux-helm unknown overwritten'],
  ],
  [
    'Argo CD',
    { owners: [edit], metadata: tracked, entries: [edit, owner('argocd-controller', 'Apply')] },
    ['hand never unknown', 'argocd sync-or-heal overwritten unseen'],
  ],
  [
    'kubectl apply after kubectl create --save-config',
    { owners: [created], annotationOwners: [created], isInLastApplied: true },
    ['kubectl-client-side command overwritten'],
  ],
  [
    'kubectl apply after that, and an edit',
    { owners: [edit], annotationOwners: [created], isInLastApplied: true },
    ['hand never unknown', 'kubectl-client-side command overwritten'],
  ],
  [
    'a field that kubectl create --save-config did not save',
    { owners: [created], annotationOwners: [created], isInLastApplied: false },
    ['hand never unknown'],
  ],
  [
    'kubectl apply --server-side, which migrated the annotation',
    {
      owners: [edit],
      entries: [edit, owner('kubectl', 'Apply')],
      annotationOwners: [owner('kubectl-last-applied', 'Apply')],
      isInLastApplied: true,
    },
    ['hand never unknown', 'kubectl command conflict'],
  ],
  [
    'an autoscaler that has not scaled yet',
    { owners: [edit], others: [autoscaler({ apiVersion: 'apps/v1' })] },
    ['hand never unknown', 'autoscaler controller overwritten'],
  ],
  [
    'an autoscaler that did',
    { owners: [scale], others: [autoscaler({ apiVersion: 'apps/v1' })] },
    ['autoscaler controller overwritten'],
  ],
  [
    'an autoscaler of another group',
    { owners: [edit], others: [autoscaler({ apiVersion: 'example.com/v1' })] },
    ['hand never unknown'],
  ],
])('%s', (_, given, expected) => {
  expect(
    putBack(fieldOf(given)).map(({ writer, when, end, manifestUnseen }) =>
      [writer, when, end, ...(manifestUnseen ? ['unseen'] : [])].join(' '),
    ),
  ).toEqual(expected);
});

test('an autoscaler writes the field that its subresource scales, and no other', () => {
  const field = { ...fieldOf({ owners: [edit], others: [autoscaler({})] }), path: '.spec.paused' };
  expect(putBack(field).map(({ writer }) => writer)).toEqual(['hand']);
});

test('what hangs on a manifest that is not here is said so', () => {
  const [, found] = putBack(fieldOf({ ...helm, others: [secret(undefined)] }));
  expect(found && rewriterSentences(found, messages)).toEqual([
    'Helm writes it again with the next release of release web.',
    'The change is then overwritten, and nobody is told.',
    'That is so only if its manifest has the field, which is not known here.',
  ]);
});

function fieldOf({ others = [], metadata, ...rest }: Case): PutBackField {
  return {
    ...{ object: deployment(metadata), path: '.spec.replicas', replicasPath: '.spec.replicas' },
    ...{ entries: rest.owners, annotationOwners: [], isInLastApplied: undefined, isBuiltIn: true },
    ...rest,
    others: others.map((each) => mapFromPlain(each)),
    declares: (manifest) => mapAt(manifest, 'spec')?.has('replicas') === true,
  };
}
