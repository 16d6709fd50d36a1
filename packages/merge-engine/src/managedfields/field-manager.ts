import { difference } from '../fieldpath/algebra.ts';
import { fieldElement } from '../fieldpath/element.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import { isEmptySet, setOf } from '../fieldpath/set.ts';
import type { Conflict } from '../merge/conflict.ts';
import type { MergeTrace } from '../merge/trace.ts';
import { hasManagedFields } from '../value/metadata.ts';
import { listAt, mapAt, stringAt, type ValueMap } from '../value/value.ts';
import type { ManagedFieldsEntry } from './entry.ts';
import { requestIdentifier } from './identifier.ts';
import { describeKind } from './kind.ts';
import { conflictsBeyondLastApplied, keepLastApplied, lastAppliedManager } from './last-applied.ts';
import { decodeManaged, encodeManaged, entriesOf, type Managed, startOfUpdate, withManagedFields } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';
import { type MergedApply, mergeApply } from './structured-merge.ts';
import { ownWhatWasThere, stampApplier, stripMeta, updateEntries } from './update-entries.ts';

/**
 * The result of a create, a PUT or one of the three patches, to be recorded in managedFields. Objects are at the hub
 * version.
 */
export interface UpdateRequest {
  readonly kind: ManagedKind;
  /** The object as it was; without a uid for a create. */
  readonly live: ValueMap;
  readonly next: ValueMap;
  /** The entries as the request sent them; undefined where it sent none. */
  readonly sent: readonly ManagedFieldsEntry[] | undefined;
  readonly manager: string;
  /** RFC 3339. */
  readonly now: string;
}

/** The object with its new managedFields. The trace is undefined where no ownership was computed. */
export interface RecordedUpdate {
  readonly object: ValueMap;
  readonly trace: MergeTrace | undefined;
}

/**
 * Computes managedFields after an update. Never fails: where ownership cannot be computed, managedFields are removed,
 * or stay as they were if the kind says so.
 * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go UpdateNoErrors, Update.
 */
export function recordUpdate(request: UpdateRequest): RecordedUpdate {
  const { kind, manager, now } = request;
  const live = withManagedFields(request.live, undefined);
  const next = withManagedFields(request.next, undefined);
  const entries = entriesOf(request.live);
  const managed = startOfUpdate(entries, request.sent, kind.subresource, kind.library);
  // An object that is there and that nobody owns stays without owners until the first apply.
  if (managed.fields.size === 0 && uidOf(live) !== '') return { object: next, trace: undefined };
  const identifier = requestIdentifier({ ...kind, manager, operation: 'Update' });
  // A status can be sent under another kind, of which no schema is known.
  const isOther = stringAt(next, 'kind') !== kind.kind;
  const updated = isOther ? undefined : updateEntries(kind, live, next, managed, identifier, now);
  if (updated === undefined || updated.kind === 'error') {
    const kept = kind.keepsManagedFields ? listAt(mapAt(request.live, 'metadata'), 'managedFields') : undefined;
    return { object: withManagedFields(next, kept), trace: undefined };
  }
  // Most releases compare the live object with its managedFields, so that nobody keeps what the new one is without.
  const isTaken = hasManagedFields(request.live) && !kind.leavesManagedFields;
  const owned = isTaken ? withoutOwnersOf(updated.managed, 'managedFields') : updated.managed;
  return { object: withManagedFields(next, encodeManaged(owned, entries, kind.library)), trace: updated.trace };
}

/** Takes a field of metadata from all managers, and those that are left without any. */
function withoutOwnersOf(managed: Managed, name: string): Managed {
  const taken = setOf([fieldElement('metadata'), fieldElement(name)]);
  const fields = new Map<string, VersionedSet>();
  for (const [identifier, owned] of managed.fields) {
    const set = difference(owned.set, taken);
    if (!isEmptySet(set)) fields.set(identifier, set === owned.set ? owned : { ...owned, set });
  }
  return { ...managed, fields };
}

/** A server-side apply. The live object is at the hub version, the configuration as it was sent. */
export interface ApplyRequest {
  readonly kind: ManagedKind;
  /** The object as it is; without a uid for a create. */
  readonly live: ValueMap;
  readonly config: ValueMap;
  readonly manager: string;
  readonly force: boolean;
  /** RFC 3339. */
  readonly now: string;
}

/** The answer of an apply: the object with its new managedFields at the hub version, or the reason for the failure. */
export type AppliedConfiguration =
  | { readonly kind: 'applied'; readonly object: ValueMap; readonly trace: MergeTrace }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly trace: MergeTrace }
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Applies a configuration to the live object and computes managedFields.
 * Upstream: fieldmanager.go Apply, NewDefaultFieldManager.
 */
export function applyConfiguration(request: ApplyRequest): AppliedConfiguration {
  const { kind, config, manager, now } = request;
  const live = withManagedFields(request.live, undefined);
  const entries = entriesOf(request.live) ?? [];
  const decoded = decodeManaged(entries, kind.library);
  if (decoded.kind === 'error') return error(`failed to decode managed fields: ${decoded.message}`);
  if (stringAt(config, 'apiVersion') !== kind.apiVersion || stringAt(config, 'kind') !== kind.kind) {
    return { kind: 'bad-request', message: `invalid object type: ${describeKind(config)}` };
  }
  let { managed } = decoded;
  if (managed.fields.size === 0) {
    const first = ownWhatWasThere(kind, live, managed, now);
    if (first.kind === 'error') return first;
    managed = first.managed;
  }
  if (entriesOf(config) !== undefined) return { kind: 'bad-request', message: 'metadata.managedFields must be nil' };

  const merged = mergeAs(request, live, managed);
  if (merged.kind !== 'applied') return merged;
  const changed = merged.object ?? live;
  const object = manager === lastAppliedManager ? keepLastApplied(changed, config) : changed;
  const owned = encodeManaged(merged.managed, entries, kind.library);
  return { kind: 'applied', object: withManagedFields(object, owned), trace: merged.trace };
}

/**
 * Merges the configuration and updates the manager's entry. For kubectl, merges again with force where the last-applied
 * annotation allows every conflict.
 */
function mergeAs(request: ApplyRequest, live: ValueMap, managed: Managed): MergedApply {
  const { kind, config, manager, now } = request;
  const identifier = requestIdentifier({ ...kind, manager, operation: 'Apply' });
  let merged = mergeApply(kind, live, config, managed, identifier, request.force);
  if (merged.kind === 'conflict' && manager === lastAppliedManager) {
    const conflicts = conflictsBeyondLastApplied(kind, live, merged.conflicts);
    if (conflicts.length > 0) return { ...merged, conflicts };
    merged = mergeApply(kind, live, config, managed, identifier, true);
  }
  if (merged.kind !== 'applied') return merged;
  const owned = stripMeta(merged.managed, identifier);
  return { ...merged, managed: merged.object === undefined ? owned : stampApplier(owned, identifier, now) };
}

function error(message: string): { kind: 'error'; message: string } {
  return { kind: 'error', message };
}

function uidOf(object: ValueMap): string {
  return stringAt(mapAt(object, 'metadata'), 'uid') ?? '';
}
