import {
  type ApiResponse,
  type Atom,
  asTyped,
  changeValue,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
} from '@managed-fields/merge-engine';
import { placeOfPath } from '../path-text.ts';
import type { Problem, TextRange } from '../playback.ts';
import type { StepText } from './step-text.ts';

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

/** What sentences of the form `spec.names.plural: Required value` complain about, at its places. */
export function problemsInWords(text: StepText, sentences: readonly string[]): readonly Problem[] {
  return located(
    text,
    sentences.flatMap((message): readonly Complaint[] => {
      const [, path] = /^([a-z][^\s:]*(?:\[[^\]]*\][^\s:]*)*): /i.exec(message) ?? [];
      return path === undefined ? [] : [{ code: 'invalid', severity: 'error', path, message }];
    }),
  );
}

/**
 * What a text has that its type does not allow, in upstream's words. Upstream stops at the first unknown field of a
 * map, so what is complained about is left out and the rest is looked at again.
 */
export function problemsOfType(text: StepText, type: Atom, severity: Problem['severity']): readonly Problem[] {
  let rest = text.value;
  const complaints: Complaint[] = [];
  for (let round = 0; round < mostRounds && rest !== undefined; round++) {
    const typed = asTyped(rest, type, { allowDuplicates: severity !== 'error' });
    if (typed.kind === 'typed') break;
    const found = typed.errors.map(({ path, message }) => ({ code: codeOf(message), severity, path, message }));
    complaints.push(...found);
    const value: Value = rest;
    const changes = found.map(({ path }) => ({ place: placeOfPath(value, path).place, value: undefined }));
    rest = changes.every(({ place }) => place.length > 0) ? changeValue(value, changes) : undefined;
  }
  return located(text, complaints);
}

/** More complaints than this help nobody. */
const mostRounds = 20;

function codeOf(message: string): string {
  if (message.includes('not declared in schema')) return 'unknown-field';
  return message.includes('duplicate') ? 'duplicate-item' : 'wrong-type';
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
  const keys = problems.map((problem) => JSON.stringify([problem.from, problem.to, problem.code]));
  return problems.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
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
