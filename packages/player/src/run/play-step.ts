import { attempt, catalogOf, customResources, NotLoaded } from '@managed-fields/api-server';
import { assertNever, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type DefinitionStep, needsOf, type Step } from '@managed-fields/scenario';
import type { ProblemCode } from '@managed-fields/source';
import { admittedAfter } from './admitted.ts';
import { problemsInWords, problemsOfWarnings } from './answer-problems.ts';
import { kubectl } from './kubectl.ts';
import { withNamedKinds } from './named-kinds.ts';
import { playLive, readObject } from './play-live.ts';
import { playRequest } from './play-request.ts';
import { type PlayState, timeText } from './play-state.ts';
import { failedStep, idleStep, type PlayedStep } from './played-step.ts';
import { mergedProblems } from './problems.ts';
import { type KnownTexts, readStepText, type StepText } from './step-text.ts';
import { knownTarget } from './target.ts';
import { tools } from './tools.ts';

/**
 * Plays the next step of a scenario, with the known definitions of the kinds that it names. Where modules are not loaded
 * the computation is left (`attempt`): it asks for those definitions and for what else the step needs at once.
 */
export function playNextStep(step: Step, before: PlayState, known: KnownTexts): PlayedStep {
  const named = attempt(() => withNamedKinds(before, step, known));
  if (named.kind === 'done') {
    const played = playStep(step, named.value, known);
    return { ...played, after: { ...played.after, admitted: admittedAfter(played) } };
  }
  const played = attempt(() => playStep(step, before, known));
  throw new NotLoaded([...named.modules, ...(played.kind === 'not-loaded' ? played.modules : [])]);
}

/**
 * Plays one step. `known` are texts that were read already and are not read again. Never fails: whatever goes wrong is
 * in the outcome, and the cluster stays as it was.
 */
export function playStep(step: Step, before: PlayState, known: KnownTexts): PlayedStep {
  const text = readStepText(step.text, known);
  if (step.off === true) return idleStep(step, text, before);
  if (text.isEmpty && needsOf[step.kind].mayBeEmpty !== true) {
    return idleStep(step, text, before, [{ code: 'empty-text', data: {} }]);
  }
  if (step.kind !== 'kubectl' && text.problems.some(({ code }) => ownLimits.has(code))) {
    return failedStep(step, text, before, {});
  }
  switch (step.kind) {
    case 'live':
      return playLive(step, text, before);
    case 'crd':
      return playDefinition(step, text, before);
    case 'kubectl':
      return kubectl().playCommand(step, text, before);
    case 'tool':
      return tools().playTool(step, text, before);
    case 'apply':
    case 'create':
    case 'update':
    case 'merge-patch':
    case 'strategic-merge-patch':
    case 'json-patch':
    case 'scale':
    case 'status':
    case 'reset':
    case 'delete':
      return playRequest(step, text, before);
    default:
      return assertNever(step);
  }
}

/** Texts beyond a limit of this page are not sent: a server would read more of them. */
const ownLimits: ReadonlySet<string> = new Set<ProblemCode>(['too-large', 'too-deep', 'too-many']);

/**
 * Installs or replaces a CustomResourceDefinition. The objects of earlier steps stay as they are and are shown with the
 * new schema.
 */
export function playDefinition(step: DefinitionStep, text: StepText, before: PlayState): PlayedStep {
  if (text.value === undefined) return failedStep(step, text, before, {});
  const put = customResources().putCrd(before.cluster, text.value, timeText(before.seconds));
  if (put.kind === 'refused') {
    const problems = problemsInWords(text, put.problems);
    return failedStep(step, text, before, { message: put.problems.join('\n'), problems });
  }
  const target = before.target && knownTarget(before.target, catalogOf(put.cluster));
  const shown = target && readObject(put.cluster, target);
  const idle = idleStep(step, text, before);
  return {
    ...idle,
    outcome: {
      ...idle.outcome,
      status: 'installed',
      problems: mergedProblems(problemsOfWarnings(text, put.warnings), text.problems, 'Warn'),
      object: describeDefinition(text.object),
    },
    after: { ...before, cluster: put.cluster, seconds: before.seconds + 1, target, object: shown },
    target,
    shown,
  };
}

function describeDefinition(object: ValueMap | undefined): string {
  const name = stringAt(mapAt(object, 'metadata'), 'name') ?? '';
  return `apiextensions.k8s.io/v1 CustomResourceDefinition ${name}`;
}
