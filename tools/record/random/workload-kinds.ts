import type { RandomKind } from './kind.ts';
import { always, amountOrShare, conditions, counted, selector } from './kind.ts';
import { any, list, type Maker, map } from './makers.ts';
import { podSpec, podTemplate } from './pod.ts';
import { claimSpec } from './volume.ts';
import { annotations, labels, resources, small, yes } from './words.ts';

const jobSpec = (template: Maker): Maker =>
  map({
    parallelism: any(0, 1, 2),
    completions: any(1, 2),
    backoffLimit: any(0, 2),
    'activeDeadlineSeconds?': any(5, 60),
    'ttlSecondsAfterFinished?': any(0, 100),
    'suspend?': yes,
    'completionMode?': any('NonIndexed', 'Indexed'),
    'podReplacementPolicy?': any('TerminatingOrFailed', 'Failed'),
    'podFailurePolicy?': map({
      'rules!': list(
        any(
          map({
            'action!': any('FailJob', 'Ignore', 'Count'),
            'onExitCodes!': map({
              'operator!': any('In', 'NotIn'),
              'values!': list(any(1, 2, 42), 1, 2),
              containerName: 'web',
            }),
          }),
          map({
            'action!': 'Ignore',
            'onPodConditions!': list(map({ 'type!': any('DisruptionTarget', 'X'), status: 'True' }), 1, 1),
          }),
        ),
        1,
        2,
      ),
    }),
    'template!': template,
  });

/** The kinds that run pods. */
export const workloadKinds: readonly RandomKind[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    body: map({
      'spec!': map({
        replicas: small,
        ...selector,
        minReadySeconds: any(0, 3),
        paused: yes,
        revisionHistoryLimit: any(0, 4),
        'progressDeadlineSeconds?': any(600, 100),
        strategy: any(
          { type: 'Recreate' },
          map({
            type: 'RollingUpdate',
            rollingUpdate: map({ 'maxSurge!': any(1, '25%', '50%'), maxUnavailable: amountOrShare }),
          }),
        ),
        'template!': podTemplate(always),
      }),
    }),
    status: counted,
    scale: true,
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    plural: 'replicasets',
    body: map({
      'spec!': map({ replicas: small, minReadySeconds: small, ...selector, 'template!': podTemplate(always) }),
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
        'podManagementPolicy?': any('OrderedReady', 'Parallel'),
        'minReadySeconds?': small,
        updateStrategy: any(
          { type: 'OnDelete' },
          map({
            'type!': 'RollingUpdate',
            rollingUpdate: map({ partition: any(0, 2), 'maxUnavailable?': amountOrShare }),
          }),
        ),
        'persistentVolumeClaimRetentionPolicy?': map({
          whenDeleted: any('Retain', 'Delete'),
          whenScaled: any('Retain', 'Delete'),
        }),
        'ordinals?': map({ start: any(0, 1) }),
        'revisionHistoryLimit?': any(0, 5),
        'volumeClaimTemplates?': list(
          map({ 'metadata!': map({ 'name!': any('v', 'data'), labels }), 'spec!': claimSpec }),
          1,
          2,
        ),
        'template!': podTemplate(always),
      }),
    }),
    status: counted,
    scale: true,
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    plural: 'daemonsets',
    body: map({
      'spec!': map({
        ...selector,
        minReadySeconds: small,
        'revisionHistoryLimit?': any(0, 5),
        updateStrategy: any(
          { type: 'OnDelete' },
          map({
            type: 'RollingUpdate',
            rollingUpdate: any({ maxUnavailable: 2 }, { maxSurge: 1, maxUnavailable: 0 }, { maxUnavailable: '10%' }),
          }),
        ),
        'template!': podTemplate(always),
      }),
    }),
    status: map({
      'currentNumberScheduled!': 1,
      'desiredNumberScheduled!': 1,
      'numberMisscheduled!': 0,
      'numberReady!': any(0, 1),
      conditions,
    }),
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    plural: 'jobs',
    body: map({ 'spec!': jobSpec(podTemplate({ 'restartPolicy!': any('Never', 'OnFailure') })) }),
    status: map({ active: any(0, 1), ready: any(0, 1), 'startTime?': '2025-01-01T00:00:00Z' }),
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    plural: 'cronjobs',
    body: map({
      'spec!': map({
        'schedule!': any('* * * * *', '@hourly', '0 3 * * 1-5', '*/5 0 * * *'),
        suspend: yes,
        'timeZone?': any('Etc/UTC', 'Europe/Berlin'),
        concurrencyPolicy: any('Allow', 'Forbid', 'Replace'),
        'startingDeadlineSeconds?': any(0, 10),
        successfulJobsHistoryLimit: any(0, 3, 6),
        failedJobsHistoryLimit: any(0, 1),
        'jobTemplate!': map({
          metadata: map({ labels, annotations }),
          'spec!': jobSpec(
            map({
              metadata: map({ labels, annotations }),
              'spec!': podSpec({ 'restartPolicy!': any('Never', 'OnFailure') }),
            }),
          ),
        }),
      }),
    }),
    status: map({
      active: list(map({ 'kind!': 'Job', 'name!': any('j', 'k') }), 0, 2),
      lastScheduleTime: '2025-01-01T00:00:00Z',
    }),
  },
];
/** Requests and limits of one container, for the resize subresource. */
export const resizing = map({
  'spec!': map({ 'containers!': list(map({ 'name!': 'web', 'resources!': resources }), 1, 1) }),
});
