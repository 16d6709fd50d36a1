import {
  emptySet,
  type FieldSet,
  fieldSetFromV1,
  difference as lessSet,
  type ManagedFieldsEntry,
  type OwnerIdentity,
  pathsOf,
  pathToString,
} from '@managed-fields/merge-engine';
import type { DifferenceRow } from './rows.ts';

/** The entries of an object's managedFields before a request, as the prediction and as the server had them. */
export interface EntriesBefore {
  readonly predicted: readonly ManagedFieldsEntry[];
  readonly answered: readonly ManagedFieldsEntry[];
}

/**
 * In what two lists of entries differ, as sets: entries of owners that only one side has, fields of entries, and, where
 * `before` is given, whether an entry kept its time. Times themselves and the order by them do not count.
 */
export function compareEntries(
  predicted: readonly ManagedFieldsEntry[],
  answered: readonly ManagedFieldsEntry[],
  before?: EntriesBefore,
): readonly DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  for (const entry of predicted) {
    const other = answered.find((each) => isSame(entry, each));
    const owner = identityOf(entry);
    if (other === undefined) {
      rows.push({ part: 'entry', owner, predicted: 'present', answered: undefined });
      continue;
    }
    const [ours, theirs] = [fieldsOf(entry), fieldsOf(other)];
    for (const path of printed(lessSet(ours, theirs))) {
      rows.push({ part: 'entry-field', owner, path, predicted: 'present', answered: undefined });
    }
    for (const path of printed(lessSet(theirs, ours))) {
      rows.push({ part: 'entry-field', owner, path, predicted: undefined, answered: 'present' });
    }
    const [mine, others] = [timeOf(entry, before?.predicted), timeOf(other, before?.answered)];
    if (before !== undefined && mine !== others) {
      rows.push({ part: 'entry-time', owner, predicted: mine, answered: others });
    }
  }
  for (const entry of answered) {
    if (predicted.some((each) => isSame(entry, each))) continue;
    rows.push({ part: 'entry', owner: identityOf(entry), predicted: undefined, answered: 'present' });
  }
  return rows;
}

/** Whether an entry has the time that it had before, or one of its own. */
function timeOf(entry: ManagedFieldsEntry, before: readonly ManagedFieldsEntry[] = []): 'kept' | 'set' {
  const old = before.find((each) => isSame(entry, each));
  return old !== undefined && old.time === entry.time ? 'kept' : 'set';
}

function identityOf({ manager, operation, subresource, apiVersion }: ManagedFieldsEntry): OwnerIdentity {
  return { manager, operation: operation === 'Apply' ? 'Apply' : 'Update', subresource, apiVersion };
}

/** Whether two entries are of one owner, at one API version. */
function isSame(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  const same = a.manager === b.manager && a.operation === b.operation;
  return same && a.subresource === b.subresource && a.apiVersion === b.apiVersion;
}

function fieldsOf({ fieldsV1 }: ManagedFieldsEntry): FieldSet {
  const read = fieldsV1 === undefined ? undefined : fieldSetFromV1(fieldsV1);
  return read?.kind === 'set' ? read.set : emptySet;
}

function printed(set: FieldSet): readonly string[] {
  return pathsOf(set).map(pathToString);
}
