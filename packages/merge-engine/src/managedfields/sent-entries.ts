import type { ValueMap } from '../value/value.ts';
import { mapAt } from '../value/value.ts';
import { type ManagedFieldsEntry, readEntries } from './entry.ts';
import { decodeManaged, type Managed, nothingManaged } from './managed.ts';

/** The entries of an object's metadata; undefined where it has no list that reads as entries. */
export function entriesOf(object: ValueMap): readonly ManagedFieldsEntry[] | undefined {
  return readEntries(mapAt(object, 'metadata')?.get('managedFields'));
}

/**
 * Where an update starts from: the entries that the request sent if they decode, nothing if it empties the list
 * (`[]` or `[{}]`), else those of the live object. A subresource cannot set entries.
 * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go decodeLiveOrNew.
 */
export function startOfUpdate(
  live: readonly ManagedFieldsEntry[] | undefined,
  sent: readonly ManagedFieldsEntry[] | undefined,
  subresource: string,
): Managed {
  if (subresource === '') {
    if (isReset(sent)) return nothingManaged;
    const decoded = decodeManaged(sent ?? []);
    if (decoded.kind === 'managed' && decoded.managed.fields.size > 0) return decoded.managed;
  }
  const decoded = decodeManaged(live ?? []);
  return decoded.kind === 'managed' ? decoded.managed : nothingManaged;
}

/** Whether a list of entries asks to empty managedFields. Upstream: fieldmanager.go isResetManagedFields. */
export function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  const [first] = entries;
  return first === undefined || (entries.length === 1 && isBlank(first));
}

function isBlank(entry: ManagedFieldsEntry): boolean {
  return (
    entry.manager === '' &&
    entry.operation === '' &&
    entry.apiVersion === '' &&
    entry.time === undefined &&
    entry.fieldsType === '' &&
    entry.fieldsV1 === undefined &&
    entry.subresource === ''
  );
}
