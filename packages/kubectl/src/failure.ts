import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** Why a command, or a part of it, failed. */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
  /** The Status that the server answered with, where that is the failure itself; its message is `message`. */
  readonly status?: ValueMap;
  /** The server's reason, where the failure holds one of its answers; empty where it gave none. */
  readonly reason?: string;
  /** The failures that this one is made of. */
  readonly parts?: readonly Failure[];
  /** With which code the command ends; 1 where it is not given. */
  readonly exitCode?: number;
  /** Whether nothing is printed for it. */
  readonly silent?: true;
  /** What an argument calls a resource that the server does not have. */
  readonly unknownResource?: string;
}

/** A failure in words of kubectl's own. */
export function fail(message: string): Failure {
  return { kind: 'failure', message };
}

/** The end of a command that has said already what went wrong. Upstream: helpers.go ErrExit. */
export function exitSilently(exitCode: number): Failure {
  return { kind: 'failure', message: '', silent: true, exitCode };
}

/**
 * The failure that a refusing answer is; one in plain words, as to a path that the server does not know, gets kubectl's.
 * Upstream: apimachinery pkg/api/errors/errors.go FromObject, NewGenericServerResponse.
 */
export function failureOf(body: Value): Failure {
  const status: ValueMap = isMap(body) ? body : unknownResource;
  const reason = stringAt(status, 'reason') ?? '';
  return { kind: 'failure', message: stringAt(status, 'message') ?? '', status, reason };
}

const unknownResource: ValueMap = new Map([
  ['message', 'the server could not find the requested resource'],
  ['reason', 'NotFound'],
]);

/**
 * Adds what was tried and the file to a failure, keeping it an answer of the server if it was one.
 * Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go AddSourceToErr.
 */
export function addSource(verb: string, source: string, failure: Failure): Failure {
  if (source === '') return failure;
  const message = `error when ${verb} "${source}": ${failure.message}`;
  if (failure.status === undefined) return { kind: 'failure', message };
  return { ...failure, message, status: withEntry(failure.status, 'message', message) };
}

/** Whether a failure is, or holds, an answer of a reason: `Conflict`, `NotFound`, `Invalid`. */
export function hasReason(failure: Failure, reason: string): boolean {
  return failure.reason === reason;
}

/** One failure of several; undefined where there is none, the failure itself where there is one. Upstream: apimachinery pkg/util/errors Aggregate. */
export function together(failures: readonly Failure[]): Failure | undefined {
  const [first, ...rest] = failures;
  if (first === undefined) return undefined;
  const parts = failures.flatMap((failure) => failure.parts ?? [failure]);
  if (rest.length === 0) return first;
  return { kind: 'failure', message: aggregateText(parts.map(({ message }) => message)), parts };
}

/** Several messages as one, each once: `[a, b]`. */
export function aggregateText(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

/** What kubectl prints for a failure when it ends, with its line break. Upstream: helpers.go checkErr. */
export function failureText(failure: Failure): string {
  if (failure.silent) return '';
  if (failure.parts !== undefined) {
    return failure.parts.map((part) => `${partText(part)}\n`).join('');
  }
  const text = singleText(failure);
  return text.endsWith('\n') ? text : `${text}\n`;
}

function singleText(failure: Failure): string {
  if (failure.status !== undefined && failure.reason === 'Invalid') return invalidText(failure.status);
  const standard = serverText(failure);
  if (standard !== undefined) return standard;
  return failure.message.startsWith('error: ') ? failure.message : `error: ${failure.message}`;
}

/** One of several failures. Upstream: helpers.go messageForError. */
function partText(failure: Failure): string {
  return serverText(failure) ?? failure.message;
}

function serverText({ status, reason, message }: Failure): string | undefined {
  if (status === undefined) return undefined;
  return (reason ?? '') === '' ? `Error from server: ${message}` : `Error from server (${reason}): ${message}`;
}

function invalidText(status: ValueMap): string {
  const details = mapAt(status, 'details');
  const message = stringAt(status, 'message') ?? '';
  let text = 'The request is invalid';
  if (details === undefined) return message === '' ? text : `${text}: ${message}`;
  const kind = stringAt(details, 'kind') ?? '';
  const name = stringAt(details, 'name') ?? '';
  const causes = (listAt(details, 'causes') ?? []).filter(isMap);
  if (kind !== '' || name !== '') text = `The ${kind} "${name}" is invalid`;
  else if (message !== '' && causes.length === 0) text += `: ${message}`;
  const lines = [
    ...new Set(causes.map((cause) => `${stringAt(cause, 'field') ?? ''}: ${stringAt(cause, 'message') ?? ''}`)),
  ];
  if (lines.length === 0) return text;
  if (lines.length === 1) return `${text}: ${lines[0]}\n`;
  return `${text}: \n${lines.map((line) => `* ${line}\n`).join('')}`;
}
