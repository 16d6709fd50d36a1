import { emptyCluster, setLive } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { whole, writeList } from '../resource-list.ts';
import { checkRequest } from './check-request.ts';
import type { QuotaRequest, Surroundings } from './evaluator.ts';
import { evaluatorOf } from './registry.ts';

const empty = emptyCluster(await loadKubernetesTypes());

function surroundings(minor: number, objects: readonly object[] = []): Surroundings {
  const cluster = objects.reduce((before: typeof empty, object) => {
    const set = setLive(before, mapFromPlain(object));
    if (set.kind === 'refused') throw new Error(set.message);
    return set.cluster;
  }, empty);
  return { cluster, namespace: 'ns', now: '2026-01-01T00:00:00Z', minor };
}

function evaluator(resource: string, minor: number) {
  const [plural = '', ...group] = resource.split('.');
  const found = evaluatorOf(group.join('.'), plural, minor);
  if (found === undefined) throw new Error('nothing');
  return found;
}

const usage = (resource: string, object: object, at: Surroundings) =>
  Object.fromEntries(writeList(evaluator(resource, at.minor).usage(mapFromPlain(object), at)));

const matching = (resource: string, name: string, at: Surroundings) =>
  evaluator(resource, at.minor).matching([name], at).length > 0;

const fits = (scope: string, resource: string, object: object, minor: number) =>
  evaluator(resource, minor).matchesScope(
    { scope, operator: 'Exists', values: [] },
    mapFromPlain(object),
    surroundings(minor),
  );

const amounts = { requests: { cpu: '1' } };
const classPod = {
  spec: { containers: [{ name: 'a', resources: { requests: { 'deviceclass.resource.kubernetes.io/x': '1' } } }] },
};
const classRequest = 'requests.deviceclass.resource.kubernetes.io/x';
const wholePod = { spec: { containers: [{ name: 'a' }], resources: amounts } };
const claim = (className: string, more = {}) => ({
  metadata: { name: 'claim', namespace: 'ns', ...more },
  spec: {
    devices: {
      requests: [{ name: 'r', exactly: { deviceClassName: className, allocationMode: 'ExactCount', count: 2 } }],
    },
  },
});

/** What differs by version: the last minor version without, the first with it. */
const rows: readonly (readonly [name: string, first: number, holds: (minor: number) => boolean])[] = [
  ['resources of a whole Pod count', 34, (minor) => 'requests.cpu' in usage('pods', wholePod, surroundings(minor))],
  [
    'resources of a whole Pod are enough',
    34,
    (minor) => {
      return evaluator('pods', minor).constraint(['cpu'], mapFromPlain(wholePod), surroundings(minor)) === undefined;
    },
  ],
  ['resources of a whole Pod are an effort', 34, (minor) => fits('NotBestEffort', 'pods', wholePod, minor)],
  ['a device class counts as a resource', 35, (minor) => classRequest in usage('pods', classPod, surroundings(minor))],
  ['a device class is limited as a resource', 35, (minor) => matching('pods', classRequest, surroundings(minor))],
  [
    'volume attributes classes are scopes',
    34,
    (minor) => {
      return fits(
        'VolumeAttributesClass',
        'persistentvolumeclaims',
        { spec: { volumeAttributesClassName: 'a' } },
        minor,
      );
    },
  ],
  [
    'devices are counted',
    34,
    (minor) => {
      return matching('resourceclaims.resource.k8s.io', 'x.deviceclass.resource.k8s.io/devices', surroundings(minor));
    },
  ],
  [
    'devices are extended resources',
    36,
    (minor) => {
      return classRequest in usage('resourceclaims.resource.k8s.io', claim('x'), surroundings(minor));
    },
  ],
];

test.each(rows)('%s since v1.%i', (_name, first, holds) => {
  expect([33, 34, 35, 36, 37].filter(holds)).toEqual([33, 34, 35, 36, 37].filter((minor) => minor >= first));
});

const handled: readonly (readonly [resource: string, request: QuotaRequest, handles: boolean])[] = [
  ['pods', { operation: 'CREATE', subresource: 'resize', object: undefined, old: undefined }, false],
  ['pods', { operation: 'UPDATE', subresource: 'resize', object: undefined, old: undefined }, true],
  ['persistentvolumeclaims', { operation: 'CREATE', subresource: 'status', object: undefined, old: undefined }, false],
  ['persistentvolumeclaims', { operation: 'UPDATE', subresource: 'status', object: undefined, old: undefined }, true],
  ['configmaps', { operation: 'UPDATE', subresource: '', object: undefined, old: undefined }, false],
  ['configmaps', { operation: 'CREATE', subresource: '', object: undefined, old: undefined }, true],
  ['configmaps', { operation: 'CREATE', subresource: 'status', object: undefined, old: undefined }, false],
  ['services', { operation: 'DELETE', subresource: '', object: undefined, old: undefined }, false],
];

test.each(handled)('%s: handles %o', (resource, request, handles) => {
  expect(evaluator(resource, 36).handles(request)).toBe(handles);
});

test('a negative deadline is none, and a grace period that is over ends a Pod', () => {
  expect(fits('Terminating', 'pods', { spec: { activeDeadlineSeconds: -1, containers: [] } }, 36)).toBe(false);
  const deleted = (metadata: object) =>
    'pods' in usage('pods', { metadata, spec: { containers: [] } }, surroundings(36));
  expect(deleted({ deletionTimestamp: '2025-12-31T23:59:00Z', deletionGracePeriodSeconds: 60 })).toBe(true);
  expect(deleted({ deletionTimestamp: '2025-12-31T23:59:00Z', deletionGracePeriodSeconds: 59 })).toBe(false);
  expect(deleted({ deletionTimestamp: '2025-12-31T23:59:00Z' })).toBe(true);
  expect(deleted({ deletionGracePeriodSeconds: 5 })).toBe(true);
});

test.each(['bindings', 'componentstatuses', 'events', 'events.events.k8s.io', 'tokenreviews.authentication.k8s.io'])(
  'no quota counts %s',
  (resource) => expect(() => evaluator(resource, 36)).toThrow('nothing'),
);

test.each(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'])('%s have two names', (resource) => {
  expect(usage(resource, {}, surroundings(36))).toEqual({ [resource]: '1', [`count/${resource}`]: '1' });
});

test('a kind of a group has one name', () => {
  expect(usage('things.example.com', {}, surroundings(36))).toEqual({ 'count/things.example.com': '1' });
});

const deviceClass = (name: string, extendedResourceName: string) => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name },
  spec: { extendedResourceName },
});
const classes = [deviceClass('x', 'example.com/x'), deviceClass('y', 'example.com/y')];

test('a device class is found among others', () => {
  const at = surroundings(36, classes);
  const claims = 'resourceclaims.resource.k8s.io';
  expect(usage(claims, claim('y'), at)).toMatchObject({ 'requests.example.com/y': '2' });
  expect(usage(claims, claim('z'), at)).not.toHaveProperty(['requests.example.com/x']);
  expect(usage(claims, claim(''), at)).toEqual({
    'count/resourceclaims.resource.k8s.io': '1',
    '.deviceclass.resource.k8s.io/devices': '2',
  });
  const names = ['requests.example.com/y', 'requests.example.com/z', 'example.com/y', `${classRequest}`];
  expect(names.map((name) => matching(claims, name, at))).toEqual([true, false, false, true]);
  expect(matching(claims, 'anything.example.com/y', at)).toBe(false);
  expect(matching(claims, 'requests.example.com/y', surroundings(35, classes))).toBe(false);
});

test('a claim that was not made for extended resources counts for itself', () => {
  const made = { ownerReferences: [owner] };
  const at = surroundings(36, [...classes, ownerPod('pod', 'u')]);
  expect(usage('resourceclaims.resource.k8s.io', claim('x', made), at)).toHaveProperty(['requests.example.com/x']);
});

test('names are sorted where a status lacks them', () => {
  const hard = new Map(['pods', 'count/pods', 'cpu'].map((name) => [name, whole(1)]));
  const quota = { name: 'quota', scopes: [], hard, used: new Map() };
  const resources = { requests: { cpu: '1' } };
  const object = mapFromPlain({ metadata: { name: 'a' }, spec: { containers: [{ name: 'a', resources }] } });
  const request = { operation: 'CREATE', subresource: '', object, old: undefined } as const;
  const why = 'status unknown for quota: quota, resources: count/pods,cpu,pods';
  const checked = checkRequest([quota], evaluator('pods', 36), request, surroundings(36));
  expect(checked).toEqual({ kind: 'forbidden', why });
});

const extended = { annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' } };
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'pod', uid: 'u', controller: true };
const ownerPod = (name: string, uid: string, status = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns', uid },
  spec: { containers: [{ name: 'a', resources: { requests: { 'example.com/x': '2' } } }] },
  status,
});
const others = (creationTimestamp: string, name: string, more: object = {}) => ({
  ...claim('x', { name, creationTimestamp, ...extended, ownerReferences: [owner], ...more }),
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
});
const stated = (resourceClaimName: string) => ({ extendedResourceClaimStatus: { resourceClaimName } });

/** Claims of which the Pod counts already what they ask for, or does not. */
const shares: readonly (readonly [name: string, owner: object, objects: readonly object[], isShared: boolean])[] = [
  ['a Pod that owns it', owner, [ownerPod('other', 'v'), ownerPod('pod', 'u')], true],
  ['a Pod of another uid', owner, [ownerPod('pod', 'v')], false],
  ['a Pod that is not there', owner, [ownerPod('other', 'u')], false],
  ['another kind', { ...owner, kind: 'Job' }, [ownerPod('pod', 'u')], false],
  ['another version', { ...owner, apiVersion: 'v2' }, [ownerPod('pod', 'u')], false],
  ['an owner that is no controller', { ...owner, controller: false }, [ownerPod('pod', 'u')], false],
  ['a Pod that names it', owner, [ownerPod('pod', 'u', stated('claim'))], true],
  ['a Pod that names another', owner, [ownerPod('pod', 'u', stated('other'))], false],
  ['an earlier claim', owner, [ownerPod('pod', 'u'), others('2025-01-01T00:00:00Z', 'z')], false],
  ['the claim itself', owner, [ownerPod('pod', 'u'), others('2026-01-01T00:00:00Z', 'claim')], true],
  ['a later claim', owner, [ownerPod('pod', 'u'), others('2027-01-01T00:00:00Z', 'a')], true],
  ['a claim of that time with a lower name', owner, [ownerPod('pod', 'u'), others('2026-01-01T00:00:00Z', 'a')], false],
  ['a claim of that time with a higher name', owner, [ownerPod('pod', 'u'), others('2026-01-01T00:00:00Z', 'z')], true],
  [
    'an earlier claim of another Pod',
    owner,
    [ownerPod('pod', 'u'), others('2025-01-01T00:00:00Z', 'z', { ownerReferences: [{ ...owner, uid: 'v' }] })],
    true,
  ],
];

test.each(shares)('what a Pod counts already: %s', (_name, ownerReference, objects, isShared) => {
  const made = { creationTimestamp: '2026-01-01T00:00:00Z', ...extended, ownerReferences: [ownerReference] };
  const used = usage('resourceclaims.resource.k8s.io', claim('x', made), surroundings(36, [...classes, ...objects]));
  expect('requests.example.com/x' in used).toBe(!isShared);
  expect(used).toMatchObject({ 'x.deviceclass.resource.k8s.io/devices': '2' });
});
