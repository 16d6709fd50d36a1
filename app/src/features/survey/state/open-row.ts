import { freshScenario } from '@managed-fields/scenario';
import type { FindingPlace } from '../../../core/engine/protocol.ts';
import { startDraft } from '../../../core/store/address.ts';
import { select } from '../../../core/store/scenario-store.ts';
import { helpFor, openedObject } from './survey-store.ts';

/** Opens an object of the survey as a new scenario, which takes the place of the survey; false where it is gone. */
export async function openRow(index: number): Promise<boolean> {
  const opened = await openedObject(index);
  if (opened === undefined) return false;
  const scenario = freshScenario(opened.title, opened.steps);
  startDraft(scenario);
  select(scenario.steps.at(-1)?.id ?? '');
  return true;
}

/**
 * Opens the scenario to try a finding in, at its first step after the objects; false where it is gone. `title` names it.
 */
export async function tryFinding(place: FindingPlace, title: string): Promise<boolean> {
  const scenario = (await helpFor(place))?.scenario;
  if (scenario === undefined) return openRow(place.index);
  startDraft({ ...scenario, title });
  const first = scenario.steps.find(({ kind }) => kind !== 'live' && kind !== 'crd') ?? scenario.steps.at(-1);
  select(first?.id ?? '');
  return true;
}
