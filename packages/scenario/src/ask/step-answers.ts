import { mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { printYaml } from '@managed-fields/source';
import type { Outcome } from '../playback.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';

/** What a step came to, as texts that can be laid beside those of the same step on another version. */
export interface StepAnswer {
  readonly stepId: string;
  readonly status: Outcome['status'];
  /** What was answered or printed: the message of a refusal, warnings, what kubectl printed; in their order. */
  readonly said: readonly string[];
  /**
   * The object that the step is about, as `kubectl get -o yaml --show-managed-fields` prints it, but without uid and
   * resourceVersion, which count what was written before; empty where there is none.
   */
  readonly object: string;
}

/** What each step of a scenario comes to. Plain data that a worker can post. */
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
