import { csvText, markdownTable, markdownText } from '@managed-fields/foreign-text';
import type { OwnerIdentity } from '@managed-fields/merge-engine';
import { type Forecast, type ForecastObject, type ForecastRow, objectText } from './row.ts';

/** The words of a report, in the language of its readers. */
export interface ReportWords {
  readonly title: string;
  /** What the whole release comes to, a sentence each. */
  readonly summary: readonly string[];
  /** Of the columns: result, object, fields. */
  readonly heads: readonly string[];
  readonly results: Readonly<Record<Forecast['result'] | 'hook' | 'unread', string>>;
  /** What is said of fields before they are listed. */
  readonly whats: Readonly<Record<FieldLine['what'], string>>;
  readonly clientSide: string;
}

/** What a report leaves out. Values, messages and places in files are never in it, so that no value of a secret is. */
export interface ReportOptions {
  /** Objects are told apart by a number of their kind, in place of namespace and name. */
  readonly withoutNames: boolean;
}

/** What becomes of a field. */
export interface FieldLine {
  readonly what: 'change' | 'conflict' | 'staying' | 'unowned' | 'taken';
  readonly path: string;
  readonly owner: OwnerIdentity | undefined;
}

interface ReportRow {
  readonly object: ForecastObject | undefined;
  readonly result: keyof ReportWords['results'];
  readonly way: 'server-side' | 'client-side';
  readonly code: number | undefined;
  readonly fields: readonly FieldLine[];
}

const heads = [
  ...['apiVersion', 'kind', 'namespace', 'name', 'way', 'result', 'code'],
  ...['what', 'field', 'manager', 'operation', 'subresource'],
] as const;

/** Rows of a forecast as CSV: a line for each field, one for a row without any. */
export function forecastCsv(rows: readonly ForecastRow[], options: ReportOptions): string {
  const lines = told(rows, options).flatMap(({ object, result, way, code, fields }) => {
    const { apiVersion, kind, namespace, name, generateName = '' } = object ?? nameless;
    const row = (field: readonly string[]) => [
      ...[apiVersion, kind, namespace, name === '' ? generateName : name, way, result, code ?? ''],
      ...field,
    ];
    if (fields.length === 0) return [row(['', '', '', '', ''])];
    return fields.map(({ what, path, owner }) =>
      row([what, path, owner?.manager ?? '', owner?.operation ?? '', owner?.subresource ?? '']),
    );
  });
  return csvText([heads, ...lines]);
}

/** Rows of a forecast as Markdown: a table with how each ends, and the fields that it is about. */
export function forecastReport(rows: readonly ForecastRow[], words: ReportWords, options: ReportOptions): string {
  const lines = told(rows, options).map(({ object, result, way, fields }) => {
    const whats = [...new Set(fields.map(({ what }) => what))].map((what) => {
      const named = fields.filter((field) => field.what === what).map(fieldText);
      return markdownText(`${words.whats[what]}: ${[...new Set(named)].join(', ')}`);
    });
    const name = object === undefined ? '' : markdownText(objectText(object));
    const ended = `${words.results[result]}${way === 'client-side' ? ` (${words.clientSide})` : ''}`;
    return [markdownText(ended), name, whats.join('; ')];
  });
  return [
    `# ${markdownText(words.title)}`,
    '',
    ...words.summary.flatMap((sentence) => [markdownText(sentence), '']),
    ...markdownTable(words.heads, lines),
  ].join('\n');
}

const nameless: ForecastObject = { apiVersion: '', kind: '', namespace: '', name: '' };

function fieldText({ path, owner }: FieldLine): string {
  return owner === undefined ? path : `${path} (${owner.manager})`;
}

function told(rows: readonly ForecastRow[], { withoutNames }: ReportOptions): readonly ReportRow[] {
  const counts = new Map<string, number>();
  const numbers = new Map<string, string>();
  const shown = (object: ForecastObject): ForecastObject => {
    if (!withoutNames) return object;
    const { apiVersion, kind } = object;
    const key = JSON.stringify([apiVersion, kind, object.namespace, object.name, object.generateName]);
    const number = numbers.get(key) ?? String((counts.get(kind) ?? 0) + 1);
    if (!numbers.has(key)) counts.set(kind, Number(number));
    numbers.set(key, number);
    return { apiVersion, kind, namespace: '', name: number };
  };
  return rows.flatMap((row): readonly ReportRow[] => {
    if (row.kind === 'hook' || row.kind === 'unread') {
      const object = row.kind === 'hook' ? shown(row.object) : undefined;
      return [{ object, result: row.kind, way: 'server-side', code: undefined, fields: [] }];
    }
    const ways = row.kind === 'extra' ? { serverSide: row.forecast } : row;
    const object = shown(row.object);
    const of = (way: ReportRow['way'], forecast: Forecast): ReportRow => {
      const { result, code } = forecast;
      return { object, result, way, code, fields: fieldsOf(forecast) };
    };
    const clientSide = row.kind === 'played' ? row.clientSide : undefined;
    return [of('server-side', ways.serverSide), ...(clientSide === undefined ? [] : [of('client-side', clientSide)])];
  });
}

function fieldsOf({ changes, conflicts, staying, unowned, taken }: Forecast): readonly FieldLine[] {
  return [
    ...conflicts.map(({ path, owner }) => ({ what: 'conflict', path, owner }) as const),
    ...changes.map(({ path }) => ({ what: 'change', path, owner: undefined }) as const),
    ...staying.flatMap(({ path, owners }) => owners.map((owner) => ({ what: 'staying', path, owner }) as const)),
    ...unowned.map(({ path }) => ({ what: 'unowned', path, owner: undefined }) as const),
    ...taken.flatMap(({ owner, fields }) => fields.map((path) => ({ what: 'taken', path, owner }) as const)),
  ];
}
