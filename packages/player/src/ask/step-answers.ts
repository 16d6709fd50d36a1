import { mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Outcome, Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { playScenario, type RunOptions } from '../run/run.ts';

/** The result of a step as texts, to be compared with those of the same step on another version. */
export interface StepAnswer {
  readonly stepId: string;
  readonly status: Outcome['status'];
  /** The texts of the answer in their order: the message of a refusal, warnings, what kubectl printed. */
  readonly said: readonly string[];
  /**
   * The object of the step as `kubectl get -o yaml --show-managed-fields` prints it, without uid and resourceVersion,
   * which depend on earlier writes; empty where there is none.
   */
  readonly object: string;
}

/** The result of each step of a scenario. Plain data that a worker can post. */
export function stepAnswers(scenario: Scenario, { catalog }: RunOptions): readonly StepAnswer[] {
  return playScenario(scenario, catalog).map(({ step, outcome, shown, command }) => ({
    stepId: step.id,
    status: outcome.status,
    said: [
      ...(command === undefined ? [outcome.message ?? ''] : [command.stdout.trimEnd(), command.stderr.trimEnd()]),
      ...outcome.warnings,
    ].filter((text) => text !== ''),
    object: shown === undefined ? '' : printYaml(withoutNumbers(shown)).text,
  }));
}

function withoutNumbers(object: ValueMap): Value {
  const metadata = mapAt(object, 'metadata');
  if (metadata === undefined) return object;
  const kept = [...metadata].filter(([key]) => key !== 'uid' && key !== 'resourceVersion');
  return new Map(object).set('metadata', new Map(kept));
}
