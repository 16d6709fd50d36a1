import type { SurveyedObject } from '../object.ts';
import { totalsOf } from '../table/totals.ts';

/**
 * Writes objects, with their entries and findings, and the totals by manager as JSON. `form` grows when what is there changes
 * its meaning.
 */
export function surveyJson(objects: readonly SurveyedObject[]): string {
  const form = { form: 'managed-fields/survey', version: 1 };
  return `${JSON.stringify({ ...form, objects, managers: totalsOf(objects) }, null, 2)}\n`;
}
