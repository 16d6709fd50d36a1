import { conditions, type RandomKind } from './kind.ts';
import { any, list, map } from './makers.ts';
import { labelSelector } from './scheduling.ts';
import { annotations, labels, yes } from './words.ts';

const deviceSelectors = list(map({ 'cel!': { expression: "device.driver == 'x'" } }), 0, 2);

/** A request for a certificate of a key that nobody has any more, PEM in base64. */
const signedRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIVE1Ic0NBUUF3R1RFS01BZ0dBMVVFQXd3Qll6RUxNQWtHQTFVRUNnd0N3Nmt3V1RBVEJnY3Foa2pPUFFJQgpCZ2dxaGtqT1BRTUJCd05DQUFUclR0ZkYvSXRDUmxqbmd1VjFsWDJVYnFiam9adzVOdUl2dTMrMWd2SkRJL0NBCk5mUXIyMjZ5QTZ3RGNUWGM3UXF5RlkyTDJyTnAxeGRNNjl3Mzl4bnpvQUF3Q2dZSUtvWkl6ajBFQXdJRFNBQXcKUlFJaEFPcFlPanFlOVZqajRJMWxHYmZJZ2ZqN0UyRFdGNm5RK3lMeDJSa1dPVC9SQWlCUkNGYzZDMkl6cmJQOAp2VWZYQWdlU2IwWTF4L3M0cFhlSmpRTXZoSmM2WkE9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K';

/** Kinds that few people write by hand. */
export const rareKinds: readonly RandomKind[] = [
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    plural: 'prioritylevelconfigurations',
    cluster: true,
    body: map({
      'spec!': any(
        { type: 'Exempt' },
        map({
          'type!': 'Exempt',
          'exempt!': map({ nominalConcurrencyShares: any(0, 3), lendablePercent: any(0, 50) }),
        }),
        map({
          'type!': 'Limited',
          'limited!': map({
            nominalConcurrencyShares: any(0, 5, 30),
            lendablePercent: any(0, 10),
            'borrowingLimitPercent?': any(0, 100),
            'limitResponse!': any(
              { type: 'Reject' },
              map({
                'type!': 'Queue',
                queuing: map({ queues: any(64, 8), handSize: any(4, 8), queueLengthLimit: 50 }),
              }),
            ),
          }),
        }),
      ),
    }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    plural: 'csinodes',
    cluster: true,
    body: map({
      'spec!': map({
        'drivers!': list(
          map({
            'name!': any('a.io', 'b.io'),
            'nodeID!': any('n', 'm'),
            'topologyKeys!': list(any('z', 'y'), 0, 2),
            'allocatable?': { count: 5 },
          }),
          0,
          2,
          'name',
        ),
      }),
    }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIStorageCapacity',
    plural: 'csistoragecapacities',
    body: map({
      'storageClassName!': 'fast',
      nodeTopology: labelSelector,
      capacity: any('1Gi', '1024Mi', 1000),
      maximumVolumeSize: any('1G', '0.5Gi'),
    }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    plural: 'volumeattachments',
    cluster: true,
    body: map({ 'spec!': map({ 'attacher!': 'a.io', 'nodeName!': 'n', 'source!': { persistentVolumeName: 'pv' } }) }),
    status: map({ 'attached!': yes, attachmentMetadata: labels }),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    plural: 'volumeattributesclasses',
    cluster: true,
    body: map({ 'driverName!': 'x.io', 'parameters!': map({ 'iops!': any('1', '2'), t: 'x' }) }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    plural: 'controllerrevisions',
    body: map({ 'data!': { a: { b: [1, 'x'] } }, 'revision!': any(1, 2) }),
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    plural: 'apiservices',
    cluster: true,
    body: map({
      'spec!': map({
        'group!': 'x.io',
        'version!': 'v1',
        'groupPriorityMinimum!': any(10, 20),
        'versionPriority!': any(1, 2),
      }),
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    plural: 'servicecidrs',
    cluster: true,
    body: map({ 'spec!': map({ 'cidrs!': list('10.97.0.0/16', 1, 1) }) }),
    status: map({ conditions }),
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    plural: 'deviceclasses',
    cluster: true,
    body: map({
      'spec!': map({
        selectors: deviceSelectors,
        config: list(map({ 'opaque!': { driver: 'x.io', parameters: { a: 1 } } }), 0, 2),
      }),
    }),
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    plural: 'resourceclaimtemplates',
    body: map({
      'spec!': map({
        metadata: map({ labels, annotations }),
        'spec!': map({
          'devices!': map({
            'requests!': list(
              map({
                'name!': any('r', 's'),
                'exactly!': map({
                  'deviceClassName!': 'c',
                  selectors: deviceSelectors,
                  'count?': any(1, 2),
                  allocationMode: 'ExactCount',
                }),
              }),
              1,
              2,
              'name',
            ),
            constraints: list(map({ 'requests!': list('r', 1, 1), 'matchAttribute!': 'x.io/a' }), 0, 1),
          }),
        }),
      }),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Event',
    plural: 'events',
    body: map({
      'involvedObject!': { kind: 'Pod', name: 'p' },
      reason: any('R', 'S'),
      message: any('m', ''),
      type: any('Normal', 'Warning'),
      count: any(1, 2),
      source: map({ component: 'c', host: 'h' }),
      firstTimestamp: '2025-01-01T00:00:00Z',
      'series?': { count: 2, lastObservedTime: '2025-01-01T00:00:00.000001Z' },
    }),
  },
  {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    plural: 'events',
    body: map({
      'eventTime!': any('2025-01-01T00:00:00.000001Z', '2025-01-01T00:00:00.000001Z', '2025-01-01T00:00:01Z'),
      'reportingController!': any('x.io/c', 'x.io/c', 'y'),
      'reportingInstance!': 'i',
      'action!': 'A',
      'reason!': 'R',
      'type!': any('Normal', 'Normal', 'Warning'),
      'regarding!': map({ 'kind!': 'Pod', 'namespace!': any('other', 'other', ''), name: any('p', 'q') }),
      note: any('n', 'n', 'm'),
      series: map({ 'count!': any(2, 3, 1), 'lastObservedTime!': '2025-01-01T00:00:00.000001Z' }),
      related: map({ kind: 'Node', name: any('n', 'm') }),
      deprecatedCount: any(0, 0, 1),
    }),
  },
  {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    plural: 'certificatesigningrequests',
    cluster: true,
    body: map({
      'spec!': map({
        'request!': signedRequest,
        'signerName!': any('x.io/s', 'x.io/s', 'y'),
        'usages!': list(any('any', 'client auth', 'digital signature', 'nothing'), 1, 3),
        expirationSeconds: any(600, 3600, 1),
        username: any('u', 'v'),
        groups: list('g', 0, 1),
      }),
    }),
    status: map({ conditions }),
  },
];
