import type { ValueMap } from '@managed-fields/merge-engine';
import type { ReleasesHeld } from '../versions.ts';
import { type Errors, inReleases, inVersions, invalid } from './errors.ts';
import { child } from './field-path.ts';
import { hostNameErrors, jobErrors, selectedJobSpec } from './job.ts';
import { count, flag, has, pointer, struct, structAt, structs, text, withAt, withFieldOf } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown, shownSelector } from './shown.ts';

/*
 * What does not change in a Job.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go ValidateJobUpdate.
 */

/** Fields that never change, with the server's own type of each. */
const immutable = [
  ['completionMode', '*batch.CompletionMode'],
  ['podFailurePolicy', '*batch.PodFailurePolicy'],
  ['backoffLimitPerIndex', '*int32'],
  ['managedBy', '*string'],
  ['successPolicy', '*batch.SuccessPolicy'],
] as const;

/** Complaints about a changed Job. */
export function jobUpdateErrors(job: ValueMap, old: ValueMap): Errors {
  const spec = struct(job, 'spec');
  const before = struct(old, 'spec');
  const sameSelector = sameAt(spec, before, 'selector');
  return [
    // From v1.37 on, the rules of a new Job for its name and labels are not checked again.
    ...inVersions({ until: 'v1.36' }, jobErrors(job, old)),
    ...metadataUpdateErrors(job, old),
    ...selectedJobSpec(spec),
    ...completionsChange(spec, before),
    ...(sameSelector ? [] : [invalid('spec.selector', shownSelector(pointer(spec, 'selector')), 'field is immutable')]),
    ...templateChange(job, old),
    ...immutable.flatMap(([name, type]) =>
      sameAt(spec, before, name)
        ? []
        : [invalid(child('spec', name), shown(type, spec.get(name)), 'field is immutable')],
    ),
    ...inVersions({ from: 'v1.37' }, hostNameErrors(struct(job, 'metadata'), spec)),
  ];
}

function completionsChange(spec: ValueMap, before: ValueMap): Errors {
  if (sameAt(spec, before, 'completions')) return [];
  const completions = spec.get('completions') ?? null;
  if (text(spec, 'completionMode') !== 'Indexed')
    return [invalid('spec.completions', completions, 'field is immutable')];
  if (completions === null || count(spec, 'completions') === count(spec, 'parallelism')) return [];
  return [invalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')];
}

/**
 * Complaints about a changed template. A suspended Job may change where its Pods run and which resources they get.
 * Upstream: validatePodTemplateUpdate.
 */
function templateChange(job: ValueMap, old: ValueMap): Errors {
  const template = structAt(job, 'spec', 'template');
  const before = structAt(old, 'spec', 'template');
  if (sameMeaning(template, before)) return [];
  const suspended = flag(struct(old, 'spec'), 'suspend') === true;
  return mayChange.flatMap(({ held, state, resources }) => {
    const waits = suspended && state(struct(old, 'status'));
    const allowed = waits ? withDirections(before, template) : before;
    if (sameMeaning(template, allowed)) return [];
    const whole = invalid('spec.template', shown('*core.PodTemplateSpec', template), 'field is immutable');
    return inReleases(held, waits && resources ? specChange(template, withResources(allowed, template)) : [whole]);
  });
}

/**
 * By releases: the states in which a suspended Job may change its template, and whether resources are among what it may
 * change, the feature gate MutablePodResourcesForSuspendedJobs.
 * Upstream: k8s.io/kubernetes pkg/registry/batch/job/strategy.go validationOptionsForJob.
 */
const mayChange: readonly { held: ReleasesHeld; state: (status: ValueMap) => boolean; resources: boolean }[] = [
  { held: { until: 'v1.35' }, state: (status) => !has(status, 'startTime'), resources: false },
  { held: { from: 'v1.36', until: 'v1.36.1' }, state: (status) => isPaused(status) && isIdle(status), resources: true },
  {
    held: { from: 'v1.36.2' },
    state: (status) => (!has(status, 'startTime') || isPaused(status)) && isIdle(status),
    resources: true,
  },
];

function isPaused(status: ValueMap): boolean {
  return structs(status, 'conditions').some(
    (condition) => text(condition, 'type') === 'Suspended' && text(condition, 'status') === 'True',
  );
}

function isIdle(status: ValueMap): boolean {
  return (count(status, 'active') ?? 0) === 0;
}

/** Upstream: validatePodResourceUpdatesOnly. */
function specChange(template: ValueMap, before: ValueMap): Errors {
  if (sameAt(template, before, 'spec')) return [];
  return [invalid('spec.template.spec', shown('core.PodSpec', template.get('spec')), 'field is immutable')];
}

function withDirections(before: ValueMap, template: ValueMap): ValueMap {
  const spec = struct(template, 'spec');
  let result = struct(before, 'spec');
  for (const name of ['nodeSelector', 'tolerations', 'schedulingGates']) result = withFieldOf(result, spec, name);
  const affinity = withFieldOf(struct(result, 'affinity'), struct(spec, 'affinity'), 'nodeAffinity');
  if (affinity.size > 0) result = new Map(result).set('affinity', affinity);
  else if (has(result, 'affinity')) result = withFieldOf(result, new Map(), 'affinity');
  const metadata = ['annotations', 'labels'].reduce(
    (all, name) => withFieldOf(all, struct(template, 'metadata'), name),
    struct(before, 'metadata'),
  );
  return new Map(before).set('spec', result).set('metadata', metadata);
}

function withResources(before: ValueMap, template: ValueMap): ValueMap {
  let result = before;
  for (const kind of ['containers', 'initContainers']) {
    const now = structs(structAt(template, 'spec'), kind);
    const was = structs(structAt(result, 'spec'), kind);
    if (now.length === 0 || now.length !== was.length) continue;
    const items = was.map((item, i) => {
      const is = now[i];
      return is !== undefined && text(is, 'name') === text(item, 'name') ? withFieldOf(item, is, 'resources') : item;
    });
    result = withAt(result, ['spec', kind], items);
  }
  return result;
}
