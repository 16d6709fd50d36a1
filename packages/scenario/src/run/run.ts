import type { TypeCatalog } from '@managed-fields/merge-engine';
import type { AnnotatedText, Playback } from '../playback.ts';
import type { Scenario } from '../scenario.ts';
import { firstState, type PlayState } from './play-state.ts';
import { playStep } from './play-step.ts';
import type { PlayedStep } from './played-step.ts';
import { ownText, viewOf } from './view.ts';

/** What a run needs beside the scenario. */
export interface RunOptions {
  /** The kinds that the server knows from the start. */
  readonly catalog: TypeCatalog;
  /** The id of the step to show; without one only outcomes are computed. */
  readonly selected?: string | undefined;
}

/**
 * Plays all steps of a scenario, each against what the one before left, and shows the selected one. Plain data that a
 * worker can post. Pure: the same scenario gives the same playback; times count from the newest time of a pasted object,
 * else from 2026-01-01, one second a step.
 */
export function run(scenario: Scenario, options: RunOptions): Playback {
  const played = playScenario(scenario, options.catalog);
  const selected = played.find(({ step }) => step.id === options.selected);
  return {
    outcomes: played.map(({ outcome }) => outcome),
    view: selected === undefined ? undefined : viewOf(selected),
  };
}

/** All steps, played in order. */
export function playScenario(scenario: Scenario, catalog: TypeCatalog): readonly PlayedStep[] {
  const played: PlayedStep[] = [];
  let state: PlayState = firstState(catalog);
  for (const step of scenario.steps) {
    const next = playStep(step, state);
    played.push(next);
    state = next.after;
  }
  return played;
}

/** The ownership drawn on the text of a pasted live object, for showing it beside another step. */
export function annotateLive(scenario: Scenario, stepId: string, options: RunOptions): AnnotatedText | undefined {
  const played = playScenario(scenario, options.catalog).find(({ step }) => step.id === stepId);
  return played === undefined ? undefined : ownText(played);
}
