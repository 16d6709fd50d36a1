import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, stringAt, type Value } from '@managed-fields/merge-engine';
import { holdsNothing } from '@managed-fields/player';
import { readScenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { ErrorFacts } from './error/error-facts.ts';
import { errorScenario } from './error/error-scenario.ts';
import { readErrors } from './error/read-error.ts';
import { findObjects } from './found-object.ts';
import type { Pasted, ReadMessage, StepReading } from './pasted.ts';
import { commandStep, stepOfRequest } from './request-step.ts';
import { readSent, type Sent } from './sent-text.ts';

/** What log programs put before each line: a time, with the columns of GitHub's logs before it or GitLab's behind it. */
const prefixes: readonly RegExp[] = [
  /^(?:[^\t\n]{0,200}\t[^\t\n]{0,200}\t)?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: \d\d[OE]\+?)?(?: |$)/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?(?: |$)/,
];

/** A text without the time before each of its lines, which logs of pipelines have. */
export function withoutTimes(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const prefix = prefixes.find((each) => filled.length > 0 && filled.every((line) => each.test(line)));
  return prefix === undefined ? text : lines.map((line) => line.replace(prefix, '')).join('\n');
}

/** A line of a terminal: what the shell shows before the command, and the command. */
const prompted =
  /^(?:[\w.@:~/\\()[\]-]{0,200}[ ]?[$#%>❯➜] {1,4}|PS [^>\n]{0,200}> ?|\+{1,3} )(?:sudo )?(kubectl|oc|k|cat|helm|flux|argocd|kubecolor)(?:\s|$)/u;

/** A line of a terminal that waits for a command. */
const waiting = /^(?:[\w.@:~/\\()[\]-]{1,200} ?[$#%❯➜]|[$%❯➜]|PS [^>\n]{0,200}>)\s*$/u;

/**
 * A copy of a terminal without its commands: what each of them printed, with a line of dashes between. The same text
 * where nothing in it looks like a terminal or like the log of a pipeline.
 */
export function withoutSession(text: string): string {
  const unix = text.replace(/\r\n?/g, '\n');
  const plain = withoutTimes(unix);
  const lines = plain.split('\n');
  if (!lines.some((line) => prompted.test(line))) return plain === unix ? text : plain;
  const printed = lines.filter((line) => !waiting.test(line)).map((line) => (prompted.test(line) ? '---' : line));
  const documents = printed.join('\n').replace(/^(?:\s*---\n)+/, '');
  return `${documents.trimEnd()}\n`;
}

/** What kubectl prints for people to read, which says little of an object: `describe`, or a table of `get`. */
export function printedForPeople(text: string): 'described' | 'table' | undefined {
  if (/^Name: {2,20}\S/m.test(text) && /^(?:Labels|Annotations|Events|Namespace): {2,20}\S/m.test(text))
    return 'described';
  return /^(?:NAMESPACE {2,200})?NAME {2,200}[A-Z]/.test(text.trimStart()) ? 'table' : undefined;
}

/** A text that holds a conflict and manifests, taken apart. */
export interface MessageAndManifest {
  readonly message: string;
  readonly manifest: string;
}

/** A line with which a manifest may begin. */
const begins = /^(?:apiVersion|kind|metadata):(?:\s|$)|^(?:---\s*$|\{)/;

/** A line that a manifest may go on with: deeper, empty, a comment, an item, the next field or document, the end. */
const goesOn = /^(?:\s|$|#|---|\.\.\.|[}\]])|^- (?!\.)|^(?!error:)[a-z]\w*:(?:\s|$)/;

/**
 * Takes a text apart that holds a conflict and, before or after it, manifests in YAML or JSON. Undefined where it has
 * only one of both; what stands in the manifests is no message.
 */
export function messageAndManifest(text: string): MessageAndManifest | undefined {
  if (!/Apply failed with \d+ conflict/.test(text) || !/^(?:apiVersion|kind|\{)/m.test(text)) return undefined;
  const [message, manifest]: [string[], string[]] = [[], []];
  let inside = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isManifest: boolean = inside ? goesOn.test(line) : begins.test(line);
    if (isManifest && !inside && manifest.length > 0 && !line.startsWith('---')) manifest.push('---');
    (isManifest ? manifest : message).push(line);
    inside = isManifest;
  }
  const apart = { message: message.join('\n'), manifest: manifest.join('\n') };
  return manifest.length > 0 && /Apply failed with \d+ conflict/.test(apart.message) ? apart : undefined;
}

/**
 * Reads what somebody pasted, dropped or opened. A conflict with an object before or after it is read as both. If a text
 * has objects, they are taken even if it also looks like a message; if it has a message, that is taken even if commands
 * stand above it. Of a copy of a terminal or of a pipeline's log counts what was printed. `catalog` has the kinds of the
 * server, `kinds` also those that are known where the text goes.
 */
export function readPasted(text: string, catalog: TypeCatalog, kinds: TypeCatalog = catalog): Pasted {
  if (holdsNothing(text)) return { kind: 'nothing' };
  const both = messageAndManifest(text);
  if (both !== undefined) {
    const found = findObjects(both.manifest, kinds);
    const errors = errorsIn(both.message, undefined).filter(({ code }) => code === 'conflict');
    if (found.objects.length > 0 && errors.length > 0) {
      return { ...found, kind: 'objects', errors: errors.map((facts) => readMessage(facts, both.message, catalog)) };
    }
  }
  const sent = readSent(text);
  if (sent !== undefined) return requestsOf(sent, kinds);
  const [first] = readDocuments(text);
  if (isMap(first?.value) && first.value.has('steps') && first.value.has('version')) return openedScenario(text);
  const found = findObjects(text, kinds);
  const objects = found.objects.filter(({ kind, apiVersion }) => !(kind === 'Status' && apiVersion === 'v1'));
  if (objects.length > 0) return { ...found, kind: 'objects', objects };
  const errors = errorsIn(text, first?.value);
  if (errors.length > 0) return { kind: 'error', errors: errors.map((facts) => readMessage(facts, text, catalog)) };
  if (found.objects.length > 0) return { ...found, kind: 'objects' };
  const printed = withoutSession(text);
  if (printed !== text) return readPasted(printed, catalog, kinds);
  const forPeople = printedForPeople(text);
  if (forPeople !== undefined) return { kind: 'parts', others: [{ index: 0, code: forPeople, text }] };
  return { kind: 'parts', others: found.others };
}

/** The messages in a text; `value` is its first document. */
export function errorsIn(text: string, value: Value | undefined): readonly ErrorFacts[] {
  return readErrors(statusMessage(value) ?? withoutTimes(text));
}

function readMessage(facts: ErrorFacts, text: string, catalog: TypeCatalog): ReadMessage {
  const fieldManager = /--field-manager[= ]['"]?([^\s'"]+)/.exec(text)?.[1];
  const known = fieldManager === undefined ? facts : { ...facts, data: { ...facts.data, fieldManager } };
  return { facts: known, scenario: errorScenario(known, catalog) };
}

function openedScenario(text: string): Pasted {
  const read = readScenario(text);
  if (read.kind === 'scenario') return { kind: 'scenario', scenario: read.scenario };
  return {
    kind: 'broken-scenario',
    code: read.code === 'newer-version' ? 'newer-version' : 'not-a-scenario',
    problems: read.problems,
  };
}

function requestsOf(sent: readonly Sent[], kinds: TypeCatalog): Pasted {
  const readings = sent.map((each): StepReading => {
    if (each.form !== 'kubectl') return stepOfRequest(each.request, kinds);
    const { step, missing } = commandStep(each.command);
    return { kind: 'step', step, problems: missing.map((file) => ({ code: 'file-missing', data: { file } })) };
  });
  return { kind: 'requests', form: sent.find(({ form }) => form !== 'kubectl')?.form ?? 'kubectl', readings };
}

/** The message of a Status with which an API server refuses a request. */
function statusMessage(value: Value | undefined): string | undefined {
  if (!isMap(value) || stringAt(value, 'kind') !== 'Status') return undefined;
  const message = stringAt(value, 'message');
  return message === undefined ? undefined : `{"kind": "Status"}\n${message}`;
}
