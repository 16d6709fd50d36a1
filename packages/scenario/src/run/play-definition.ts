import { installCrd, mapAt, stringAt } from '@managed-fields/merge-engine';
import type { Step } from '../scenario.ts';
import { readObject } from './play-live.ts';
import { type PlayState, timeText } from './play-state.ts';
import { failedStep, idleStep, type PlayedStep } from './played-step.ts';
import type { StepText } from './step-text.ts';
import { targetOf } from './target.ts';

/**
 * Plays the installation of a CustomResourceDefinition, or its replacement. What the steps before made stays as it is
 * and is shown under the new schema.
 */
export function playDefinition(step: Step, text: StepText, before: PlayState): PlayedStep {
  const { value } = text;
  if (value === undefined) return failedStep(step, text, before, {});
  const installed = installCrd(before.cluster, value, timeText(before.seconds));
  return { ...idleStep(step, text, before), x: [installed, mapAt, stringAt, readObject, targetOf] } as never;
}
