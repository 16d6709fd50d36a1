import {
  isDeleting,
  isMap,
  mapAt,
  metadataOf,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import {
  ageColumn,
  at,
  type Column,
  column,
  condition,
  containerColumns,
  count,
  integer,
  type KindTable,
  labelsText,
  maps,
  nameColumn,
  requirementsText,
  secondsOf,
  selectorText,
  since,
  size,
  text,
  textOr,
  wide,
} from '../column.ts';
import { humanDuration } from '../duration.ts';
import { replicaColumns } from './core.ts';

const ready: Column['cell'] = (object) =>
  `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`;
const selector: Column['cell'] = (object) => selectorText(at(object, 'spec', 'selector'));
const ofStatus =
  (key: string): Column['cell'] =>
  (object) =>
    count(object, 'status', key);

/** The controller of a revision, `deployment.apps/web`. */
const controller: Column['cell'] = (object) => {
  const owner = maps(metadataOf(object), 'ownerReferences').find((each) => each.get('controller') === true);
  if (owner === undefined) return '<none>';
  const [, group] = /^(.*)\/[^/]*$/.exec(text(owner, 'apiVersion')) ?? [];
  const kind = group === undefined ? text(owner, 'kind') : `${text(owner, 'kind')}.${group}`;
  return `${kind.toLowerCase()}/${text(owner, 'name')}`;
};

/** The first condition of a type that counts for a Job; only its status `True` does. */
const has = (job: ValueMap, type: string) => stringAt(condition(job, type), 'status') === 'True';

/** Upstream: printers.go printJob. */
const jobStatus: Column['cell'] = (job, { minor }) => {
  if (has(job, 'Complete')) return 'Complete';
  if (has(job, 'Failed')) return 'Failed';
  if (isDeleting(job)) return 'Terminating';
  const others = ['Suspended', 'FailureTarget', ...(minor >= 34 ? ['SuccessCriteriaMet'] : [])];
  return others.find((type) => has(job, type)) ?? 'Running';
};

const completions: Column['cell'] = (job) => {
  const succeeded = count(job, 'status', 'succeeded');
  const wanted = at(job, 'spec', 'completions');
  if (typeof wanted === 'bigint') return `${succeeded}/${wanted}`;
  const parallel = count(job, 'spec', 'parallelism');
  return parallel > 1n ? `${succeeded}/1 of ${parallel}` : `${succeeded}/1`;
};

const duration: Column['cell'] = (job, { now }) => {
  const started = secondsOf(text(job, 'status', 'startTime'));
  if (started === undefined) return '';
  return humanDuration((secondsOf(text(job, 'status', 'completionTime')) ?? now) - started);
};

/** The amount in a target or a status of a metric; Go prints one that is not there so. */
const amount = (map: ValueMap | undefined, key: string) => stringAt(map, key) ?? '<nil>';

/** One metric of an autoscaler, what is and what is wanted. Upstream: printers.go formatHPAMetrics. */
function metricText(spec: ValueMap, status: ValueMap | undefined): string {
  const type = text(spec, 'type');
  const key = {
    External: 'external',
    Pods: 'pods',
    Object: 'object',
    Resource: 'resource',
    ContainerResource: 'containerResource',
  }[type];
  if (key === undefined) return '<unknown type>';
  const target = mapAt(mapAt(spec, key), 'target');
  const known = mapAt(status, key);
  const current = mapAt(known, 'current');
  const isAverage = target?.has('averageValue') ?? false;
  if (type === 'Pods') {
    return `${known === undefined ? '<unknown>' : amount(current, 'averageValue')}/${amount(target, 'averageValue')}`;
  }
  if (type === 'External' || type === 'Object') {
    if (isAverage) return `${stringAt(current, 'averageValue') ?? '<unknown>'}/${amount(target, 'averageValue')} (avg)`;
    return `${known === undefined ? '<unknown>' : amount(current, 'value')}/${amount(target, 'value')}`;
  }
  const name = text(spec, key, 'name');
  if (isAverage) {
    return `${name}: ${known === undefined ? '<unknown>' : amount(current, 'averageValue')}/${amount(target, 'averageValue')}`;
  }
  const percent = (value: Value | undefined, otherwise: string) =>
    typeof value === 'bigint' ? `${value}%` : otherwise;
  const is = percent(current?.get('averageUtilization'), '<unknown>');
  return `${name}: ${is}/${percent(target?.get('averageUtilization'), '<auto>')}`;
}

function targets(object: ValueMap): string {
  const specs = maps(object, 'spec', 'metrics');
  if (specs.length === 0) return '<none>';
  const statuses = maps(object, 'status', 'currentMetrics');
  const all = specs.map((spec, index) => metricText(spec, statuses[index]));
  const shown = all.slice(0, 2).join(', ');
  return all.length > 2 ? `${shown} + ${all.length - 2} more...` : shown;
}

const intOrText = (object: ValueMap, ...path: readonly string[]): Value => {
  const value = at(object, ...path);
  return value === undefined || value === null ? 'N/A' : String(value);
};

/** Groups apps, autoscaling, batch and policy. Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go. */
export const workloads: Readonly<Record<string, KindTable>> = {
  'apps/replicasets': {
    columns: [
      nameColumn,
      ...replicaColumns,
      ageColumn,
      ...containerColumns('spec', 'template', 'spec'),
      wide('Selector', selector),
    ],
  },
  'apps/daemonsets': {
    columns: [
      nameColumn,
      integer('Desired', ofStatus('desiredNumberScheduled')),
      integer('Current', ofStatus('currentNumberScheduled')),
      integer('Ready', ofStatus('numberReady')),
      integer('Up-to-date', ofStatus('updatedNumberScheduled')),
      integer('Available', ofStatus('numberAvailable')),
      column('Node Selector', (object) => labelsText(at(object, 'spec', 'template', 'spec', 'nodeSelector'))),
      ageColumn,
      ...containerColumns('spec', 'template', 'spec'),
      wide('Selector', selector),
    ],
  },
  'apps/deployments': {
    columns: [
      nameColumn,
      column('Ready', ready),
      column('Up-to-date', ofStatus('updatedReplicas')),
      column('Available', ofStatus('availableReplicas')),
      ageColumn,
      ...containerColumns('spec', 'template', 'spec'),
      wide('Selector', (object) => requirementsText(at(object, 'spec', 'selector'))),
    ],
  },
  'apps/statefulsets': {
    columns: [nameColumn, column('Ready', ready), ageColumn, ...containerColumns('spec', 'template', 'spec')],
  },
  'apps/controllerrevisions': {
    columns: [
      nameColumn,
      column('Controller', controller),
      column('Revision', (object) => count(object, 'revision')),
      ageColumn,
    ],
  },
  'batch/jobs': {
    columns: [
      nameColumn,
      column('Status', jobStatus),
      column('Completions', completions),
      column('Duration', duration),
      ageColumn,
      ...containerColumns('spec', 'template', 'spec'),
      wide('Selector', selector),
    ],
  },
  'batch/cronjobs': {
    columns: [
      nameColumn,
      column('Schedule', (object) => text(object, 'spec', 'schedule')),
      column('Timezone', (object) => textOr('<none>', object, 'spec', 'timeZone')),
      column(
        'Suspend',
        (object) => {
          const suspend = at(object, 'spec', 'suspend');
          return typeof suspend === 'boolean' ? (suspend ? 'True' : 'False') : '<unset>';
        },
        'boolean',
      ),
      integer('Active', (object) => size(object, 'status', 'active')),
      column('Last Schedule', (object, { now }) => {
        const last = text(object, 'status', 'lastScheduleTime');
        return last === '' ? '<none>' : since(last, now);
      }),
      ageColumn,
      ...containerColumns('spec', 'jobTemplate', 'spec', 'template', 'spec'),
      wide('Selector', (object) => selectorText(at(object, 'spec', 'jobTemplate', 'spec', 'selector'))),
    ],
  },
  'autoscaling/horizontalpodautoscalers': {
    version: 'v2',
    columns: [
      nameColumn,
      column(
        'Reference',
        (object) =>
          `${text(object, 'spec', 'scaleTargetRef', 'kind')}/${text(object, 'spec', 'scaleTargetRef', 'name')}`,
      ),
      column('Targets', targets),
      column('MinPods', (object) => {
        const fewest = at(object, 'spec', 'minReplicas');
        return typeof fewest === 'bigint' ? String(fewest) : '<unset>';
      }),
      column('MaxPods', (object) => count(object, 'spec', 'maxReplicas')),
      column('Replicas', ofStatus('currentReplicas')),
      ageColumn,
    ],
  },
  'policy/poddisruptionbudgets': {
    columns: [
      nameColumn,
      column('Min Available', (object) => intOrText(object, 'spec', 'minAvailable')),
      column('Max Unavailable', (object) => intOrText(object, 'spec', 'maxUnavailable')),
      integer('Allowed Disruptions', ofStatus('disruptionsAllowed')),
      ageColumn,
    ],
  },
};

/** A Scale, which several kinds have. Its name is no name to kubectl. */
export const scale: KindTable = {
  columns: [
    { ...nameColumn, format: '' },
    integer('Desired', (object) => count(object, 'spec', 'replicas')),
    integer('Available', (object) => count(object, 'status', 'replicas')),
    ageColumn,
  ],
};

/** Whether a value is a map, for cells of kinds that have a part or not. */
export const hasPart = (object: ValueMap, ...path: readonly string[]): boolean => isMap(at(object, ...path));
