import type { SurveyedObject } from '../object.ts';

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
 * Writes objects as CSV: a line for each entry of managedFields, one for an object without any. Lines end as RFC 4180 has it.
 * A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function surveyCsv(objects: readonly SurveyedObject[]): string {
  const lines = objects.flatMap((object) => {
    const { apiVersion, kind, namespace, name, owner, place } = object;
    const findings = [...new Set(object.findings.map(({ rule }) => rule))].join(' ');
    const line = (entry: readonly (string | number)[]) =>
      [apiVersion, kind, namespace, name, owner, ...entry, findings, place.file, place.line].map(cell).join(',');
    if (object.entries.length === 0) return [line(['', '', '', '', '', 0, 0, 0, 0])];
    return object.entries.map((entry) =>
      line([
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
  return [heads.join(','), ...lines, ''].join('\r\n');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
