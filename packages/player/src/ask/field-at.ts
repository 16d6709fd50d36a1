import { type Asked, type Cluster, pathOf, type ResourceVersion } from '@managed-fields/api-server';
import { explainOwnership, type FieldOwnership, type Ownership } from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { readObject } from '../run/play-live.ts';
import { timeText } from '../run/play-state.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/** The object after a step, with what is needed to explain it and to preview requests about it. */
export interface AskedObject {
  readonly played: readonly PlayedStep[];
  readonly step: PlayedStep;
  readonly cluster: Cluster;
  readonly version: ResourceVersion;
  readonly asked: Asked;
  readonly ownership: Ownership;
  /** The time of the next request. */
  readonly now: string;
}

/** A field of the object after a step. */
export interface AskedField extends AskedObject {
  readonly field: FieldOwnership;
}

/** The object after a step; undefined where there is none. */
export function objectAfter(scenario: Scenario, stepId: string, { catalog }: RunOptions): AskedObject | undefined {
  const played = playScenario(scenario, catalog);
  const index = played.findIndex(({ step }) => step.id === stepId);
  const step = played[index];
  return step === undefined ? undefined : objectOf(played.slice(0, index + 1), step);
}

/** The object after the last of some played steps. */
export function objectOf(played: readonly PlayedStep[], step: PlayedStep): AskedObject | undefined {
  const { target, cluster, seconds } = step.after;
  const object = target === undefined ? undefined : readObject(cluster, target);
  if (target === undefined || object === undefined) return undefined;
  const { version } = target;
  return {
    played,
    step,
    cluster,
    version,
    asked: { object, path: pathOf(target), kind: version },
    ownership: explainOwnership(object, version),
    now: timeText(seconds),
  };
}

/**
 * A field of the object after a step, by its path as messages print it. Undefined where the object does not have the
 * field and nobody owns it.
 */
export function fieldAfter(
  scenario: Scenario,
  stepId: string,
  path: FieldPathText,
  options: RunOptions,
): AskedField | undefined {
  const about = objectAfter(scenario, stepId, options);
  const field = about?.ownership.fields.find(({ text }) => text === path);
  return about === undefined || field === undefined ? undefined : { ...about, field };
}

/** The field, or the atomic list or map that it is a part of: what an owner has or loses as one. */
export function ownedAs({ ownership, field }: AskedField): FieldOwnership {
  return ownership.fields.find(({ text }) => text === field.within) ?? field;
}
