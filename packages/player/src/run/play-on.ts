import { catalogOf, type TypeCatalog } from '@managed-fields/api-server';
import { serverRelease } from '@managed-fields/kubernetes-types';
import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import type { Outcome } from '@managed-fields/scenario';
import { type Scenario, type Step, serverOf, versionOf } from '@managed-fields/scenario';
import { definitionsOf } from './named-kinds.ts';
import { readObject } from './play-live.ts';
import { firstState, type PlayState } from './play-state.ts';
import { playNextStep } from './play-step.ts';
import { wellFormed } from './run.ts';
import { type KnownTexts, readStepText, readTexts } from './step-text.ts';

/** The place in a scenario up to which it was played, from which any step can be tried. */
export interface PlayedPoint {
  readonly state: PlayState;
}

/** The result of one step as texts: the server's answer, and the object before and after. Objects are JSON. */
export interface AnsweredStep {
  readonly outcome: Outcome;
  /** Undefined where the step sent no request. */
  readonly answer: { readonly code: number; readonly body: string; readonly warnings: readonly string[] } | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The kinds that the server has after the step. */
  readonly catalog: TypeCatalog;
}

/** The place before the first step. The definitions that the scenario holds are taken from its steps. */
export function playedPoint(scenario: Scenario, catalog: TypeCatalog): PlayedPoint {
  const own = definitionsOf(scenario.steps, readTexts(scenario.steps));
  return { state: firstState(catalog, serverRelease(versionOf(scenario)), own, serverOf(scenario)) };
}

/**
 * Plays one step more, as `run` plays it within its scenario, so that a scenario can be made step by step of what came
 * before. The place before stays as it was. Where modules are not
 * loaded the computation is left (`attempt`).
 */
export function playOn(
  { state }: PlayedPoint,
  step: Step,
): { readonly answered: AnsweredStep; readonly point: PlayedPoint } {
  const clean = wellFormed(step);
  const texts: KnownTexts = new Map([[clean.text, readStepText(clean.text, new Map())]]);
  const played = playNextStep(clean, state, texts);
  const { before, after, response, outcome } = played;
  return {
    answered: {
      outcome,
      answer:
        response === undefined
          ? undefined
          : { code: response.code, body: formatJson(response.body), warnings: response.warnings },
      before: jsonOf(played.trace === undefined ? before.object : played.trace.before),
      // What controllers do after the answer counts too.
      after: jsonOf(played.target === undefined ? after.object : readObject(after.cluster, played.target)),
      catalog: catalogOf(after.cluster),
    },
    point: { state: after },
  };
}

function jsonOf(object: ValueMap | undefined): string | undefined {
  return object === undefined ? undefined : formatJson(object);
}
