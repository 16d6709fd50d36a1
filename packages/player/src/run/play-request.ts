import { type ApiResponse, catalogOf, type RequestTrace, serve } from '@managed-fields/api-server';
import {
  assertNever,
  equals,
  formatJson,
  isMap,
  mapAt,
  stringAt,
  type ValueMap,
  valueAt,
} from '@managed-fields/merge-engine';
import type { Outcome, Problem, RequestStep } from '@managed-fields/scenario';
import { problemsOfAnswer, typeNotices, typeProblems } from './answer-problems.ts';
import { type PlayState, timeText } from './play-state.ts';
import { failedStep, type Obstacle, type PlayedStep } from './played-step.ts';
import { mergedProblems } from './problems.ts';
import { isFieldConflict, messageOf } from './refusal.ts';
import { requestOf } from './request.ts';
import type { StepText } from './step-text.ts';
import { describeTarget, type Target, type Targeted, targetOf } from './target.ts';
import { problemsOfType } from './type-problems.ts';

/** Plays a step that is one request to the API server. */
export function playRequest(step: RequestStep, text: StepText, before: PlayState): PlayedStep {
  const targeted = targetOf(step, text.value, before.target, catalogOf(before.cluster));
  if (targeted.kind !== 'target') return failedStep(step, text, before, obstacleOf(targeted, text));
  const built = requestOf(step, text, targeted.target);
  const { cluster, response, trace } = serve(before.cluster, built.request, timeText(before.seconds));
  const status = statusOf(step, response, trace);
  const failed = status === 'error' || status === 'conflict';
  const target = withGivenName(targeted.target, trace?.after);
  const written = !failed && step.dryRun !== true;
  const sameTarget = before.target !== undefined && describeTarget(before.target) === describeTarget(target);
  const existing = trace?.before ?? (sameTarget ? before.object : undefined);
  const stored = written ? [trace] : [];
  const problems = problemsOfStep(step, text, target, response, status, typeProblems(text, stored, cluster));
  return {
    step,
    outcome: {
      stepId: step.id,
      status,
      code: response.code,
      ...(failed ? { message: messageOf(response.body) ?? '' } : {}),
      warnings: response.warnings,
      problems,
      object: describeTarget(target),
      ...(trace === undefined || trace.operation === 'Delete' ? {} : { manager: trace.manager || 'unknown' }),
    },
    text,
    before,
    after: {
      ...before,
      cluster: written ? cluster : before.cluster,
      seconds: before.seconds + 1,
      started: before.started || written,
      target,
      object: written ? trace?.after : existing,
    },
    target,
    shown: failed ? existing : trace?.after,
    built,
    response,
    trace,
    notices: typeNotices(stored, cluster),
  };
}

/**
 * The problems of a request: what the server complains about, and what else the type does not allow, because the server
 * stops at its first error.
 */
function problemsOfStep(
  step: RequestStep,
  text: StepText,
  { version }: Target,
  response: ApiResponse,
  status: Outcome['status'],
  ofTypes: readonly Problem[],
): readonly Problem[] {
  const fieldValidation = step.fieldValidation ?? 'Warn';
  const ofAnswer = problemsOfAnswer(text, response);
  const isWhole = (step.subresource ?? '') !== 'scale' && step.kind !== 'scale' && isMap(text.value ?? null);
  const byType = isWhole
    ? problemsOfType(text, version.type, {
        applied: step.kind === 'apply',
        failed: status === 'error',
        directives: step.kind === 'strategic-merge-patch',
        allowDuplicates: false,
        fieldValidation,
      })
    : [];
  return mergedProblems([...ofAnswer, ...ofTypes], [...text.problems, ...byType], fieldValidation);
}

function statusOf(step: RequestStep, response: ApiResponse, trace: RequestTrace | undefined): Outcome['status'] {
  if (response.code >= 400) return isFieldConflict(response) ? 'conflict' : 'error';
  if (response.code === 201) return 'created';
  if (step.kind === 'delete') return 'deleted';
  return sameState(trace) ? 'unchanged' : 'changed';
}

/**
 * Whether a write left the object as it was. The objects are compared, because a dry run has no resourceVersion to
 * compare.
 */
export function sameState(trace: RequestTrace | undefined): boolean {
  return trace?.before !== undefined && trace.after !== undefined && equals(trace.before, trace.after);
}

/** Puts in the name that the server generated for `generateName`. */
function withGivenName(target: Target, after: ValueMap | undefined): Target {
  const name = stringAt(mapAt(after, 'metadata'), 'name');
  return name === undefined || target.name !== '' ? target : { ...target, name };
}

/** Why a step has no object to send a request about, in the words of kubectl where it has any. */
export function obstacleOf(targeted: Exclude<Targeted, { readonly kind: 'target' }>, text: StepText): Obstacle {
  switch (targeted.kind) {
    case 'unknown-kind': {
      const { name, apiVersion } = targeted;
      const message = noMatches(apiVersion, name);
      const range = text.document?.locate(targeted.place)?.value;
      return {
        message,
        problems:
          range === undefined
            ? []
            : [{ code: 'unknown-kind', severity: 'error', message, from: range.from, to: range.to }],
        notices: [{ code: 'unknown-kind', data: { kind: name, apiVersion } }],
      };
    }
    case 'no-name': {
      const place = ['metadata', 'name'];
      const name = text.value === undefined ? undefined : valueAt(text.value, place);
      const range = text.document?.locate(place)?.value;
      if (name === undefined || range === undefined || name === '' || name === null) {
        return { message: 'resource name may not be empty', notices: [{ code: 'no-name', data: {} }] };
      }
      // YAML 1.1 reads a name such as `n` as false.
      const message = `metadata.name: expected string, got ${formatJson(name)}`;
      return {
        message,
        problems: [{ code: 'wrong-type', severity: 'error', message, from: range.from, to: range.to }],
      };
    }
    case 'no-object':
      return { notices: text.value === undefined ? [] : [{ code: 'no-object', data: {} }] };
    default:
      return assertNever(targeted);
  }
}

/** The words of kubectl for a kind that the server does not have. */
export function noMatches(apiVersion: string, kind: string): string {
  return `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
}
