import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchema, type SchemaName, schemaNames } from './schemas.ts';

/** Checks a document against the exact form of its kind. Without metadata of formats nothing else is needed. */
const checks = new Map<SchemaName, (value: unknown) => string | undefined>();

function checkOf(name: SchemaName): (value: unknown) => string | undefined {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true });
  const validate = ajv.compile(jsonSchema(name, true));
  const check = (value: unknown) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
  checks.set(name, check);
  return check;
}

/** What is wrong with a row of a table of a survey; undefined where nothing is. */
export function rowProblem(row: unknown, table: string): string | undefined {
  const name = schemaNames.find((each) => each === `${table}row`);
  return name === undefined ? `there is no schema of ${table}` : checkOf(name)(row);
}

/**
 * What is wrong with a text that a command has printed, for tests: a document of JSON has to say what it is, and has to be of
 * the form that is published for it, without a member that this does not name. Undefined where nothing is, and for other texts.
 */
export function outputProblem(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  // Where a server was started, its address stands on a line of its own before the report.
  const line = text.slice(0, text.indexOf('\n') + 1);
  const documents = parsed(line) !== undefined && line !== text ? [line, text.slice(line.length)] : [text];
  for (const document of documents) {
    const value = parsed(document);
    if (value === undefined) continue;
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function problemOf(value: Record<string, unknown>): string | undefined {
  const { apiVersion, kind, $schema } = value;
  // SARIF and JSON Schema have forms of their own.
  if (typeof $schema === 'string') return undefined;
  const name = schemaNames.find((each) => each === String(kind).toLowerCase());
  if (apiVersion !== 'managed-fields/v1' || name === undefined) {
    return `a JSON output without apiVersion and kind: ${JSON.stringify(value).slice(0, 100)}`;
  }
  const problem = checkOf(name)(value);
  return problem === undefined ? undefined : `${kind} is not of its schema: ${problem}`;
}
