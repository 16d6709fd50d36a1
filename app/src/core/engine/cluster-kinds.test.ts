import type { ClusterKinds } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { keyOf } from './cluster-kinds.ts';

const document = { group: 'apps', version: 'v1', hash: 'A', text: '{}' };
const resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  singular: 'deployment',
  kind: 'Deployment',
  namespaced: true,
  shortNames: [],
  subresources: [],
  preferred: true,
};
const kinds: ClusterKinds = { release: 'v1.36.3', documents: [document], resources: [resource] };

test.each<[string, ClusterKinds]>([
  ['another release', { ...kinds, release: 'v1.36.4' }],
  ['another hash', { ...kinds, documents: [{ ...document, hash: 'B' }] }],
  ['another length', { ...kinds, documents: [{ ...document, text: '{ }' }] }],
  ['another group', { ...kinds, documents: [{ ...document, group: 'batch' }] }],
  ['one document less', { ...kinds, documents: [] }],
  ['another resource', { ...kinds, resources: [{ ...resource, subresources: ['scale'] }] }],
])('%s gives another key', (_, other) => {
  expect(keyOf(other)).not.toBe(keyOf(kinds));
  expect(keyOf({ ...other })).toBe(keyOf(other));
});
