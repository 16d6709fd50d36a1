import type { RuleId } from '../findings/finding.ts';
import type { Severity } from '../findings/rule.ts';
import { ruleOf } from '../findings/rules.ts';
import type { SurveyedObject } from '../object.ts';
import type { EntryName, UpgradeChange } from '../upgrade/upgrade.ts';
import type { FindingWords } from '../words/words.ts';

/** A value of a column; undefined where a row has none. */
export type Cell = string | number | boolean | undefined;

/** A row of a table, by the names of its columns. */
export type TableRow = Readonly<Record<string, Cell>>;

/** How the values of a column are kept: texts, whole numbers, or yes and no. */
export type ColumnType = 'STRING' | 'INT32' | 'BOOLEAN';

/** The columns that say in every table which object a row is about. `object` counts the objects of one survey from 0. */
const identity = {
  object: 'INT32',
  api_version: 'STRING',
  kind: 'STRING',
  namespace: 'STRING',
  name: 'STRING',
} as const;

/**
 * The tables of a survey that engines of SQL ask, by their names: a row an object, an entry of managedFields, a finding, and a
 * change of an upgrade. Columns are added, and never renamed.
 */
export const surveyTables = {
  objects: {
    ...identity,
    uid: 'STRING',
    owner: 'STRING',
    created: 'STRING',
    entries: 'INT32',
    managers: 'INT32',
    fields: 'INT32',
    shared: 'INT32',
    bytes: 'INT32',
    managed_fields_bytes: 'INT32',
    findings: 'INT32',
    file: 'STRING',
    line: 'INT32',
  },
  entries: {
    ...identity,
    manager: 'STRING',
    operation: 'STRING',
    subresource: 'STRING',
    entry_api_version: 'STRING',
    time: 'STRING',
    fields: 'INT32',
    alone: 'INT32',
    shared: 'INT32',
    bytes: 'INT32',
    broken: 'BOOLEAN',
  },
  findings: {
    ...identity,
    rule: 'STRING',
    severity: 'STRING',
    conflict: 'BOOLEAN',
    managers: 'STRING',
    fields: 'INT32',
    first_field: 'STRING',
    sentence: 'STRING',
  },
  changes: {
    ...identity,
    from_version: 'STRING',
    to_version: 'STRING',
    change: 'STRING',
    manager: 'STRING',
    operation: 'STRING',
    subresource: 'STRING',
    entry_api_version: 'STRING',
    path: 'STRING',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

/** The name of a table of a survey. */
export type SurveyTableName = keyof typeof surveyTables;

/** A row with the table that it belongs to. */
export type RowOfTable = readonly [table: SurveyTableName, row: TableRow];

function identityOf({ index, apiVersion, kind, namespace, name }: SurveyedObject) {
  return { object: index, api_version: apiVersion, kind, namespace, name };
}

/** The rows of an object, of its entries and of its findings; `severityOf` says how grave a rule is, where that is set. */
export function* tableRows(
  object: SurveyedObject,
  words: FindingWords,
  severityOf: (rule: RuleId) => Severity = (rule) => ruleOf(rule).severity,
): Generator<RowOfTable> {
  const own = identityOf(object);
  const { uid, owner, created, entries, fields, shared, bytes, managedFieldsBytes, findings, place } = object;
  yield [
    'objects',
    {
      ...own,
      ...{ uid, owner, created, fields, shared, bytes },
      entries: entries.length,
      managers: new Set(entries.map(({ manager }) => manager)).size,
      managed_fields_bytes: managedFieldsBytes,
      findings: findings.length,
      file: place.file,
      line: place.line,
    },
  ];
  for (const { apiVersion, ...entry } of entries)
    yield ['entries', { ...own, ...entry, entry_api_version: apiVersion }];
  for (const finding of findings) {
    const { rule, entries: places, fieldCount, fields: paths } = finding;
    const { conflict } = ruleOf(rule);
    const severity = severityOf(rule);
    const managers = [...new Set(places.map((each) => entries[each]?.manager ?? ''))].sort().join(', ');
    const sentence = words.rule(rule).sentence(finding);
    const [first = ''] = paths;
    yield [
      'findings',
      { ...own, rule, severity, conflict, managers, fields: fieldCount, first_field: first, sentence },
    ];
  }
}

/** The rows of what an upgrade changes for an object. Values and the words of a server are left out. */
export function* changeRows(
  object: SurveyedObject,
  changes: readonly UpgradeChange[],
  { from, to }: { readonly from: string; readonly to: string },
): Generator<RowOfTable> {
  for (const change of changes) {
    const entry: Partial<EntryName> = 'entry' in change ? change.entry : {};
    const { manager, operation, subresource, apiVersion } = entry;
    const path = 'path' in change ? change.path : undefined;
    yield [
      'changes',
      {
        ...identityOf(object),
        ...{ from_version: from, to_version: to, change: change.kind },
        ...{ manager, operation, subresource, entry_api_version: apiVersion, path },
      },
    ];
  }
}
