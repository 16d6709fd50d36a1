import { attempt, NotLoaded } from '@managed-fields/api-server';
import { assertNever } from '@managed-fields/merge-engine';
import type { Step } from '@managed-fields/scenario';
import { needsOf } from '@managed-fields/scenario';
import type { ProblemCode } from '@managed-fields/source';
import { kubectl } from './kubectl.ts';
import { withNamedKinds } from './named-kinds.ts';
import { playDefinition } from './play-definition.ts';
import { playLive } from './play-live.ts';
import { playRequest } from './play-request.ts';
import type { PlayState } from './play-state.ts';
import { failedStep, idleStep, type PlayedStep } from './played-step.ts';
import { type KnownTexts, readStepText } from './step-text.ts';

/**
 * Plays the next step of a scenario, with the known definitions of the kinds that it names. Where modules are not loaded
 * the computation is left (`attempt`): it asks for those definitions and for what else the step needs at once.
 */
export function playNextStep(step: Step, before: PlayState, known: KnownTexts): PlayedStep {
  const named = attempt(() => withNamedKinds(before, step, known));
  if (named.kind === 'done') return playStep(step, named.value, known);
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
