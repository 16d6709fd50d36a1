import { isMap, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** A path of fields by their names. Upstream: cluster-api internal/contract/types.go Path. */
export type Path = readonly string[];

const named: readonly Path[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
  ['metadata', 'ownerReferences'],
  ['spec'],
];

/** What the topology controller sends of an object. Upstream: structuredmerge/options.go defaultAllowedPaths. */
export const topologyPaths: readonly Path[] = named;

/** What the other controllers send. Upstream: internal/util/ssa/patch.go PrepareModified. */
export const patchPaths: readonly Path[] = [...named, ['metadata', 'finalizers']];

/** Paths with one more. */
export function withAllowed(paths: readonly Path[], more: Path): readonly Path[] {
  return [...paths, more];
}

/** An object with nothing but some paths, less those that are ignored. Upstream: cluster-api internal/util/ssa/filterintent.go FilterObject. */
export function filtered(object: ValueMap, allowed: readonly Path[], ignored: readonly Path[] = []): ValueMap {
  const kept = withoutFields(object, [], (path) => {
    const near = allowed.filter((each) => overlaps(each, path));
    if (near.length === 0) return 'out';
    return near.some((each) => each.length <= path.length) ? 'whole' : 'parted';
  });
  return withoutPaths(kept, ignored);
}

/** A map without some paths, nor maps that have nothing left. Upstream: filterintent.go FilterIntent, IsPathIgnored. */
export function withoutPaths(map: ValueMap, paths: readonly Path[]): ValueMap {
  if (paths.length === 0) return map;
  return withoutFields(map, [], (path) => {
    const near = paths.filter((each) => each.length >= path.length && overlaps(each, path));
    if (near.length === 0) return 'whole';
    return near.some((each) => each.length === path.length) ? 'out' : 'parted';
  });
}

/** An entry of managedFields without its time, and without the ownership of some annotations. */
export function cleanedFields(entry: ValueMap, annotations: readonly string[]): ValueMap {
  const cleaned = new Map(entry);
  cleaned.delete('time');
  const fields = mapAt(entry, 'fieldsV1') ?? new Map<string, Value>();
  const paths = annotations.map((each) => ['f:metadata', 'f:annotations', `f:${each}`]);
  return cleaned.set('fieldsV1', withoutPaths(fields, paths));
}

/** Leaves out what is `out`; what is `whole` is not looked into. */
function withoutFields(map: ValueMap, at: Path, part: (path: Path) => 'out' | 'whole' | 'parted'): ValueMap {
  let rest: Map<string, Value> | undefined;
  for (const [key, value] of map) {
    const path = [...at, key];
    const how = part(path);
    const inner = how === 'parted' && isMap(value) ? withoutFields(value, path, part) : value;
    if (how !== 'out' && inner === value) continue;
    rest ??= new Map(map);
    if (how === 'out' || (isMap(inner) && inner.size === 0)) rest.delete(key);
    else rest.set(key, inner);
  }
  return rest ?? map;
}

/** Whether one of two paths begins with the other. */
function overlaps(a: Path, b: Path): boolean {
  const shorter = a.length < b.length ? a : b;
  return shorter.every((name, index) => a[index] === name && b[index] === name);
}
