import { compareStrings, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { struct, structs, text, withAt } from '../validation/object.ts';

/** The time of the request: that of the newest entry of managedFields, or of the object itself. */
function now(object: ValueMap): Value {
  const metadata = struct(object, 'metadata');
  const times = structs(metadata, 'managedFields').map((entry) => text(entry, 'time'));
  const newest = times.sort(compareStrings).at(-1) ?? '';
  return newest === '' ? (metadata.get('creationTimestamp') ?? null) : newest;
}

/** When a volume's phase last changed. Upstream: k8s.io/kubernetes pkg/registry/core/persistentvolume/strategy.go. */
export function withPhaseTime(volume: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap {
  const path = ['status', 'lastPhaseTransitionTime'];
  const status = struct(volume, 'status');
  if (old === undefined) return withAt(volume, path, struct(volume, 'metadata').get('creationTimestamp') ?? null);
  if (subresource !== 'status') return volume;
  const before = struct(old, 'status');
  const time = status.get('lastPhaseTransitionTime') ?? null;
  const oldTime = before.get('lastPhaseTransitionTime') ?? null;
  if (text(status, 'phase') === text(before, 'phase')) {
    return time === null && oldTime !== null ? withAt(volume, path, oldTime) : volume;
  }
  return time === null || time === oldTime ? withAt(volume, path, now(volume)) : volume;
}
