import { catalogOf, customResources } from '@managed-fields/api-server';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { DefinitionStep } from '@managed-fields/scenario';
import { problemsInWords, problemsOfWarnings } from './answer-problems.ts';
import { readObject } from './play-live.ts';
import { type PlayState, timeText } from './play-state.ts';
import { failedStep, idleStep, type PlayedStep } from './played-step.ts';
import { mergedProblems } from './problems.ts';
import type { StepText } from './step-text.ts';
import { knownTarget } from './target.ts';

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
