import { selectsAll } from '@managed-fields/api-server';
import { formatJson, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { claimSpec } from './claim.ts';
import {
  declarative,
  declaredFrom,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  notSupported,
  otherFrom,
  required,
  unshownFrom,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector, labels, selectorFails } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain } from './names.ts';
import {
  count,
  has,
  list,
  number,
  pointer,
  struct,
  structAt,
  structs,
  text,
  withFieldOf,
  withoutAt,
} from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { annotations, podAnnotations } from './pod-annotations.ts';
import { alwaysRunning, matchesTemplate, mismatchError, podTemplate, selectedTemplate } from './pod-template.ts';
import {
  amountOfIntOrPercent,
  isAtMostAll,
  isIntOrPercent,
  isLabel,
  isNonnegative,
  isOneOf,
  shownIntOrPercent,
} from './scalars.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown, shownSelector } from './shown.ts';

/*
 * Workloads of the apps group.
 * Upstream: k8s.io/kubernetes pkg/apis/apps/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

function selectorRules(spec: ValueMap, words: string, field: Field): Errors {
  const selector = pointer(spec, 'selector');
  const place = child(field, 'selector');
  if (selector === undefined) return [required(place)];
  return [
    ...labelSelector(selector, place),
    ...(selectsAll(selector) ? [invalid(place, shownSelector(selector), words)] : []),
  ];
}

/** Complaints about a changed selector. */
export function sameSelector(object: ValueMap, old: ValueMap): Errors {
  if (sameAt(object, old, 'spec', 'selector')) return [];
  const selector = shownSelector(pointer(struct(object, 'spec'), 'selector'));
  return [invalid('spec.selector', selector, 'field is immutable')];
}

/** Complaints about a new Deployment. */
export function deploymentErrors(deployment: ValueMap): Errors {
  return [...metadataErrors(deployment, metadataRules), ...deploymentSpec(struct(deployment, 'spec'))];
}

/** Complaints about a changed Deployment. */
export function deploymentUpdateErrors(deployment: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(deployment, old),
    ...deploymentSpec(struct(deployment, 'spec')),
    ...sameSelector(deployment, old),
  ];
}

function deploymentSpec(spec: ValueMap): Errors {
  const deadline = count(spec, 'progressDeadlineSeconds');
  const late = deadline !== undefined && deadline <= number(spec, 'minReadySeconds');
  return [
    ...isNonnegative(spec, 'replicas', 'spec'),
    ...selectorRules(spec, 'empty selector is invalid for deployment', 'spec'),
    ...selectedTemplate(spec, 'ReplicaSet', 'spec'),
    ...deploymentStrategy(struct(spec, 'strategy'), 'spec.strategy'),
    ...isNonnegative(spec, 'minReadySeconds', 'spec'),
    ...isNonnegative(spec, 'revisionHistoryLimit', 'spec'),
    ...isNonnegative(spec, 'progressDeadlineSeconds', 'spec'),
    ...(late
      ? [invalid('spec.progressDeadlineSeconds', BigInt(deadline), 'must be greater than minReadySeconds')]
      : []),
  ];
}

function deploymentStrategy(strategy: ValueMap, field: Field): Errors {
  const rollout = pointer(strategy, 'rollingUpdate');
  const place = child(field, 'rollingUpdate');
  switch (text(strategy, 'type')) {
    case 'Recreate':
      if (rollout === undefined) return [];
      return [forbidden(place, "may not be specified when strategy `type` is 'Recreate'")];
    case 'RollingUpdate':
      if (rollout === undefined) return [required(place, 'this should be defaulted and never be nil')];
      return rollingDeployment(rollout, place);
    default:
      return [notSupported(field, shown('*apps.DeploymentStrategy', strategy), ['Recreate', 'RollingUpdate'])];
  }
}

function rollingDeployment(rollout: ValueMap, field: Field): Errors {
  const unavailable = rollout.get('maxUnavailable');
  const surge = rollout.get('maxSurge');
  const place = child(field, 'maxUnavailable');
  const stuck = amountOfIntOrPercent(unavailable) === 0 && amountOfIntOrPercent(surge) === 0;
  return [
    ...isIntOrPercent(unavailable, place),
    ...isIntOrPercent(surge, child(field, 'maxSurge')),
    ...(stuck ? [invalid(place, shownIntOrPercent(unavailable), 'may not be 0 when `maxSurge` is 0')] : []),
    ...isAtMostAll(unavailable, place),
  ];
}

/** Complaints about a new ReplicaSet. */
export function replicaSetErrors(set: ValueMap): Errors {
  return [...metadataErrors(set, metadataRules), ...replicaSetSpec(struct(set, 'spec'))];
}

/** Complaints about a changed ReplicaSet. */
export function replicaSetUpdateErrors(set: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(set, old), ...replicaSetSpec(struct(set, 'spec')), ...sameSelector(set, old)];
}

function replicaSetSpec(spec: ValueMap): Errors {
  return [
    ...isNonnegative(spec, 'replicas', 'spec'),
    ...isNonnegative(spec, 'minReadySeconds', 'spec'),
    ...selectorRules(spec, 'empty selector is invalid for deployment', 'spec'),
    ...selectedTemplate(spec, 'ReplicaSet', 'spec'),
  ];
}

/** Complaints about a new DaemonSet. */
export function daemonSetErrors(set: ValueMap): Errors {
  return [...metadataErrors(set, metadataRules), ...daemonSetSpec(struct(set, 'spec'))];
}

/** Complaints about a changed DaemonSet. */
export function daemonSetUpdateErrors(set: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(set, old),
    ...inVersions({ from: 'v1.34' }, sameSelector(set, old)),
    ...daemonSetSpec(struct(set, 'spec')),
    ...inVersions({ until: 'v1.33' }, sameSelector(set, old)),
  ];
}

function daemonSetSpec(spec: ValueMap): Errors {
  const selector = pointer(spec, 'selector');
  const template = struct(spec, 'template');
  const mismatch = !selectorFails(selector) && !matchesTemplate(selector, template);
  const all = selector !== undefined && selectsAll(selector);
  return [
    ...labelSelector(selector, 'spec.selector'),
    ...(mismatch ? [mismatchError(template, 'spec.template')] : []),
    ...(all ? [invalid('spec.selector', shownSelector(selector), 'empty selector is invalid for daemonset')] : []),
    ...podTemplate(template, 'spec.template'),
    ...alwaysRunning(template, 'DaemonSet', 'spec.template'),
    ...isNonnegative(spec, 'minReadySeconds', 'spec'),
    ...daemonStrategy(struct(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...isNonnegative(spec, 'revisionHistoryLimit', 'spec'),
  ];
}

function daemonStrategy(strategy: ValueMap, field: Field): Errors {
  const type = text(strategy, 'type');
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate')
    return [notSupported(field, shown('*apps.DaemonSetUpdateStrategy', strategy), ['RollingUpdate', 'OnDelete'])];
  const rollout = pointer(strategy, 'rollingUpdate');
  const place = child(field, 'rollingUpdate');
  if (rollout === undefined) return [required(place)];
  const unavailable = rollout.get('maxUnavailable');
  const surge = rollout.get('maxSurge');
  const gone = amountOfIntOrPercent(unavailable) !== 0;
  const more = amountOfIntOrPercent(surge) !== 0;
  const surgeField = child(place, 'maxSurge');
  const goneField = child(place, 'maxUnavailable');
  return [
    ...isIntOrPercent(unavailable, goneField),
    ...isIntOrPercent(surge, surgeField),
    ...isAtMostAll(unavailable, goneField),
    ...isAtMostAll(surge, surgeField),
    ...(gone && more
      ? [invalid(surgeField, shownIntOrPercent(surge), 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(gone || more ? [] : [required(goneField, 'cannot be 0 when maxSurge is 0')]),
  ];
}

/** Complaints about a new StatefulSet. */
export function statefulSetErrors(set: ValueMap): Errors {
  const spec = struct(set, 'spec');
  const claims = structs(spec, 'volumeClaimTemplates').flatMap((claim, i) =>
    claimSpec(struct(claim, 'spec'), child(at('spec.volumeClaimTemplates', i), 'spec')),
  );
  const service = text(spec, 'serviceName');
  return [
    ...metadataErrors(set, { namespaced: true, name: dns1123Label }),
    ...statefulSetSpec(spec, claims, service === '' ? [] : isLabel(service, 'spec.serviceName')),
  ];
}

const changeable = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
];

/** Complaints about a changed StatefulSet. */
export function statefulSetUpdateErrors(set: ValueMap, old: ValueMap): Errors {
  const spec = struct(set, 'spec');
  const before = struct(old, 'spec');
  const rest = changeable.reduce((all, field) => withFieldOf(all, before, field), spec);
  const words =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [
    ...metadataUpdateErrors(set, old),
    ...statefulSetSpec(spec, [], []),
    ...declaredFrom(
      'v1.37',
      sameMeaning(rest, before) ? [] : [forbidden('spec', words)],
      unshownFrom('v1.38', fixedFields(spec, before)),
    ),
  ];
}

/** Complaints about changed fields of a StatefulSet that never change; from v1.37 on they are named one by one. */
function fixedFields(spec: ValueMap, before: ValueMap): Errors {
  const claims = structs(spec, 'volumeClaimTemplates').map((claim) =>
    withoutAt(withoutAt(claim, ['kind']), ['apiVersion']),
  );
  const fixed = [
    ['selector', shownSelector(pointer(spec, 'selector'))],
    // The types that the server works on have lost what kind they were sent as.
    ['volumeClaimTemplates', shown('[]core.PersistentVolumeClaim', claims)],
    ['serviceName', text(spec, 'serviceName')],
    ['podManagementPolicy', text(spec, 'podManagementPolicy')],
  ] as const;
  return fixed.flatMap(([name, value]) =>
    sameAt(spec, before, name) ? [] : [invalid(child('spec', name), value, 'field is immutable')],
  );
}

function statefulSetSpec(spec: ValueMap, claims: Errors, service: Errors): Errors {
  const management = text(spec, 'podManagementPolicy');
  const ordered = ['OrderedReady', 'Parallel'];
  const retention = pointer(spec, 'persistentVolumeClaimRetentionPolicy');
  const start = count(pointer(spec, 'ordinals'), 'start') ?? 0;
  const selector = pointer(spec, 'selector');
  const place = 'spec.podManagementPolicy';
  return [
    ...(management === '' ? [required(place)] : []),
    ...(management === '' || ordered.includes(management)
      ? []
      : [invalid(place, management, "must be 'OrderedReady' or 'Parallel'")]),
    ...statefulStrategy(struct(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...['whenDeleted', 'whenScaled'].flatMap((name) =>
      retention === undefined
        ? []
        : isOneOf(text(retention, name), ['Retain', 'Delete'], `spec.persistentVolumeClaimRetentionPolicy.${name}`),
    ),
    ...inVersions({ from: 'v1.34' }, claims),
    ...isNonnegative(spec, 'replicas', 'spec'),
    ...isNonnegative(spec, 'minReadySeconds', 'spec'),
    ...(start < 0 ? [invalid('spec.ordinals.start', BigInt(start), 'must be greater than or equal to 0')] : []),
    ...service,
    ...(selector === undefined
      ? declarative('v1.38', [required('spec.selector')])
      : selectorRules(spec, 'empty selector is invalid for statefulset', 'spec')),
    ...(selectorFails(selector)
      ? [invalid('spec.selector', shownSelector(selector), '')]
      : statefulTemplate(spec, selector)),
    ...alwaysRunning(struct(spec, 'template'), 'StatefulSet', 'spec.template'),
  ];
}

/**
 * Complaints about the template of a StatefulSet, with the volumes of its claims; the set itself gives hostname and
 * subdomain.
 */
function statefulTemplate(spec: ValueMap, selector: ValueMap | undefined): Errors {
  const template = struct(spec, 'template');
  const metadata = struct(template, 'metadata');
  const templates = structs(spec, 'volumeClaimTemplates');
  const claims = [...new Set(templates.map((claim) => text(struct(claim, 'metadata'), 'name')))];
  const claimed = claims.map(
    (name): ValueMap =>
      new Map<string, Value>([
        ['name', name],
        ['persistentVolumeClaim', new Map([['claimName', name]])],
      ]),
  );
  const others = list(structAt(template, 'spec'), 'volumes').filter(
    (volume) => !isMap(volume) || !claims.includes(text(volume, 'name')),
  );
  const named = withoutAt(withoutAt(struct(template, 'spec'), ['hostname']), ['subdomain']);
  const podSpec = claims.length === 0 ? named : new Map(named).set('volumes', [...claimed, ...others]);
  const mismatch = !(selector !== undefined && selectsAll(selector)) && !matchesTemplate(selector, template);
  return [
    ...(mismatch ? [mismatchError(template, 'spec.template')] : []),
    ...inVersions({ from: 'v1.34' }, podTemplate(new Map(template).set('spec', podSpec), 'spec.template')),
    // From v1.34 on, the server checks its metadata once more.
    ...labels(metadata, 'labels', 'spec.template'),
    ...annotations(metadata, 'spec.template'),
    ...podAnnotations(metadata, podSpec, 'spec.template.annotations'),
  ];
}

/** Complaints about how a StatefulSet rolls out where its strategy is another. */
function alone(rollout: ValueMap | undefined, place: Field): Errors {
  if (rollout === undefined) return [];
  const value = shown('*apps.RollingUpdateStatefulSetStrategy', rollout);
  return [invalid(place, value, "only allowed for updateStrategy 'RollingUpdate'")];
}

function statefulStrategy(strategy: ValueMap, field: Field): Errors {
  const rollout = pointer(strategy, 'rollingUpdate');
  const place = child(field, 'rollingUpdate');
  switch (text(strategy, 'type')) {
    case '':
      return [required(field)];
    case 'OnDelete': {
      return alone(rollout, place);
    }
    case 'RollingUpdate': {
      if (rollout === undefined) return [];
      const unavailable = rollout.get('maxUnavailable');
      const goneField = child(place, 'maxUnavailable');
      const given = has(rollout, 'maxUnavailable');
      const none = given && amountOfIntOrPercent(unavailable) === 0;
      return [
        ...isNonnegative(rollout, 'partition', place),
        ...(given ? isIntOrPercent(unavailable, goneField) : []),
        ...(none ? [invalid(goneField, shownIntOrPercent(unavailable), 'cannot be 0')] : []),
        ...(given ? isAtMostAll(unavailable, goneField) : []),
      ];
    }
    default: {
      const whole = shown('apps.StatefulSetUpdateStrategy', strategy);
      const former = [invalid(field, whole, "must be 'RollingUpdate' or 'OnDelete'")];
      const since = [invalid(field, whole, "must be 'RollingUpdate', 'OnDelete', or 'Recreate'")];
      // The feature gate StatefulSetRecreateStrategy.
      return otherFrom('v1.38', former, text(strategy, 'type') === 'Recreate' ? alone(rollout, place) : since);
    }
  }
}

/** Complaints about a new ControllerRevision. */
export function revisionErrors(revision: ValueMap): Errors {
  const data = revision.get('data');
  return [
    ...metadataErrors(revision, metadataRules),
    ...isNonnegative(revision, 'revision', ''),
    ...(data === undefined || data === null ? [required('data', 'data is mandatory')] : []),
    ...(data !== undefined && data !== null && !isMap(data)
      ? [required('data', 'data must be a valid JSON object')]
      : []),
  ];
}

/** Complaints about a changed ControllerRevision; its data never changes. */
export function revisionUpdateErrors(revision: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(revision, old),
    ...metadataErrors(revision, metadataRules),
    ...isNonnegative(revision, 'revision', ''),
    ...(formatJson(revision.get('data') ?? null) === formatJson(old.get('data') ?? null)
      ? []
      : [invalid('data', shown('runtime.RawExtension', revision.get('data')), 'field is immutable')]),
  ];
}
