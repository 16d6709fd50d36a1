import {
  type Atom,
  applyConfiguration,
  conflictCauses,
  conflictMessage,
  entriesOf,
  formatJson,
  isMap,
  libraryDoes,
  listAt,
  type ManagedKind,
  type MergeLibrary,
  mapAt,
  recordUpdate,
  stringAt,
  usualLibrary,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { type FieldSet, newExcludeSetFilter, setFromJson } from '@managed-fields/merge-engine/fieldpath';
import type { FuzzKinds } from './kinds.ts';

/** One operation of a sequence, as both engines are given it. */
export type Operation =
  | ({ readonly operation: 'apply'; readonly force: boolean } & Written)
  | ({ readonly operation: 'update' } & Written)
  /** The object is another one from here on, whatever its managedFields say. */
  | { readonly operation: 'live'; readonly object: ValueMap }
  | { readonly operation: 'schema'; readonly kinds: FuzzKinds; readonly definitions: string };

interface Written {
  readonly manager: string;
  readonly object: ValueMap;
  /** Nobody owns through it what `throughStatus` names. */
  readonly subresource?: 'status';
}

/** The answer of an engine: the object as JSON with sorted keys, or its words and its conflicts. */
export interface Answered {
  readonly object?: string;
  readonly error?: string;
  readonly conflicts?: readonly string[];
}

const now = '2027-01-01T00:00:00Z';
const past = '2026-01-01T00:00:00Z';

/** What of a release decides what a sequence comes to. */
export type ReleaseFacts = Pick<ManagedKind, 'library' | 'keepsManagedFields'>;

/** The facts of a release that has this library: the libraries of Kubernetes that v7 is built with keep managedFields that cannot be read. */
export function factsWith(library: MergeLibrary = usualLibrary): ReleaseFacts {
  return { library, ...(libraryDoes('jsonOfGo', library) ? { keepsManagedFields: true } : {}) };
}

/** Plays a sequence from an absent object on with this engine. */
export function playHere(
  kinds: FuzzKinds,
  operations: readonly Operation[],
  facts: ReleaseFacts = {},
): readonly Answered[] {
  let current = kinds;
  let live: ValueMap | undefined;
  return operations.map((step): Answered => {
    if (step.operation === 'schema') {
      current = step.kinds;
      return {};
    }
    if (step.operation === 'live') {
      live = step.object;
      return {};
    }
    const written = write(current, live, step, facts);
    if (!('stored' in written)) return written;
    live = written.stored;
    return { object: formatJson(live, { sortKeys: true }) };
  });
}

/**
 * Plays one write that must succeed and returns the object as it is then; throws with the engine's words where it
 * fails.
 */
export function operate(kinds: FuzzKinds, live: ValueMap | undefined, step: Write): ValueMap {
  const written = write(kinds, live, step);
  if ('stored' in written) return written.stored;
  throw new Error(written.error ?? 'no answer');
}

const reset = fieldsV1('{"f:metadata":{"f:labels":{}},"f:spec":{"f:a":{},"f:b":{}}}');

/** What differs through `/status`; tools/go/kinds.go has the same. */
const throughStatus = { subresource: 'status', ignored: () => newExcludeSetFilter(reset) };

function fieldsV1(text: string): FieldSet {
  const read = setFromJson(text);
  if (read.kind === 'error') throw new Error(read.message);
  return read.set;
}

type Ended = { readonly stored: ValueMap } | Answered;

/** An operation that writes. */
export type Write = Extract<Operation, { operation: 'apply' | 'update' }>;

function write(kinds: FuzzKinds, live: ValueMap | undefined, step: Write, facts: ReleaseFacts = {}): Ended {
  const apiVersion = stringAt(step.object, 'apiVersion') ?? '';
  const found = kinds.find(apiVersion, stringAt(step.object, 'kind') ?? '', facts.library);
  if (found === undefined) return { error: `no kind at ${apiVersion}` };
  const kind = { ...found, ...facts, ...(step.subresource === undefined ? {} : throughStatus) };
  const before = live ?? kind.empty;
  if (step.operation === 'update') {
    const sent = entriesOf(step.object);
    const request = { kind, live: before, next: step.object, sent, manager: step.manager, now };
    return { stored: stored(kinds, recordUpdate(request).object) };
  }
  return applied(kinds, kind, before, step);
}

function applied(
  kinds: FuzzKinds,
  kind: ManagedKind,
  live: ValueMap,
  step: Extract<Write, { operation: 'apply' }>,
): Ended {
  const { manager, force, object } = step;
  const answer = applyConfiguration({ kind, live, config: object, manager, force, now });
  switch (answer.kind) {
    case 'applied':
      return { stored: stored(kinds, answer.object) };
    case 'conflict':
      return {
        error: conflictMessage(answer.conflicts),
        conflicts: conflictCauses(answer.conflicts)
          .map((cause) => `${cause.message}: ${cause.field}`)
          .sort(),
      };
    default:
      return { error: answer.message };
  }
}

/** Returns an object as the Go partner keeps it: at the storage version, with a uid, and every time in the past. */
function stored(kinds: FuzzKinds, object: ValueMap): ValueMap {
  const metadata = new Map(mapAt(object, 'metadata') ?? []);
  metadata.set('uid', 'u');
  const entries = listAt(metadata, 'managedFields');
  if (entries !== undefined) {
    metadata.set(
      'managedFields',
      entries.map((entry): Value => {
        return isMap(entry) && entry.has('time') ? withEntry(entry, 'time', past) : entry;
      }),
    );
  }
  return new Map(object).set('apiVersion', kinds.storage).set('metadata', metadata);
}

/** A sequence with what both engines need to play it. */
export interface Sequence {
  readonly kinds: FuzzKinds;
  /** The definitions as the partner is sent them: JSON, or the name under which it has loaded them. */
  readonly definitions: string;
  readonly operations: readonly Operation[];
  /** The types of the definitions that it starts with, for questions about its objects. */
  readonly types: readonly { readonly name: string; readonly type: Atom }[];
}

/** A sequence as JSON, in the form that tools/go reads. */
export function sequenceJson(sequence: Sequence): string {
  const steps = sequence.operations.map(operationJson).join(',');
  return `{"storage":${JSON.stringify(sequence.kinds.storage)},"definitions":${sequence.definitions},"steps":[${steps}]}`;
}

function operationJson(step: Operation): string {
  if (step.operation === 'schema') return `{"operation":"schema","definitions":${step.definitions}}`;
  if (step.operation === 'live') return `{"operation":"live","object":${formatJson(step.object)}}`;
  const force = step.operation === 'apply' && step.force ? ',"force":true' : '';
  const manager = JSON.stringify(step.manager);
  const through = step.subresource === undefined ? '' : `,"subresource":"${step.subresource}"`;
  return `{"operation":"${step.operation}","manager":${manager}${force}${through},"object":${formatJson(step.object)}}`;
}
