import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { duplicate, type Errors, inVersions, invalid, invalidUnshown, required } from './errors.ts';
import { at, child } from './field-path.ts';
import { indexesIn, interval } from './job.ts';
import { count, flag, has, list, number, pointer, struct, structs, text, texts } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { isNonnegative } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * The status of a Job. Most rules count only where what they are about changed.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go ValidateJobStatusUpdate, pkg/registry/batch/job/strategy.go
 * getStatusValidationOptions.
 */

/** The old and the new Job, as the rules look at them. */
interface Change {
  readonly spec: ValueMap;
  readonly status: ValueMap;
  readonly before: ValueMap;
  /** Whether a condition is there and true. */
  is(type: string): boolean;
  was(type: string): boolean;
  /** Whether a field of the status changed. */
  changed(...names: readonly string[]): boolean;
  /** Whether a condition became true or ceased to be. */
  turned(...types: readonly string[]): boolean;
}

function changeOf(job: ValueMap, old: ValueMap): Change {
  const [status, before] = [struct(job, 'status'), struct(old, 'status')];
  const holds = (of: ValueMap, type: string, value = 'True') =>
    structs(of, 'conditions').some((each) => text(each, 'type') === type && text(each, 'status') === value);
  return {
    spec: struct(job, 'spec'),
    status,
    before,
    is: (type) => holds(status, type),
    was: (type) => holds(before, type),
    changed: (...names) => names.some((name) => !sameAt(status, before, name)),
    turned: (...types) => types.some((type) => holds(status, type) !== holds(before, type)),
  };
}

const ends = ['Complete', 'Failed'];

/** Complaints about the status of a Job. */
export function jobStatusErrors(job: ValueMap, old: ValueMap): Errors {
  const change = changeOf(job, old);
  const { status } = change;
  return [
    ...metadataUpdateErrors(job, old),
    ...['active', 'succeeded', 'failed', 'ready', 'terminating'].flatMap((name) =>
      isNonnegative(status, name, 'status'),
    ),
    ...uncountedErrors(pointer(status, 'uncountedTerminatedPods')),
    ...endErrors(change),
    ...finishedErrors(change),
    ...indexErrors(change),
    ...podErrors(change),
    ...criteriaErrors(change),
    ...lostErrors(change, resumes(job, old)),
  ];
}

function conditionError(words: string): Errors[number] {
  return invalidUnshown('status.conditions', words);
}

function when(holds: boolean, ...errors: Errors): Errors {
  return holds ? errors : [];
}

/** Complaints about Pods that are listed as ended but not counted. */
function uncountedErrors(uncounted: ValueMap | undefined): Errors {
  const seen = new Set<string>();
  return ['succeeded', 'failed'].flatMap((name) =>
    texts(uncounted, name).flatMap((uid, i) => {
      const place = at(child('status.uncountedTerminatedPods', name), i);
      if (uid === '') return [invalid(place, uid, 'must not be empty')];
      if (seen.has(uid)) return [duplicate(place, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

/** Complaints about conditions and times that do not go together. */
function endErrors({ status, is, changed, turned }: Change): Errors {
  const field = 'status.completionTime';
  const [begin, ended] = [text(status, 'startTime'), text(status, 'completionTime')];
  const end = shown('*v1.Time', status.get('completionTime'));
  const given = has(status, 'completionTime');
  const early = has(status, 'startTime') && given && Date.parse(ended) < Date.parse(begin);
  const timed = turned('Complete') || changed('completionTime');
  return [
    ...when(
      turned(...ends) && is('Complete') && is('Failed'),
      conditionError('cannot set Complete=True and Failed=true conditions'),
    ),
    ...when(
      turned('Complete', 'FailureTarget') && is('Complete') && is('FailureTarget'),
      conditionError('cannot set Complete=True and FailureTarget=true conditions'),
    ),
    ...when(
      timed && given && !is('Complete'),
      invalid(field, end, 'cannot set completionTime when there is no Complete=True condition'),
    ),
    ...when(timed && !given && is('Complete'), required(field, 'completionTime is required for Complete jobs')),
    ...when(
      changed('startTime', 'completionTime') && early,
      ...inVersions({ until: 'v1.33' }, [invalid(field, end, 'completionTime cannot be set before startTime')]),
      ...inVersions({ from: 'v1.34' }, [invalid(field, end, 'must be equal to or after `startTime`')]),
    ),
    ...when(
      (turned('Failed') || changed('failedIndexes')) && is('Failed') && !is('FailureTarget'),
      conditionError('cannot set Failed=True condition without the FailureTarget=true condition'),
    ),
    ...when(
      turned('Complete', 'SuccessCriteriaMet') && is('Complete') && !is('SuccessCriteriaMet'),
      conditionError('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
    ),
  ];
}

/** Complaints about what a finished Job still has. */
function finishedErrors({ spec, status, before, is, was, changed }: Change): Errors {
  const isFinished = ends.some(is);
  const ended = isFinished !== ends.some(was);
  const active = count(status, 'active') ?? 0;
  const uncounted = pointer(status, 'uncountedTerminatedPods');
  const left = list(uncounted, 'succeeded').length + list(uncounted, 'failed').length;
  const shownPods = shown('*batch.UncountedTerminatedPods', uncounted);
  const place = 'status.uncountedTerminatedPods';
  const isEmpty = flag(spec, 'suspend') === true && count(spec, 'completions') === 0;
  if (!isFinished) return [];
  return [
    ...when(
      (ended || number(before, 'active') !== active) && active > 0,
      invalid('status.active', BigInt(active), 'active>0 is invalid for finished job'),
    ),
    ...when(
      (ended || changed('startTime')) && !isEmpty && !has(status, 'startTime'),
      required('status.startTime', 'startTime is required for finished job'),
    ),
    ...when(
      (ended || changed('uncountedTerminatedPods')) && left > 0,
      ...inVersions({ until: 'v1.33' }, [
        invalid(place, shownPods, 'uncountedTerminatedPods needs to be empty for finished job'),
      ]),
      ...inVersions({ from: 'v1.34' }, [invalid(place, shownPods, 'must be empty for finished job')]),
    ),
  ];
}

/** Complaints about the indexes that succeeded and failed. */
function indexErrors({ spec, status, changed }: Change): Errors {
  const completions = count(spec, 'completions');
  const [completed, failed] = [text(status, 'completedIndexes'), text(status, 'failedIndexes')];
  const hasFailed = has(status, 'failedIndexes');
  const perIndex = has(spec, 'backoffLimitPerIndex');
  const parsed = (name: string, value: string) => {
    const { fault } = indexesIn(value, completions ?? 0);
    return fault === undefined ? [] : [invalid(child('status', name), value, `error parsing ${name}: ${fault}`)];
  };
  const common = completions === undefined || !hasFailed ? undefined : overlap(completed, failed, completions);
  return [
    ...when(changed('completedIndexes') && completions !== undefined, ...parsed('completedIndexes', completed)),
    ...when(
      changed('failedIndexes') && completions !== undefined && perIndex && hasFailed,
      ...parsed('failedIndexes', failed),
    ),
    ...when(
      changed('completedIndexes') && completed !== '' && text(spec, 'completionMode') !== 'Indexed',
      invalid(
        'status.completedIndexes',
        completed,
        'cannot set non-empty completedIndexes when non-indexed completion mode',
      ),
    ),
    ...when(
      changed('failedIndexes') && !perIndex && hasFailed,
      invalid('status.failedIndexes', failed, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'),
    ),
    ...when(
      changed('failedIndexes', 'completedIndexes') && common !== undefined,
      invalid('status.failedIndexes', failed, `failedIndexes and completedIndexes overlap at index: ${common}`),
    ),
  ];
}

/** The first index in both lists; what is no interval is passed over. Upstream: validateFailedIndexesNotOverlapCompleted. */
function overlap(completed: string, failed: string, completions: number): number | undefined {
  const read = (value: string) =>
    value.split(',').flatMap((part) => {
      const found = interval(part, completions);
      return typeof found === 'string' ? [] : [found];
    });
  if (completed === '' || failed === '') return undefined;
  const [done, lost] = [read(completed), read(failed)];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [done[i], lost[j]];
    if (a === undefined || b === undefined) return undefined;
    if (a[0] <= b[1] && b[0] <= a[1]) return Math.max(a[0], b[0]);
    if (a[0] <= b[0]) i += 1;
    else j += 1;
  }
}

/** Complaints about Pods that still end or that are ready though they are not active. */
function podErrors({ status, is, was, changed }: Change): Errors {
  const isFinished = ends.some(is);
  const terminating = number(status, 'terminating');
  const ready = number(status, 'ready');
  return [
    ...when(
      (isFinished !== ends.some(was) || changed('terminating')) && terminating > 0 && isFinished,
      invalid('status.terminating', BigInt(terminating), 'terminating>0 is invalid for finished job'),
    ),
    ...when(
      changed('ready', 'active') && ready > number(status, 'active'),
      invalid('status.ready', BigInt(ready), 'cannot set more ready pods than active'),
    ),
  ];
}

/** Complaints about the criteria of success. */
function criteriaErrors({ spec, is }: Change): Errors {
  const met = is('SuccessCriteriaMet');
  return [
    ...when(met && is('Failed'), conditionError('cannot set SuccessCriteriaMet=True and Failed=true conditions')),
    ...when(
      met && is('FailureTarget'),
      conditionError('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ),
    ...when(
      has(spec, 'successPolicy') && !met && is('Complete'),
      conditionError('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'),
    ),
  ];
}

/** Whether the condition of a suspended Job becomes false. */
function resumes(job: ValueMap, old: ValueMap): boolean {
  const suspended = (of: ValueMap, value: string) =>
    structs(struct(of, 'status'), 'conditions').some(
      (each) => text(each, 'type') === 'Suspended' && text(each, 'status') === value,
    );
  return suspended(old, 'True') && suspended(job, 'False');
}

/** Complaints about what does not go back. */
function lostErrors({ spec, status, before, is, was, changed }: Change, isResuming: boolean): Errors {
  const scaled = text(spec, 'completionMode') === 'Indexed' && sameCounts(spec);
  const fewer = (name: string) =>
    when(
      number(status, name) < number(before, name),
      invalid(child('status', name), BigInt(number(status, name)), `cannot decrease the ${name} counter`),
    );
  const moved = has(status, 'completionTime') && has(before, 'completionTime') && changed('completionTime');
  const end = shown('*v1.Time', status.get('completionTime'));
  const begin: Value = status.get('startTime') ?? null;
  return [
    ...['Failed', 'Complete', 'FailureTarget'].flatMap((type) =>
      when(was(type) && !is(type), conditionError(`cannot disable the terminal ${type}=True condition`)),
    ),
    ...fewer('failed'),
    ...(scaled ? [] : fewer('succeeded')),
    ...when(
      moved,
      ...inVersions({ until: 'v1.33' }, [invalid('status.completionTime', end, 'completionTime cannot be mutated')]),
      ...inVersions({ from: 'v1.34' }, [invalid('status.completionTime', end, 'field is immutable')]),
    ),
    ...when(
      changed('startTime') && !isResuming && has(before, 'startTime') && flag(spec, 'suspend') !== true,
      ...inVersions({ until: 'v1.35' }, [
        required('status.startTime', 'startTime cannot be removed for unsuspended job'),
      ]),
      ...inVersions({ from: 'v1.36' }, [
        invalid('status.startTime', begin, 'field is immutable for unsuspended job once set'),
      ]),
    ),
    ...when(
      was('SuccessCriteriaMet') && !is('SuccessCriteriaMet'),
      conditionError('cannot disable the SuccessCriteriaMet=True condition'),
    ),
    ...when(
      was('Complete') && !was('SuccessCriteriaMet') && is('SuccessCriteriaMet'),
      conditionError('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'),
    ),
  ];
}

function sameCounts(spec: ValueMap): boolean {
  return sameAt(
    new Map([['n', spec.get('completions') ?? null]]),
    new Map([['n', spec.get('parallelism') ?? null]]),
    'n',
  );
}
