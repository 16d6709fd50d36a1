import type { ApiResponse } from '@managed-fields/api-server';
import {
  type Atom,
  isMap,
  listAt,
  mapAt,
  placeText,
  stringAt,
  type Value,
  type ValuePath,
  valueAt,
} from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import { placeOfPath } from '../path-text.ts';
import type { Problem, TextRange } from '../playback.ts';
import type { StepText } from './step-text.ts';
import { type ReadAs, type TypeComplaint, typeComplaints } from './type-complaints.ts';

/** The most problems of one text that a page draws. */
const mostProblems = 1000;

/** The problems that a page shows: those that come first in the text. */
export function firstProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.length > mostProblems ? problems.slice(0, mostProblems) : problems;
}

/** A complaint about a field, before its range in the text is known. */
interface Complaint {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly path: string;
  readonly message: string;
}

/**
 * The problems that an answer gives: causes of a validation error, unknown and duplicate fields in messages and
 * warnings, and wrong types, each at its range in the step's text. A message that names no field gives none.
 */
export function problemsOfAnswer(text: StepText, response: ApiResponse): readonly Problem[] {
  const body = isMap(response.body) ? response.body : undefined;
  const message = response.code >= 400 ? (stringAt(body, 'message') ?? '') : '';
  const causes = response.code >= 400 ? (listAt(mapAt(body, 'details'), 'causes') ?? []) : [];
  return located(text, [
    ...causes.flatMap((cause) => complaintOfCause(cause)),
    ...complaintsInWords(message, 'error'),
    ...response.warnings.flatMap((warning) => complaintsInWords(warning, 'warning')),
  ]);
}

/** The problems that a decoder's message gives, each at its range in the text. */
export function problemsInMessage(text: StepText, message: string): readonly Problem[] {
  return located(text, complaintsInWords(message, 'error'));
}

/** The problems that warnings give, each at its range in the text. */
export function problemsOfWarnings(text: StepText, warnings: readonly string[]): readonly Problem[] {
  return located(
    text,
    warnings.flatMap((warning) => complaintsInWords(warning, 'warning')),
  );
}

/** The problems that sentences of the form `spec.names.plural: Required value` give, each at its range in the text. */
export function problemsInWords(text: StepText, sentences: readonly string[]): readonly Problem[] {
  return located(
    text,
    sentences.flatMap((message): readonly Complaint[] => {
      const [, path] = /^([a-z][^\s:[]*(?:\[[^\]]*\][^\s:[]*)*): /i.exec(message) ?? [];
      return path === undefined ? [] : [{ code: 'invalid', severity: 'error', path, message }];
    }),
  );
}

/** How the server treats fields that it does not know. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** How a text is checked against its type. */
export interface TypeCheck extends ReadAs {
  /** Whether the text is applied. Server-side apply accepts no unknown fields. */
  readonly applied: boolean;
  /** Whether the step failed. A wrong type may then be the reason. */
  readonly failed: boolean;
  readonly fieldValidation: FieldValidation;
}

/**
 * Everything in a text that its type does not allow. The server reports only the first such error, or none. The
 * messages are those of server-side apply, but for unknown fields in other requests those of the server's decoder.
 */
export function problemsOfType(
  { value, document }: Pick<StepText, 'value' | 'document'>,
  type: Atom,
  how: TypeCheck,
): readonly Problem[] {
  if (value === undefined || document === undefined) return [];
  return typeComplaints(value, type, how).flatMap((complaint): readonly Problem[] => {
    const { code, place } = complaint;
    const range = rangeOfPlace(document, value, place, code);
    if (range === undefined) return [];
    const unknown = code === 'unknown-field' && !how.applied;
    const words = withPath(complaint.path, how.applied ? complaint.message : withoutPointer(complaint.message));
    const message = unknown ? `unknown field "${placeText(place)}"` : words;
    return [{ code, severity: severityOf(code, how), message, ...range }];
  });
}

/**
 * Server-side apply prints a number as Go prints a pointer to it (`&{5}`). Where the server itself does not say so, the
 * number alone is shown.
 */
function withoutPointer(message: string): string {
  return message.replace(/&\{(.*)\}$/, '$1');
}

function severityOf(code: TypeComplaint['code'], { applied, failed, fieldValidation }: TypeCheck): Problem['severity'] {
  if (applied) return failed ? 'error' : 'warning';
  if (code === 'unknown-field') return severities[fieldValidation];
  return code === 'wrong-type' && failed ? 'error' : 'warning';
}

const severities = { Strict: 'error', Warn: 'warning', Ignore: 'info' } as const;

/** The range of a field or item. A map is marked by its first key, an unknown field by its name. */
function rangeOfPlace(
  document: SourceDocument,
  value: Value,
  place: ValuePath,
  code: TypeComplaint['code'],
): TextRange | undefined {
  const node = document.locate(place);
  if (code === 'unknown-field') return node?.key ?? node?.value;
  const part = code === 'wrong-type' ? undefined : valueAt(value, place);
  const first = isMap(part ?? null) && part instanceof Map ? [...part.keys()][0] : undefined;
  return (typeof first === 'string' ? document.locate([...place, first])?.key : undefined) ?? node?.value;
}

/**
 * Joins the problems of a text, at most one for each range. Those of the server win. The field validation decides the
 * severity of duplicate keys that the reader found.
 */
export function mergedProblems(
  told: readonly Problem[],
  found: readonly Problem[],
  fieldValidation: FieldValidation,
): readonly Problem[] {
  const byReader = found.map((problem) =>
    problem.code === 'duplicate-key' && problem.severity !== 'error'
      ? { ...problem, severity: severities[fieldValidation] }
      : problem,
  );
  const all = new Map<string, Problem>();
  for (const problem of [...told, ...byReader]) {
    const place = `${problem.from} ${problem.to}`;
    if (!all.has(place)) all.set(place, problem);
  }
  return [...all.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

function complaintOfCause(cause: Value): readonly Complaint[] {
  if (!isMap(cause)) return [];
  const path = stringAt(cause, 'field') ?? '';
  const reason = stringAt(cause, 'reason') ?? '';
  if (path === '' || reason === 'FieldManagerConflict') return [];
  return [
    { code: causeCodes.get(reason) ?? 'invalid', severity: 'error', path, message: stringAt(cause, 'message') ?? '' },
  ];
}

const causeCodes: ReadonlyMap<string, string> = new Map([
  ['FieldValueRequired', 'missing-field'],
  ['FieldValueDuplicate', 'duplicate-item'],
  ['FieldValueTypeInvalid', 'wrong-type'],
]);

function complaintsInWords(words: string, severity: Problem['severity']): readonly Complaint[] {
  const complaints: Complaint[] = [];
  for (const [message, what, path = ''] of words.matchAll(/(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g)) {
    complaints.push({ code: what === 'unknown' ? 'unknown-field' : 'duplicate-key', severity, path, message });
  }
  for (const [message, path = ''] of words.matchAll(
    /cannot unmarshal .*? into Go struct field \w+\.(\S+) of type \S+/g,
  )) {
    complaints.push({ code: 'wrong-type', severity, path, message });
  }
  return complaints;
}

function located(text: StepText, complaints: readonly Complaint[]): readonly Problem[] {
  const problems = complaints.flatMap((complaint): readonly Problem[] => {
    const range = rangeOf(text, complaint);
    const { code, severity, message } = complaint;
    return range === undefined ? [] : [{ code, severity, message: withPath(complaint.path, message), ...range }];
  });
  // A cause and the message around it often report the same problem.
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.from, problem.to, problem.code]);
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}

function withPath(path: string, message: string): string {
  return path === '' || message.includes(path) ? message : `${path}: ${message}`;
}

/** The range of a field. For a field that is missing, it is the key of the map that lacks it. */
function rangeOf(text: StepText, { path, code }: Complaint): TextRange | undefined {
  if (text.value === undefined || text.document === undefined) return undefined;
  const { place, whole } = placeOfPath(text.value, path);
  const node = text.document.locate(place);
  if (node === undefined || (place.length === 0 && !whole)) return undefined;
  const byKey = !whole || code === 'unknown-field' || code === 'duplicate-key';
  return byKey ? (node.key ?? node.value) : node.value;
}
