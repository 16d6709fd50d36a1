import { jsonText } from '@managed-fields/foreign-text';
import type { SurveyedObject } from '../object.ts';
import { totalsOf } from '../table/totals.ts';

/**
 * Writes objects, with their entries and findings, and the totals by manager as JSON. `form` grows when what is there changes
 * its meaning.
 */
export function surveyJson(objects: readonly SurveyedObject[]): string {
  const form = { form: 'managed-fields/survey', version: 1 };
  return `${jsonText({ ...form, objects, managers: totalsOf(objects) })}\n`;
}
