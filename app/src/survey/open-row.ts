import { newScenario } from '@managed-fields/scenario';
import { startDraft } from '../store/address.ts';
import { select } from '../store/scenario-store.ts';
import { openedObject } from './survey-store.ts';

/** Opens an object of the survey as a new scenario, which takes the place of the survey; false where it is gone. */
export async function openRow(index: number): Promise<boolean> {
  const opened = await openedObject(index);
  if (opened === undefined) return false;
  const scenario = newScenario(opened.title, opened.steps);
  startDraft(scenario);
  select(scenario.steps.at(-1)?.id ?? '');
  return true;
}
