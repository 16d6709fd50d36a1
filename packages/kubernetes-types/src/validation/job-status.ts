import { quote, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { duplicate, type Errors, invalid, invalidUnshown, required } from './errors.ts';
import { at, child } from './field-path.ts';
import { count, flag, has, pointer, struct, structs, text, texts } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { isNonnegative } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * What the status of a Job may say.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go ValidateJobUpdateStatus, and which of its rules hold
 * for a change: pkg/registry/batch/job/strategy.go getStatusValidationOptions.
 */

/** The conditions of a Job that are true. */
interface State {
  readonly complete: boolean;
  readonly failed: boolean;
  readonly failureTarget: boolean;
  readonly criteriaMet: boolean;
  readonly finished: boolean;
}

function stateOf(status: ValueMap): State {
  const isTrue = (type: string) => hasCondition(status, type, 'True');
  const [complete, failed] = [isTrue('Complete'), isTrue('Failed')];
  const rest = { failureTarget: isTrue('FailureTarget'), criteriaMet: isTrue('SuccessCriteriaMet') };
  return { complete, failed, ...rest, finished: complete || failed };
}

function hasCondition(status: ValueMap, type: string, value: string): boolean {
  return structs(status, 'conditions').some(
    (condition) => text(condition, 'type') === type && text(condition, 'status') === value,
  );
}

/** Complaints about a changed status of a Job. */
export function jobStatusErrors(job: ValueMap, old: ValueMap): Errors {
  const [spec, status, before] = [struct(job, 'spec'), struct(job, 'status'), struct(old, 'status')];
  const [now, was] = [stateOf(status), stateOf(before)];
  return [
    ...metadataUpdateErrors(job, old),
    ...['active', 'succeeded', 'failed', 'ready', 'terminating'].flatMap((name) =>
      isNonnegative(status, name, 'status'),
    ),
    ...uncountedErrors(pointer(status, 'uncountedTerminatedPods')),
    ...stateErrors(spec, status, before, now, was),
    ...indexErrors(spec, status, before),
    ...podErrors(status, before, now, was),
    ...criteriaErrors(spec, now),
    ...changeErrors(spec, status, before, now, was),
  ];
}

function uncountedErrors(uncounted: ValueMap | undefined): Errors {
  const seen = new Set<string>();
  return ['succeeded', 'failed'].flatMap((name) =>
    texts(uncounted, name).flatMap((uid, index): Errors => {
      const field = at(child('status.uncountedTerminatedPods', name), index);
      if (uid === '') return [invalid(field, uid, 'must not be empty')];
      const twice = seen.has(uid);
      seen.add(uid);
      return twice ? [duplicate(field, uid)] : [];
    }),
  );
}

const conditions = (detail: string) => invalidUnshown('status.conditions', detail);

function stateErrors(spec: ValueMap, status: ValueMap, before: ValueMap, now: State, was: State): Errors {
  const changed = (name: string) => !sameAt(status, before, name);
  const ends = now.complete !== was.complete;
  const fails = now.failed !== was.failed;
  const completion = status.get('completionTime');
  const [started, completed] = [text(status, 'startTime'), text(status, 'completionTime')];
  const isTimed = ends || changed('completionTime');
  const finishes = now.finished !== was.finished;
  const isEmptySuspended = flag(spec, 'suspend') === true && count(spec, 'completions') === 0;
  const errors: (Errors[number] | false | undefined)[] = [
    (ends || fails) && now.complete && now.failed && conditions('cannot set Complete=True and Failed=true conditions'),
    (ends || now.failureTarget !== was.failureTarget) &&
      now.complete &&
      now.failureTarget &&
      conditions('cannot set Complete=True and FailureTarget=true conditions'),
    isTimed &&
      completed !== '' &&
      !now.complete &&
      timed('completionTime', completion, 'cannot set completionTime when there is no Complete=True condition'),
    isTimed &&
      completed === '' &&
      now.complete &&
      required('status.completionTime', 'completionTime is required for Complete jobs'),
    (changed('startTime') || changed('completionTime')) &&
      started !== '' &&
      completed !== '' &&
      completed < started &&
      timed('completionTime', completion, 'must be equal to or after `startTime`'),
    (fails || changed('failedIndexes')) &&
      now.failed &&
      !now.failureTarget &&
      conditions('cannot set Failed=True condition without the FailureTarget=true condition'),
    (ends || now.criteriaMet !== was.criteriaMet) &&
      now.complete &&
      !now.criteriaMet &&
      conditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
    (finishes || changed('active')) &&
      now.finished &&
      (count(status, 'active') ?? 0) > 0 &&
      invalid('status.active', status.get('active') ?? 0n, 'active>0 is invalid for finished job'),
    (finishes || changed('startTime')) &&
      !isEmptySuspended &&
      now.finished &&
      started === '' &&
      required('status.startTime', 'startTime is required for finished job'),
    (finishes || changed('uncountedTerminatedPods')) &&
      now.finished &&
      ['succeeded', 'failed'].some((name) => texts(pointer(status, 'uncountedTerminatedPods'), name).length > 0) &&
      invalid(
        'status.uncountedTerminatedPods',
        shown('*batch.UncountedTerminatedPods', status.get('uncountedTerminatedPods')),
        'must be empty for finished job',
      ),
  ];
  return errors.filter((error) => error !== false && error !== undefined);
}

function timed(name: string, value: Value | undefined, detail: string) {
  return invalid(child('status', name), value ?? null, detail);
}

function indexErrors(spec: ValueMap, status: ValueMap, before: ValueMap): Errors {
  const completions = count(spec, 'completions');
  const [completed, failed] = [text(status, 'completedIndexes'), text(status, 'failedIndexes')];
  const perIndex = has(spec, 'backoffLimitPerIndex');
  const newCompleted = !sameAt(status, before, 'completedIndexes');
  const newFailed = !sameAt(status, before, 'failedIndexes');
  const wrong = (name: string, value: string, why: string) => [invalid(child('status', name), value, why)];
  const formed = (name: string, value: string) => {
    const why = completions === undefined ? undefined : wrongIndexes(value, completions);
    return why === undefined ? [] : wrong(name, value, `error parsing ${name}: ${why}`);
  };
  const overlap = completions === undefined ? undefined : overlapOf(completed, failed, completions);
  const isIndexed = text(spec, 'completionMode') === 'Indexed';
  const ofNone = 'cannot set non-empty completedIndexes when non-indexed completion mode';
  const ofAll = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
  return [
    ...(newCompleted ? formed('completedIndexes', completed) : []),
    ...(newFailed && perIndex && has(status, 'failedIndexes') ? formed('failedIndexes', failed) : []),
    ...(newCompleted && completed !== '' && !isIndexed ? wrong('completedIndexes', completed, ofNone) : []),
    ...(newFailed && !perIndex && has(status, 'failedIndexes') ? wrong('failedIndexes', failed, ofAll) : []),
    ...((newFailed || newCompleted) && overlap !== undefined
      ? wrong('failedIndexes', failed, `failedIndexes and completedIndexes overlap at index: ${overlap}`)
      : []),
  ];
}

/** An interval of indexes, or what is wrong with its text. Upstream: parseIndexInterval. */
function intervalOf(written: string, completions: number): readonly [from: number, to: number] | string {
  const limits = written.split('-');
  if (limits.length > 2) {
    return `the fragment ${quote(written)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${quote(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${quote(limit)}`;
    numbers.push(Number(limit));
  }
  const [from = 0, to = from] = numbers;
  if (numbers.length === 2 && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`;
  return [from, to];
}

/** Upstream: validateIndexesFormat. */
function wrongIndexes(written: string, completions: number): string | undefined {
  if (written === '') return undefined;
  let last: number | undefined;
  for (const part of written.split(',')) {
    const interval = intervalOf(part, completions);
    if (typeof interval === 'string') return interval;
    const [from, to] = interval;
    if (last !== undefined && last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    last = to;
  }
  return undefined;
}

/** The first index that is in both; what cannot be read is left out. Upstream: validateFailedIndexesNotOverlapCompleted. */
function overlapOf(completed: string, failed: string, completions: number): number | undefined {
  const read = (written: string) =>
    (written === '' ? [] : written.split(','))
      .map((part) => intervalOf(part, completions))
      .filter((interval): interval is readonly [number, number] => typeof interval !== 'string');
  const [ones, others] = [read(completed), read(failed)];
  for (let i = 0, j = 0; i < ones.length && j < others.length; ) {
    const [[a, b] = [0, 0], [c, d] = [0, 0]] = [ones[i], others[j]];
    if (a <= d && c <= b) return Math.max(a, c);
    if (a <= c) i++;
    else j++;
  }
  return undefined;
}

function podErrors(status: ValueMap, before: ValueMap, now: State, was: State): Errors {
  const changed = (...names: readonly string[]) => names.some((name) => !sameAt(status, before, name));
  const [ready, active] = [count(status, 'ready') ?? 0, count(status, 'active') ?? 0];
  const terminating = count(status, 'terminating') ?? 0;
  const still = now.finished && terminating > 0 && (now.finished !== was.finished || changed('terminating'));
  return [
    ...(still ? [invalid('status.terminating', BigInt(terminating), 'terminating>0 is invalid for finished job')] : []),
    ...(changed('ready', 'active') && ready > active
      ? [invalid('status.ready', BigInt(ready), 'cannot set more ready pods than active')]
      : []),
  ];
}

function criteriaErrors(spec: ValueMap, now: State): Errors {
  const unmet = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True';
  return [
    ...(now.criteriaMet && now.failed
      ? [conditions('cannot set SuccessCriteriaMet=True and Failed=true conditions')]
      : []),
    ...(now.criteriaMet && now.failureTarget
      ? [conditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')]
      : []),
    ...(has(spec, 'successPolicy') && !now.criteriaMet && now.complete ? [conditions(unmet)] : []),
  ];
}

/** Upstream: ValidateJobStatusUpdate. */
function changeErrors(spec: ValueMap, status: ValueMap, before: ValueMap, now: State, was: State): Errors {
  const lost = (name: string, had: boolean, has_: boolean) =>
    had && !has_ ? [conditions(`cannot disable the terminal ${name}=True condition`)] : [];
  const less = (name: string) => {
    const [is, before_] = [count(status, name) ?? 0, count(before, name) ?? 0];
    return is < before_ ? [invalid(child('status', name), BigInt(is), `cannot decrease the ${name} counter`)] : [];
  };
  const mayShrink = text(spec, 'completionMode') === 'Indexed' && sameAs(spec, 'completions', 'parallelism');
  const resumes = hasCondition(before, 'Suspended', 'True') && hasCondition(status, 'Suspended', 'False');
  const moves = (name: string) => has(before, name) && !sameAt(status, before, name);
  const fixed = moves('startTime') && !resumes && flag(spec, 'suspend') !== true;
  return [
    ...lost('Failed', was.failed, now.failed),
    ...lost('Complete', was.complete, now.complete),
    ...lost('FailureTarget', was.failureTarget, now.failureTarget),
    ...less('failed'),
    ...(mayShrink ? [] : less('succeeded')),
    ...(moves('completionTime') && has(status, 'completionTime')
      ? [timed('completionTime', status.get('completionTime'), 'field is immutable')]
      : []),
    ...(fixed ? [timed('startTime', status.get('startTime'), 'field is immutable for unsuspended job once set')] : []),
    ...(was.criteriaMet && !now.criteriaMet
      ? [conditions('cannot disable the SuccessCriteriaMet=True condition')]
      : []),
    ...(was.complete && !was.criteriaMet && now.criteriaMet
      ? [conditions('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions')]
      : []),
  ];
}

function sameAs(spec: ValueMap, one: string, other: string): boolean {
  return has(spec, one) === has(spec, other) && count(spec, one) === count(spec, other);
}
