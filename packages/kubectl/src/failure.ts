import { isMap, listAt, mapAt, textAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import type { Unplayed } from './unplayed.ts';

/** The failure of a command or of one of its steps. */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
  /** The Status that the server answered, where the failure is that answer; its message is `message`. */
  readonly status?: ValueMap;
  /** The reason of the server's answer, such as `NotFound`; empty where it gave none. */
  readonly reason?: string;
  /** Whether the message is printed as it is, without `error: ` before it. */
  readonly bare?: true;
  /** The failures that this one aggregates. */
  readonly parts?: readonly Failure[];
  /** Whether an object of a file could not be loaded. */
  readonly loading?: true;
  /** The list of a file whose items failed, of which this is one failure, or all that there are. */
  readonly list?: ValueMap;
  /** The exit code of the command; 1 where it is absent. */
  readonly exitCode?: number;
  /** Whether nothing is printed for it. */
  readonly silent?: true;
  /** The argument that names a resource which the server does not have. */
  readonly unknownResource?: string;
  /** What is not played here, where that is why the command ends. */
  readonly unplayed?: Unplayed;
}

/** Makes a failure with a message of kubectl's own. */
export function fail(message: string): Failure {
  return { kind: 'failure', message };
}

/** Whether something is a failure. An object of the API is a Map, which has no field of its own. */
export function isFailure<T>(made: T | Failure): made is Failure {
  return typeof made === 'object' && made !== null && 'kind' in made && made.kind === 'failure';
}

/** Ends a command whose failure has been printed already. Upstream: helpers.go ErrExit. */
export function exitSilently(exitCode: number): Failure {
  return { kind: 'failure', message: '', silent: true, exitCode };
}

/** Ends a command that is not played. Nothing is printed: what to say about it is left to those who show it. */
export function notPlayed(unplayed: Unplayed): Failure {
  return { kind: 'failure', message: '', silent: true, unplayed };
}

/** `--watch` */
export function unplayedFlag(name: string): Failure {
  return notPlayed({ kind: 'flag', flag: `--${name}` });
}

/**
 * Makes a failure of the body of an error answer. A body in plain text, such as that of an unknown path, gets kubectl's
 * own words.
 * Upstream: apimachinery pkg/api/errors/errors.go FromObject, NewGenericServerResponse.
 */
export function failureOf(body: Value): Failure {
  const status: ValueMap = isMap(body) ? body : unknownResource;
  const reason = textAt(status, 'reason');
  return { kind: 'failure', message: textAt(status, 'message'), status, reason };
}

const unknownResource: ValueMap = new Map([
  ['message', 'the server could not find the requested resource'],
  ['reason', 'NotFound'],
]);

/**
 * Adds the attempted action and the file to a failure's message; a failure with a Status keeps it.
 * Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go AddSourceToErr.
 */
export function addSource(verb: string, source: string, failure: Failure): Failure {
  if (source === '') return failure;
  const message = `error when ${verb} "${source}": ${failure.message}`;
  if (failure.status === undefined) return { kind: 'failure', message };
  return { ...failure, message, status: withEntry(failure.status, 'message', message) };
}

/** Whether the server gave a failure this reason: `Conflict`, `NotFound`, `Invalid`. */
export function hasReason(failure: Failure, reason: string): boolean {
  return failure.reason === reason;
}

/**
 * Aggregates failures. It returns undefined for none, and a single failure as it is.
 * Upstream: apimachinery pkg/util/errors Aggregate.
 */
export function together(failures: readonly Failure[]): Failure | undefined {
  const [first, ...rest] = failures;
  if (first === undefined) return undefined;
  const parts = failures.flatMap((failure) => failure.parts ?? [failure]);
  if (rest.length === 0) return first;
  return { kind: 'failure', message: aggregateText(parts.map(({ message }) => message)), parts };
}

/** A failure among others: of the items of a list only the messages are printed. Upstream: pkg/util/errors Aggregate.Error. */
export function amongOthers(failure: Failure): Failure {
  return failure.list === undefined ? failure : { ...failure, parts: [fail(failure.message)] };
}

/** Joins distinct messages: `[a, b]`. */
export function aggregateText(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? distinct.join('') : `[${distinct.join(', ')}]`;
}

/** Returns what kubectl prints for a failure when it ends, with the last line break. Upstream: helpers.go checkErr. */
export function failureText(failure: Failure): string {
  if (failure.silent) return '';
  if (failure.parts !== undefined) {
    return failure.parts
      .filter(({ silent }) => !silent)
      .map((part) => `${partText(part)}\n`)
      .join('');
  }
  const text = singleText(failure);
  return text.endsWith('\n') ? text : `${text}\n`;
}

function singleText(failure: Failure): string {
  if (failure.status !== undefined && failure.reason === 'Invalid') return invalidText(failure.status);
  const standard = serverText(failure);
  if (standard !== undefined) return standard;
  return failure.bare || failure.message.startsWith('error: ') ? failure.message : `error: ${failure.message}`;
}

/** Returns the text of one failure of an aggregate. Upstream: helpers.go messageForError. */
function partText(failure: Failure): string {
  return serverText(failure) ?? failure.message;
}

function serverText({ status, reason, message }: Failure): string | undefined {
  if (status === undefined) return undefined;
  return (reason ?? '') === '' ? `Error from server: ${message}` : `Error from server (${reason}): ${message}`;
}

function invalidText(status: ValueMap): string {
  const details = mapAt(status, 'details');
  const message = textAt(status, 'message');
  let text = 'The request is invalid';
  const kind = textAt(details, 'kind');
  const name = textAt(details, 'name');
  const causes = (listAt(details, 'causes') ?? []).filter(isMap);
  if (kind !== '' || name !== '') text = `The ${kind} "${name}" is invalid`;
  else if (message !== '' && causes.length === 0) text += `: ${message}`;
  const lines = [...new Set(causes.map((cause) => `${textAt(cause, 'field')}: ${textAt(cause, 'message')}`))];
  if (lines.length === 0) return text;
  if (lines.length === 1) return `${text}: ${lines[0]}\n`;
  return `${text}: \n${lines.map((line) => `* ${line}\n`).join('')}`;
}
