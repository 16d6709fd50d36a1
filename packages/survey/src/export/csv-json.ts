import { csvText, jsonText } from '@managed-fields/foreign-text';
import type { SurveyedObject } from '../object.ts';
import { startTotals } from '../table/totals.ts';

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
export function surveyCsv(objects: Iterable<SurveyedObject>): string {
  return [...surveyCsvParts(objects)].join('');
}

/** The same piece by piece, for objects that are too many for one text. */
export function* surveyCsvParts(objects: Iterable<SurveyedObject>): Generator<string> {
  yield csvText([heads]);
  for (const object of objects) {
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
    const cells = object.entries.map(
      ({ manager, operation, subresource, apiVersion, time, fields, alone, shared, bytes }) =>
        row([manager, operation, subresource, apiVersion, time, fields, alone, shared, bytes]),
    );
    yield csvText(cells.length === 0 ? [row(['', '', '', '', '', 0, 0, 0, 0])] : cells);
  }
}

/**
 * Writes objects, with their entries and findings, and the totals by manager as JSON. `form` grows when what is there changes
 * its meaning.
 */
export function surveyJson(objects: Iterable<SurveyedObject>): string {
  return [...surveyJsonParts(objects)].join('');
}

/** The same piece by piece, for objects that are too many for one text. */
export function* surveyJsonParts(objects: Iterable<SurveyedObject>): Generator<string> {
  yield `{\n  "apiVersion": "managed-fields/v1",\n  "kind": "Survey",\n  "form": "managed-fields/survey",\n  "version": 1,\n  "objects": [`;
  const totals = startTotals();
  let before = '';
  for (const object of objects) {
    totals.add(object);
    yield `${before}\n    ${indented(object, 4)}`;
    before = ',';
  }
  yield `${before === '' ? '' : '\n  '}],\n  "managers": ${indented(totals.all(), 2)}\n}\n`;
}

/** A value as JSON whose lines, but for the first, stand so many columns further in. A text in it has no line breaks. */
function indented(value: unknown, columns: number): string {
  return jsonText(value).replaceAll('\n', `\n${' '.repeat(columns)}`);
}
