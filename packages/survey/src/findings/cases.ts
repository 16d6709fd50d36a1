import type { Json, JsonObject } from '../json.ts';
import type { ReadObject } from '../read/reader.ts';
import { type CountedObject, countObject } from '../row.ts';
import { utf8Length } from '../utf8-length.ts';
import type { Finding, RuleId } from './finding.ts';
import { judgeObject, judgeSurvey } from './judge.ts';
import type { RuleOptions } from './rule.ts';

/** An entry of managedFields, as a row of a test. */
export interface EntryCase {
  readonly manager: string;
  readonly operation?: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fields: JsonObject;
}

/** An object of a test with managedFields. */
export function objectWith(object: JsonObject, ...entries: readonly EntryCase[]): JsonObject {
  const metadata = object['metadata'];
  const managedFields = entries.map(({ manager, operation = 'Apply', subresource, apiVersion, time, fields }) => ({
    manager,
    operation,
    apiVersion: apiVersion ?? (object['apiVersion'] as string),
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(subresource === undefined ? {} : { subresource }),
  }));
  return { ...object, metadata: { ...(metadata as JsonObject), managedFields } };
}

/** A ConfigMap of a test. */
export function configMap(data: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace: 'shop', ...metadata }, data };
}

/** A Deployment of a test. */
export function deployment(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop', ...metadata }, spec };
}

/** Reads an object as a source has it. */
export function readOf(value: Json): ReadObject {
  const text = JSON.stringify(value);
  return {
    kind: 'object',
    text: { form: 'json', text, named: undefined },
    // Hostile values stand here too.
    value: value as JsonObject,
    bytes: utf8Length(text),
    place: { file: '', line: 1 },
  };
}

/** Judges objects as a survey; returns what is found of each. */
export function findingsOf(values: readonly Json[], options: RuleOptions = {}): readonly (readonly Finding[])[] {
  const reads = values.map(readOf);
  const counted = reads.map((read, index): CountedObject => countObject(read, index));
  const judged = reads.map((read, index) => judgeObject(read, counted[index] as CountedObject, options));
  const rows = counted.map(({ row }) => row);
  const together = judgeSurvey(
    rows,
    judged.flatMap(({ facts }) => facts),
    options,
    (index) => reads[index],
  );
  return judged.map(({ findings }, index) => [...findings, ...(together.get(index) ?? [])]);
}

/** What a rule finds in the objects: the fields, a list an object. */
export function fieldsFound(
  rule: RuleId,
  values: readonly Json[],
  options: RuleOptions = {},
): readonly (readonly string[])[] {
  return findingsOf(values, options).map((findings) =>
    findings.filter((finding) => finding.rule === rule).flatMap(({ fields }) => fields),
  );
}
