import type { OwnedField } from '../owned-fields.ts';
import { findingOf } from './finding.ts';
import { ancientChanges, beforeFirstApply, clientSideApply, isByHand, lastAppliedName } from './known-managers.ts';
import { isMetadata, leavesOf, managersOf } from './owned-by.ts';
import type { Judged, Rule } from './rule.ts';

/**
 * An updater that once sent the whole manifest, as client-side apply does, beside the applier that sends it now: what
 * the applier leaves out stays.
 * Upstream: structured-merge-diff merge/update.go prune removes only what no other manager owns; client-go csaupgrade.
 */
export const leftoverClientSideApply: Rule = {
  id: 'leftover-client-side-apply',
  severity: 'warning',
  conflict: true,
  example: 'stays-under-client-side',
  judge(judged) {
    const { row, appliers, updaters } = judged;
    if (appliers.length === 0 || updaters.length === 0) return [];
    return updaters.flatMap((entry) => {
      const manager = row.entries[entry]?.manager ?? '';
      if (manager === beforeFirstApply || manager === ancientChanges || isByHand(manager, '')) return [];
      if (appliers.some((applier) => row.entries[applier]?.manager === manager)) return [];
      const overlap = overlapOf(judged, entry);
      if (overlap === undefined) return [];
      const { alone, shared } = overlap;
      const facts = {
        manager,
        appliers: managersOf(judged, overlap.appliers),
        alone: String(alone.length),
        shared: String(shared.length),
      };
      return [findingOf('leftover-client-side-apply', [...alone, ...shared], [entry, ...overlap.appliers], facts)];
    });
  },
};

interface Overlap {
  /** What the updater owns and no applier does. */
  readonly alone: readonly OwnedField[];
  readonly shared: readonly OwnedField[];
  readonly appliers: readonly number[];
}

/** An applier of a part, such as replicas alone, has less than one in so many fields of the updater. */
const fewestShared = 5;

/**
 * What an updater owns beside appliers; undefined where it did not send the same manifest. Other controllers share a
 * field now and then, so it has to share half of what an applier owns, outside of metadata where there is anything;
 * for client-side apply fewer are enough.
 */
function overlapOf({ row, owned, appliers }: Judged, entry: number): Overlap | undefined {
  const alone: OwnedField[] = [];
  const shared: OwnedField[] = [];
  const counts = new Map(appliers.map((applier) => [applier, { content: 0, both: 0, metadata: 0, bothMetadata: 0 }]));
  let isClientSide = row.entries[entry]?.manager === clientSideApply;
  for (const field of owned) {
    if (field.inner) continue;
    const own = field.owners.includes(entry);
    if (own && field.element.slice(2) === lastAppliedName) {
      isClientSide = true;
      continue;
    }
    const metadata = isMetadata(field);
    let isShared = false;
    for (const owner of field.owners) {
      const count = counts.get(owner);
      if (count === undefined) continue;
      isShared = true;
      count[metadata ? 'metadata' : 'content']++;
      if (own) count[metadata ? 'bothMetadata' : 'both']++;
    }
    if (own) (isShared ? shared : alone).push(field);
  }
  const ownContent = [...alone, ...shared].filter((field) => !isMetadata(field)).length;
  const close = appliers.filter((applier) => {
    const { content = 0, both = 0, metadata = 0, bothMetadata = 0 } = counts.get(applier) ?? {};
    if (both > 0) return both * fewestShared >= ownContent && (isClientSide || both * 2 >= content);
    // Where all content was taken by force, the labels and annotations of the manifest are still shared.
    const fewest = isClientSide || content === 0 ? 1 : 2;
    return alone.every(isMetadata) && bothMetadata >= fewest && bothMetadata * 2 >= metadata;
  });
  return close.length === 0 ? undefined : { alone, shared, appliers: close };
}

/** Fields of an object that had no managedFields when it was first applied. */
export const fieldsBeforeFirstApply: Rule = {
  id: 'before-first-apply',
  severity: 'warning',
  conflict: true,
  example: 'before-first-apply',
  judge(judged) {
    return judged.updaters.flatMap((entry) => {
      if (judged.row.entries[entry]?.manager !== beforeFirstApply) return [];
      const facts = { appliers: managersOf(judged, judged.appliers) };
      return [findingOf('before-first-apply', leavesOf(judged, entry), [entry], facts)];
    });
  },
};

/** One name that applies and updates, which is two managers to the server. */
export const applyAndUpdate: Rule = {
  id: 'apply-and-update',
  severity: 'warning',
  conflict: true,
  example: 'same-name-two-operations',
  judge(judged) {
    const { row, appliers, updaters } = judged;
    if (appliers.length === 0 || updaters.length === 0) return [];
    return appliers.flatMap((applier) => {
      const manager = row.entries[applier]?.manager ?? '';
      const same = updaters.filter((updater) => row.entries[updater]?.manager === manager);
      if (same.length === 0) return [];
      const fields = same.flatMap((updater) => leavesOf(judged, updater));
      // Controllers that apply still add and remove their finalizers by patches.
      if (fields.every(isFinalizer)) return [];
      return [findingOf('apply-and-update', fields, [applier, ...same], { manager })];
    });
  },
};

function isFinalizer(field: OwnedField): boolean {
  return field.element === 'f:finalizers' || field.parent?.element === 'f:finalizers';
}
