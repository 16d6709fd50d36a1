import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, stringAt, type Value } from '@managed-fields/merge-engine';
import { holdsNothing } from '@managed-fields/player';
import { readScenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { ErrorFacts } from './error/error-facts.ts';
import { errorScenario } from './error/error-scenario.ts';
import { readErrors } from './error/read-error.ts';
import { findObjects } from './found-object.ts';
import { messageAndManifest } from './message-and-manifest.ts';
import type { Pasted, ReadMessage, StepReading } from './pasted.ts';
import { commandStep, stepOfRequest } from './request-step.ts';
import { readSent, type Sent } from './sent-text.ts';
import { printedForPeople, withoutSession, withoutTimes } from './session-text.ts';

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
