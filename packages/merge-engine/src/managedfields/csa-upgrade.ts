import { difference, union } from '../fieldpath/algebra.ts';
import { fieldElement } from '../fieldpath/element.ts';
import { fieldSetToJson, fieldSetToV1 } from '../fieldpath/fields-v1.ts';
import { type FieldSet, isEmptySet, setOf } from '../fieldpath/set.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { formatJson } from '../value/json-write.ts';
import { metadataOf, metadataText } from '../value/metadata.ts';
import { compareStrings } from '../value/order.ts';
import { mapOf, type ValueList, type ValueMap } from '../value/value.ts';
import { type ManagedFieldsEntry, readEntries, readFieldsOf, writeEntry } from './entry.ts';
import { lastAppliedAnnotation } from './last-applied.ts';
import { withManagedFields } from './managed.ts';

const annotationFields = setOf(['metadata', 'annotations', lastAppliedAnnotation].map(fieldElement));

/** The managers that own the last-applied annotation by an operation, each once, sorted. */
export function annotationOwners(object: ValueMap, operation: 'Apply' | 'Update'): readonly string[] {
  const owners = findFieldsOwners(entriesOf(object), operation, annotationFields);
  return [...new Set(owners.map(({ manager }) => manager))].sort(compareStrings);
}

/**
 * The entries of an operation whose managers own all of some fields. Entries that do not decode are left out.
 * Upstream: k8s.io/client-go util/csaupgrade/upgrade.go FindFieldsOwners.
 */
export function findFieldsOwners(
  entries: readonly ManagedFieldsEntry[],
  operation: 'Apply' | 'Update',
  fields: FieldSet,
  library?: MergeLibrary,
): readonly ManagedFieldsEntry[] {
  return entries.filter((entry) => {
    const read = entry.operation === operation ? readFieldsOf(entry, library) : undefined;
    return read?.kind === 'set' && isEmptySet(difference(fields, read.set));
  });
}

/** Limits which entries are handed over. Upstream: k8s.io/client-go util/csaupgrade/options.go Option. */
export interface UpgradeOptions {
  /** The subresource by which the managers wrote (`status`); the object itself when absent. Upstream: Subresource. */
  readonly subresource?: string;
  /** The release of structured-merge-diff that reads and writes the entries; absent: `usualLibrary`. */
  readonly library?: MergeLibrary | undefined;
}

/** The answer where an entry does not decode. */
export interface UpgradeError {
  readonly kind: 'error';
  /** Upstream's words. */
  readonly message: string;
}

/**
 * Hands over to an applier (`ssaManager`) what other managers own by updates (`csaManagers`, in this order), so that
 * its next apply removes what it leaves out. Returns the changed object.
 * Upstream: k8s.io/client-go util/csaupgrade/upgrade.go UpgradeManagedFields.
 *
 * @example
 * ```js
 * import { formatJson, mapFromPlain } from '@managed-fields/merge-engine';
 * import { upgradeManagedFields } from '@managed-fields/merge-engine/csaupgrade';
 *
 * const fieldsV1 = { 'f:data': { 'f:color': {} } };
 * const entry = { manager: 'kubectl-client-side-apply', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };
 * const object = mapFromPlain({ metadata: { name: 'settings', managedFields: [{ ...entry, fieldsV1 }] } });
 * const upgraded = upgradeManagedFields(object, ['kubectl-client-side-apply'], 'kubectl');
 * if (upgraded.kind === 'error') throw new Error(upgraded.message);
 * console.log(formatJson(upgraded.object));
 * ```
 * ```text
 * {"metadata":{"name":"settings","managedFields":[{"manager":"kubectl","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:color":{}}}}]}}
 * ```
 */
export function upgradeManagedFields(
  object: ValueMap,
  csaManagers: readonly string[],
  ssaManager: string,
  options: UpgradeOptions = {},
): { readonly kind: 'upgraded'; readonly object: ValueMap } | UpgradeError {
  const entries = upgraded(entriesOf(object), csaManagers, ssaManager, options);
  if ('kind' in entries) return entries;
  const written = entries.length === 0 ? undefined : entries.map(writeEntry);
  return { kind: 'upgraded', object: withManagedFields(object, written) };
}

/**
 * Returns the same change as a JSON patch; undefined where there is nothing to hand over. The patch also sets
 * resourceVersion to that of the given object, so that it fails if the object changed meanwhile.
 * Upstream: k8s.io/client-go util/csaupgrade/upgrade.go UpgradeManagedFieldsPatch.
 */
export function upgradeManagedFieldsPatch(
  object: ValueMap,
  csaManagers: readonly string[],
  ssaManager: string,
  options: UpgradeOptions = {},
): { readonly kind: 'patch'; readonly patch: ValueList | undefined } | UpgradeError {
  const before = entriesOf(object);
  const entries = upgraded(before, csaManagers, ssaManager, options);
  if ('kind' in entries) return entries;
  if (before.length === entries.length && before.every((entry, index) => entry === entries[index])) {
    return { kind: 'patch', patch: undefined };
  }
  const patch = [
    mapOf({
      op: 'replace',
      path: '/metadata/managedFields',
      value: entries.length === 0 ? null : entries.map(writeEntry),
    }),
    mapOf({ op: 'replace', path: '/metadata/resourceVersion', value: metadataText(object, 'resourceVersion') }),
  ];
  return { kind: 'patch', patch };
}

function entriesOf(object: ValueMap): readonly ManagedFieldsEntry[] {
  return readEntries(metadataOf(object).get('managedFields')) ?? [];
}

type Entries = readonly ManagedFieldsEntry[];

function upgraded(
  entries: Entries,
  from: readonly string[],
  to: string,
  options: UpgradeOptions,
): Entries | UpgradeError {
  let current: Entries | UpgradeError = entries;
  for (const manager of from) {
    if ('kind' in current) return current;
    current = handedOver(current, manager, to, options);
  }
  return current;
}

/** Upstream: upgrade.go upgradedManagedFields. */
function handedOver(
  entries: Entries,
  from: string,
  to: string,
  { subresource = '', library }: UpgradeOptions,
): Entries | UpgradeError {
  const isFormer = (entry: ManagedFieldsEntry) =>
    entry.manager === from && entry.operation === 'Update' && entry.subresource === subresource;
  const applier = entries.findIndex(
    (entry) => entry.manager === to && entry.operation === 'Apply' && entry.subresource === subresource,
  );
  const target = applier >= 0 ? applier : entries.findIndex(isFormer);
  const chosen = entries[target];
  if (chosen === undefined) return entries;
  const heir: ManagedFieldsEntry = applier >= 0 ? chosen : { ...chosen, manager: to, operation: 'Apply' };
  const rest = entries.with(target, heir);
  const former = rest.find((entry) => isFormer(entry) && entry.apiVersion === heir.apiVersion);
  const own = readFieldsOf(heir, library);
  const taken = former === undefined ? own : readFieldsOf(former, library);
  if (own.kind === 'error') return unreadable(own.message);
  if (taken.kind === 'error') return unreadable(taken.message);
  const united = withFields(heir, union(own.set, taken.set), library);
  return rest.map((entry, index) => (index === target ? united : entry)).filter((entry) => !isFormer(entry));
}

function unreadable(message: string): UpgradeError {
  return { kind: 'error', message: `failed to convert fields to set: ${message}` };
}

/** The entry with other fields; the same object where they are written as before. */
function withFields(
  entry: ManagedFieldsEntry,
  fields: FieldSet,
  library: MergeLibrary | undefined,
): ManagedFieldsEntry {
  const same = formatJson(entry.fieldsV1 ?? null, { sortKeys: true }) === fieldSetToJson(fields, library);
  return same ? entry : { ...entry, fieldsV1: fieldSetToV1(fields, library) };
}
