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

/** A page draws no more problems of a text than these. */
const mostProblems = 1000;

/** The problems that a page shows: the first of them, in the order of the text. */
export function firstProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.length > mostProblems ? problems.slice(0, mostProblems) : problems;
}

/** A complaint about a field, before it has a place in a text. */
interface Complaint {
  readonly code: string;
  readonly severity: Problem['severity'];
  readonly path: string;
  readonly message: string;
}

/**
 * What an answer complains about, at its places in the step's text: causes of validation, unknown and duplicate fields
 * in messages and warnings, types that do not fit. What names no field has no problem; its message says it all.
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

/** What a decoder's message complains about, at its places. */
export function problemsInMessage(text: StepText, message: string): readonly Problem[] {
  return located(text, complaintsInWords(message, 'error'));
}

/** What warnings complain about, at its places. */
export function problemsOfWarnings(text: StepText, warnings: readonly string[]): readonly Problem[] {
  return located(
    text,
    warnings.flatMap((warning) => complaintsInWords(warning, 'warning')),
  );
}

/** What sentences of the form `spec.names.plural: Required value` complain about, at its places. */
export function problemsInWords(text: StepText, sentences: readonly string[]): readonly Problem[] {
  return located(
    text,
    sentences.flatMap((message): readonly Complaint[] => {
      const [, path] = /^([a-z][^\s:[]*(?:\[[^\]]*\][^\s:[]*)*): /i.exec(message) ?? [];
      return path === undefined ? [] : [{ code: 'invalid', severity: 'error', path, message }];
    }),
  );
}

/** How the server treats what it does not know. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** How a text is read for what its type says of it. */
export interface TypeCheck extends ReadAs {
  /** The text is a configuration, where nothing unknown is let pass. */
  readonly applied: boolean;
  /** The step failed, so that a wrong type may be why. */
  readonly failed: boolean;
  readonly fieldValidation: FieldValidation;
}

/**
 * What a text has that its type does not allow, all of it, where the server stops at the first or says nothing. In the
 * words of server-side apply, but unknown fields in those of the server's decoder for all other requests.
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

/** Server-side apply prints a number as Go prints a pointer to it, which helps nobody where the server does not say it. */
function withoutPointer(message: string): string {
  return message.replace(/&\{(.*)\}$/, '$1');
}

function severityOf(code: TypeComplaint['code'], { applied, failed, fieldValidation }: TypeCheck): Problem['severity'] {
  if (applied) return failed ? 'error' : 'warning';
  if (code === 'unknown-field') return severities[fieldValidation];
  return code === 'wrong-type' && failed ? 'error' : 'warning';
}

const severities = { Strict: 'error', Warn: 'warning', Ignore: 'info' } as const;

/** The item or field itself; an item that is a map by its first key, an unknown field by its name. */
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
 * Merges all complaints about a text, one for each place. Those of the server come first; its field validation also
 * decides how severe those of the reader are.
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
  // A cause and the message around it often say the same.
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

/** The field itself; for one that is missing, the key of what it is missing in. */
function rangeOf(text: StepText, { path, code }: Complaint): TextRange | undefined {
  if (text.value === undefined || text.document === undefined) return undefined;
  const { place, whole } = placeOfPath(text.value, path);
  const node = text.document.locate(place);
  if (node === undefined || (place.length === 0 && !whole)) return undefined;
  const byKey = !whole || code === 'unknown-field' || code === 'duplicate-key';
  return byKey ? (node.key ?? node.value) : node.value;
}
