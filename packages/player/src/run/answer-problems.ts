import type { ApiResponse, Cluster, RequestTrace } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type Value, valueAt } from '@managed-fields/merge-engine';
import type { Problem, TextRange } from '@managed-fields/scenario';
import { placeOfPath } from '@managed-fields/scenario';
import type { Notice } from '../playback.ts';
import type { expressionPlaces } from './expression-places.ts';
import { withPath } from './problems.ts';
import type { StepText } from './step-text.ts';

/** Traces of requests, in their order. */
export type Traces = readonly (RequestTrace | undefined)[];

/** What is said of expressions, where some were compiled: `type-checking.ts`. */
export interface Expressions {
  readonly expressionPlaces: typeof expressionPlaces;
  typeProblems(text: ReadText, traces: Traces, cluster: Cluster): readonly Problem[];
  typeNotices(traces: Traces, cluster: Cluster): readonly Notice[];
}

let expressions: Expressions | undefined;

/** Puts in place what is said of expressions. It comes with the code that compiles these. */
export function provideExpressions(given: Expressions): void {
  expressions = given;
}

/** What type checking says of the policies that requests stored; nothing as long as no expression was compiled. */
export const typeProblems: Expressions['typeProblems'] = (...of) => expressions?.typeProblems(...of) ?? [];
export const typeNotices: Expressions['typeNotices'] = (...of) => expressions?.typeNotices(...of) ?? [];

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

/** The problems that warnings about the types in expressions give, each at its range in the text. */
export function problemsOfTypeCheck(
  text: ReadText,
  warnings: readonly { readonly fieldRef: string; readonly warning: string }[],
): readonly Problem[] {
  return located(
    text,
    warnings.map(({ fieldRef, warning }) => ({
      code: 'type-check',
      severity: 'warning',
      path: fieldRef,
      message: warning,
    })),
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

/** A text with what was read of it: that of a step, or a document of a file. */
export type ReadText = Pick<StepText, 'text' | 'value' | 'document'>;

function located(text: ReadText, complaints: readonly Complaint[]): readonly Problem[] {
  const problems = complaints.flatMap((complaint): readonly Problem[] => {
    const range = rangeOf(text, complaint);
    if (range === undefined) return [];
    const { code, severity, message, path } = complaint;
    const inside = message.includes('<input>') ? insideOf(text, complaint, range) : undefined;
    return (inside ?? [{ message, ...range }]).map((each) => ({
      ...each,
      code,
      severity,
      message: withPath(path, each.message),
    }));
  });
  // A cause and the message around it often report the same problem.
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.from, problem.to, problem.code]);
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}

/** The places inside of the expression that a complaint is about. */
function insideOf({ text, value }: ReadText, { path, message }: Complaint, range: TextRange) {
  const { place, whole } = placeOfPath(value ?? null, path);
  const expression = whole && value !== undefined ? valueAt(value, place) : undefined;
  return typeof expression === 'string' ? expressions?.expressionPlaces(text, range, expression, message) : undefined;
}

/** The range of a field. For a field that is missing, it is the key of the map that lacks it. */
function rangeOf(text: ReadText, { path, code }: Complaint): TextRange | undefined {
  if (text.value === undefined || text.document === undefined) return undefined;
  const { place, whole } = placeOfPath(text.value, path);
  const node = text.document.locate(place);
  if (node === undefined || (place.length === 0 && !whole)) return undefined;
  const byKey = !whole || code === 'unknown-field' || code === 'duplicate-key';
  return byKey ? (node.key ?? node.value) : node.value;
}
