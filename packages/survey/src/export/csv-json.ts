import { csvText, jsonText } from '@managed-fields/foreign-text';
import type { SurveyedObject } from '../object.ts';
import { totalsOf } from '../table/totals.ts';

const heads = [
  'apiVersion',
  'kind',
  'namespace',
  'name',
  'owner',
  'manager',
  'operation',
  'subresource',
  'entryApiVersion',
  'time',
  'fields',
  'alone',
  'shared',
  'bytes',
  'findings',
  'file',
  'line',
] as const;

/**
 * Writes objects as CSV: a line for each entry of managedFields, one for an object without any.
 */
export function surveyCsv(objects: readonly SurveyedObject[]): string {
  const rows = objects.flatMap((object) => {
    const { apiVersion, kind, namespace, name, owner, place } = object;
    const findings = [...new Set(object.findings.map(({ rule }) => rule))].join(' ');
    const row = (entry: readonly (string | number)[]) => [
      apiVersion,
      kind,
      namespace,
      name,
      owner,
      ...entry,
      findings,
      place.file,
      place.line,
    ];
    if (object.entries.length === 0) return [row(['', '', '', '', '', 0, 0, 0, 0])];
    return object.entries.map((entry) =>
      row([
        entry.manager,
        entry.operation,
        entry.subresource,
        entry.apiVersion,
        entry.time,
        entry.fields,
        entry.alone,
        entry.shared,
        entry.bytes,
      ]),
    );
  });
  return csvText([heads, ...rows]);
}

/**
 * Writes objects, with their entries and findings, and the totals by manager as JSON. `form` grows when what is there changes
 * its meaning.
 */
export function surveyJson(objects: readonly SurveyedObject[]): string {
  const form = { form: 'managed-fields/survey', version: 1 };
  return `${jsonText({ ...form, objects, managers: totalsOf(objects) })}\n`;
}
