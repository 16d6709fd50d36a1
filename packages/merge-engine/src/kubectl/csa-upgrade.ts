import { union } from '../fieldpath/algebra.ts';
import { fieldElement } from '../fieldpath/element.ts';
import { fieldSetFromV1, fieldSetToV1 } from '../fieldpath/fields-v1.ts';
import { emptySet, type FieldSet, hasPath } from '../fieldpath/set.ts';
import { type ManagedFieldsEntry, readEntries, writeEntry } from '../managedfields/entry.ts';
import { lastAppliedAnnotation } from '../managedfields/last-applied.ts';
import { metadataOf, metadataText } from '../server/metadata.ts';
import { compareStrings } from '../value/order.ts';
import type { Value, ValueList, ValueMap } from '../value/value.ts';

const annotationPath = ['metadata', 'annotations', lastAppliedAnnotation].map(fieldElement);

/** The managers that own the last-applied annotation by an operation, each once, in order. Upstream: k8s.io/client-go util/csaupgrade/upgrade.go FindFieldsOwners. */
export function annotationOwners(object: ValueMap, operation: 'Apply' | 'Update'): readonly string[] {
  const owners = entriesOf(object).filter((entry) => {
    const fields = entry.operation === operation ? fieldsOf(entry) : undefined;
    return fields !== undefined && hasPath(fields, annotationPath);
  });
  return [...new Set(owners.map(({ manager }) => manager))].sort(compareStrings);
}

/**
 * The JSON patch that hands what some managers own by updates to a manager that applies; undefined where there is
 * nothing to hand over. It also replaces resourceVersion by the one that was seen, so that it fails where the object
 * changed meanwhile. Upstream: upgrade.go UpgradeManagedFieldsPatch.
 */
export function upgradePatch(object: ValueMap, from: readonly string[], to: string): ValueList | undefined {
  const before = entriesOf(object);
  let entries = before;
  for (const manager of from) entries = handedOver(entries, manager, to);
  if (sameEntries(before, entries)) return undefined;
  return [
    operation('/metadata/managedFields', entries.length === 0 ? null : entries.map(writeEntry)),
    operation('/metadata/resourceVersion', metadataText(object, 'resourceVersion')),
  ];
}

function operation(path: string, value: Value): ValueMap {
  return new Map<string, Value>([
    ['op', 'replace'],
    ['path', path],
    ['value', value],
  ]);
}

function entriesOf(object: ValueMap): readonly ManagedFieldsEntry[] {
  return readEntries(metadataOf(object).get('managedFields')) ?? [];
}

function sameEntries(a: readonly ManagedFieldsEntry[], b: readonly ManagedFieldsEntry[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Upstream: upgrade.go upgradedManagedFields. */
function handedOver(entries: readonly ManagedFieldsEntry[], from: string, to: string): readonly ManagedFieldsEntry[] {
  const isFormer = (entry: ManagedFieldsEntry) =>
    entry.manager === from && entry.operation === 'Update' && entry.subresource === '';
  const applier = entries.findIndex(
    (entry) => entry.manager === to && entry.operation === 'Apply' && entry.subresource === '',
  );
  const target = applier >= 0 ? applier : entries.findIndex(isFormer);
  const chosen = entries[target];
  if (chosen === undefined) return entries;
  const heir: ManagedFieldsEntry = { ...chosen, manager: to, operation: 'Apply' };
  const rest = entries.map((entry, index) => (index === target ? heir : entry));
  const former = rest.find((entry) => isFormer(entry) && entry.apiVersion === heir.apiVersion);
  const own = fieldsOf(heir) ?? emptySet;
  const fields = former === undefined ? own : union(own, fieldsOf(former) ?? emptySet);
  const united: ManagedFieldsEntry = { ...heir, fieldsV1: fieldSetToV1(fields) };
  const unchanged = applier >= 0 && former === undefined;
  return rest
    .map((entry, index) => (index === target ? (unchanged ? chosen : united) : entry))
    .filter((entry) => !isFormer(entry));
}

function fieldsOf(entry: ManagedFieldsEntry): FieldSet | undefined {
  const read = fieldSetFromV1(entry.fieldsV1 ?? new Map());
  return read.kind === 'set' ? read.set : undefined;
}
