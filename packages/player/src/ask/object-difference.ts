import { catalogOf } from '@managed-fields/api-server';
import { equals, mapFromJson, stringAt, withoutServerMetadata } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { playScenario, type RunOptions } from '../run/run.ts';
import { type ComparedObjects, comparedObjects } from './changes.ts';

/** How two objects differ by the type that their kind has at a step. Plain data that a worker can post. */
export interface ObjectDifference extends ComparedObjects {
  /**
   * Whether they differ though no field does: items of a list stand in another order, or one has an empty map or list
   * that the other lacks. What a server gives and managedFields do not count here.
   */
  readonly otherOrder: boolean;
}

/** Two objects as JSON. */
export interface ObjectPair {
  readonly left: string;
  readonly right: string;
}

/**
 * Compares two objects of one kind as the catalog of a step knows it. Undefined where the scenario has no such step, or
 * where one of them is no JSON object.
 */
export function objectDifference(
  scenario: Scenario,
  { stepId, left, right }: ObjectPair & { readonly stepId: string },
  { catalog }: RunOptions,
): ObjectDifference | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  return played === undefined ? undefined : differenceOfPair({ left, right }, catalogOf(played.before.cluster));
}

/** The same for the catalog of any server. */
export function differenceOfPair(
  { left, right }: ObjectPair,
  catalog: RunOptions['catalog'],
): ObjectDifference | undefined {
  const [old, next] = [mapFromJson(left), mapFromJson(right)];
  if (old === undefined || next === undefined) return undefined;
  const version = catalog.findKind(stringAt(old, 'apiVersion') ?? '', stringAt(old, 'kind') ?? '');
  const compared = comparedObjects(old, next, version);
  const otherOrder = compared.values.length === 0 && !equals(withoutServerMetadata(old), withoutServerMetadata(next));
  return { ...compared, otherOrder };
}
