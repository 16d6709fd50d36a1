import { union } from '../fieldpath/algebra.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import { compareStrings } from '../value/order.ts';
import { emptyEntry, entrySeconds } from './entry.ts';
import { identifierOf } from './identifier.ts';
import type { Managed } from './managed.ts';

/** How many Update entries an object keeps. Upstream: internal/fieldmanager.go DefaultMaxUpdateManagers. */
export const maxUpdaters = 10;

/**
 * Folds the oldest Update entries of the same API version into one of the manager `ancient-changes`, until no more than
 * ten are left. The folded entry takes the time of the newest entry in it. The first entry of a version is only renamed
 * once a second one joins it.
 * Upstream: apimachinery pkg/util/managedfields/internal/capmanagers.go.
 */
export function capUpdaters(managed: Managed): Managed {
  const updaters = [...managed.fields].filter(([, owned]) => !owned.applied).map(([identifier]) => identifier);
  if (updaters.length <= maxUpdaters) return managed;
  const seconds = (identifier: string) => entrySeconds(managed.times.get(identifier));
  updaters.sort((a, b) => seconds(a) - seconds(b) || compareStrings(a, b));

  const fields = new Map<string, VersionedSet>(managed.fields);
  const times = new Map(managed.times);
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const identifier of updaters) {
    if (count <= maxUpdaters) break;
    const owned = fields.get(identifier) as VersionedSet;
    const first = firstOfVersion.get(owned.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owned.apiVersion, identifier);
      continue;
    }
    const bucket = ancientChanges(owned.apiVersion);
    let bucketed = fields.get(bucket);
    if (bucketed === undefined) {
      bucketed = fields.get(first) ?? owned;
      fields.delete(first);
    }
    fields.set(bucket, { ...owned, set: union(owned.set, bucketed.set) });
    fields.delete(identifier);
    times.set(bucket, managed.times.get(identifier));
    count--;
  }
  return { fields, times };
}

function ancientChanges(apiVersion: string): string {
  return identifierOf({ ...emptyEntry, manager: 'ancient-changes', operation: 'Update', apiVersion });
}
