import { compareStrings, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { has, pointer, struct, structs, text, withAt, withoutAt } from '../validation/object.ts';

/** The time of the request: that of the newest entry of managedFields, or of the object itself. */
function now(object: ValueMap): Value {
  const metadata = struct(object, 'metadata');
  const times = structs(metadata, 'managedFields').map((entry) => text(entry, 'time'));
  const newest = times.sort(compareStrings).at(-1) ?? '';
  return newest === '' ? (metadata.get('creationTimestamp') ?? null) : newest;
}

/**
 * Sets the time when a volume's phase last changed.
 * Upstream: k8s.io/kubernetes pkg/registry/core/persistentvolume/strategy.go.
 */
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

/**
 * Aligns the two fields for the data source of a volume claim, and drops a source that the server does not know.
 * Upstream: k8s.io/kubernetes pkg/api/persistentvolumeclaim/util.go DropDisabledFields,
 * EnforceDataSourceBackwardsCompatibility, NormalizeDataSources.
 */
export function withDataSources(claim: ValueMap, old: ValueMap | undefined): ValueMap {
  const before = old === undefined ? undefined : struct(old, 'spec');
  let spec = struct(claim, 'spec');
  // CrossNamespaceVolumeDataSource is off.
  if (text(pointer(spec, 'dataSourceRef'), 'namespace') !== '' && !has(before, 'dataSourceRef')) {
    spec = withoutAt(spec, ['dataSourceRef']);
  }
  const used = has(before, 'dataSource') || has(before, 'dataSourceRef');
  if (!used && !has(spec, 'dataSourceRef') && !isClaimOrSnapshot(pointer(spec, 'dataSource'))) {
    spec = withoutAt(spec, ['dataSource']);
  }
  const normal = withBothSources(spec);
  return normal === struct(claim, 'spec') ? claim : new Map(claim).set('spec', normal);
}

function isClaimOrSnapshot(source: ValueMap | undefined): boolean {
  const group = text(source, 'apiGroup');
  const kind = text(source, 'kind');
  return (
    (kind === 'PersistentVolumeClaim' && group === '') ||
    (kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io')
  );
}

function withBothSources(spec: ValueMap): ValueMap {
  const source = pointer(spec, 'dataSource');
  const reference = pointer(spec, 'dataSourceRef');
  if (source !== undefined && reference === undefined) return new Map(spec).set('dataSourceRef', named(source));
  if (reference === undefined || source !== undefined || text(reference, 'namespace') !== '') return spec;
  return new Map(spec).set('dataSource', named(reference));
}

function named(source: ValueMap): ValueMap {
  const fields: [string, Value][] = [];
  for (const field of ['apiGroup', 'kind', 'name']) {
    const value = source.get(field);
    if (value !== undefined) fields.push([field, value]);
  }
  return new Map(fields);
}
