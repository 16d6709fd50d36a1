import { type ColumnType, type SurveyTableName, surveyTables } from '@managed-fields/survey';
import { z } from 'zod';

/*
 * The rows of the tables that `survey --rows` writes: a line of NDJSON is an object of these members, and a Parquet file has them
 * as columns, in this order. The version of the form stands in the schema's `$id`, which each Parquet file names in its footer.
 */

const types: Readonly<Record<ColumnType, z.ZodType>> = {
  STRING: z.string(),
  INT32: z.int().min(0).max(2_147_483_647),
  BOOLEAN: z.boolean(),
};

type About<Table extends SurveyTableName> = Readonly<Record<keyof (typeof surveyTables)[Table], string>>;

/** The form of a row; columns in `absent` stand in some rows alone, and are null in Parquet where they do not. */
function row<Table extends SurveyTableName>(table: Table, title: string, about: About<Table>, absent: string[] = []) {
  const words: Readonly<Record<string, string>> = about;
  const columns = Object.entries<ColumnType>(surveyTables[table]).map(([name, type]) => {
    const column = types[type].describe(words[name] ?? '');
    return [name, absent.includes(name) ? column.optional() : column] as const;
  });
  return z.object(Object.fromEntries(columns)).describe(title);
}

const identity = {
  object: 'a number of the object within the survey of its cluster, from 0',
  api_version: 'of the object',
  kind: 'of the object',
  namespace: 'empty where it has none',
  name: 'of the object',
};

const entry = {
  manager: 'its name',
  operation: 'Apply or Update',
  subresource: 'empty for the main resource',
  entry_api_version: 'the version at which the entry is written',
};

/** The form of a row of each table, by the name of its schema. */
export const rowSchemas = {
  objectsrow: row('objects', 'A row of the table objects: an object of a survey.', {
    ...identity,
    uid: 'of the object; empty where it has none',
    owner: 'who controls it, as ReplicaSet/web-5d9c; empty where nobody does',
    created: 'as written; empty where the object does not say',
    entries: 'how many it has in managedFields',
    managers: 'how many different ones these have',
    fields: 'that have an owner',
    shared: 'fields that have several',
    bytes: 'of the object as JSON',
    managed_fields_bytes: 'of its managedFields',
    findings: 'how many there are',
    file: 'where it was read; empty for the standard input',
    line: 'where it begins, from 1',
  }),
  entriesrow: row('entries', 'A row of the table entries: an entry of managedFields.', {
    ...identity,
    ...entry,
    time: 'of its last write, as written; empty where the entry has none',
    fields: 'of its set',
    alone: 'fields that nobody else owns',
    shared: 'fields that others own too',
    bytes: 'of the entry',
    broken: 'whether its fields cannot be read',
  }),
  findingsrow: row('findings', 'A row of the table findings: what a rule found.', {
    ...identity,
    rule: 'its name',
    severity: 'error, warning or note',
    conflict: 'whether it ends in a conflict at the next apply',
    managers: 'in the order of their names, with a comma between two',
    fields: 'that it is about',
    first_field: 'the first of them; empty where there is none',
    sentence: 'what was found, in English',
  }),
  changesrow: row(
    'changes',
    'A row of the table changes: what an upgrade of Kubernetes changes for an object.',
    {
      ...identity,
      from_version: 'the version before',
      to_version: 'the version after',
      change: 'what: entry-goes, field-comes, refused, warned, …',
      ...entry,
      path: 'of the field, in the notation of messages',
    },
    ['path', ...Object.keys(entry)],
  ),
} as const;

/** The name of the schema of a table's rows. */
export const rowSchemaOf = {
  objects: 'objectsrow',
  entries: 'entriesrow',
  findings: 'findingsrow',
  changes: 'changesrow',
} as const satisfies Readonly<Record<SurveyTableName, keyof typeof rowSchemas>>;
