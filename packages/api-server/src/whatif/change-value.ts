import {
  type ExplainedConflict,
  isList,
  isMap,
  type Value,
  type ValuePath,
  valueAt,
} from '@managed-fields/merge-engine';

/** A new value for a place; `undefined` removes what is there. */
export interface PlaceChange {
  readonly place: ValuePath;
  readonly value: Value | undefined;
}

/** Changes places in a value; places that the value does not have are ignored. */
export function changeValue(value: Value, changes: readonly PlaceChange[]): Value {
  const here = changes.find(({ place }) => place.length === 0);
  if (here !== undefined) return here.value === undefined ? value : here.value;
  const below = new Map<string | number, PlaceChange[]>();
  for (const { place, value: changed } of changes) {
    const [step, ...rest] = place;
    if (step === undefined) continue;
    const own = below.get(step);
    if (own === undefined) below.set(step, [{ place: rest, value: changed }]);
    else own.push({ place: rest, value: changed });
  }
  const changeChild = (step: string | number, child: Value): readonly Value[] => {
    const own = below.get(step);
    if (own === undefined) return [child];
    return own.some(isRemoval) ? [] : [changeValue(child, own)];
  };
  if (isList(value)) return value.flatMap((child, index) => changeChild(index, child));
  if (!isMap(value)) return value;
  const map = new Map<string, Value>();
  for (const [key, child] of value) {
    for (const kept of changeChild(key, child)) map.set(key, kept);
  }
  return map;
}

function isRemoval(change: PlaceChange): boolean {
  return change.place.length === 0 && change.value === undefined;
}

/**
 * Replaces removals that would leave a container empty by the removal of the container, so that no empty container is
 * declared by accident. The root stays.
 */
export function withoutEmptied(value: Value, changes: readonly PlaceChange[]): readonly PlaceChange[] {
  let current = changes;
  for (;;) {
    const emptied = emptiedContainer(value, current);
    if (emptied === undefined) return current;
    const inside = ({ place }: PlaceChange) => startsWith(place, emptied);
    current = [...current.filter((change) => !inside(change)), { place: emptied, value: undefined }];
  }
}

function emptiedContainer(value: Value, changes: readonly PlaceChange[]): ValuePath | undefined {
  const removed = new Map<string, { readonly parent: ValuePath; readonly steps: Set<string | number> }>();
  for (const change of changes) {
    const parent = change.place.slice(0, -1);
    const step = change.place.at(-1);
    if (change.value !== undefined || step === undefined || parent.length === 0) continue;
    const key = JSON.stringify(parent);
    const group = removed.get(key) ?? { parent, steps: new Set() };
    group.steps.add(step);
    removed.set(key, group);
  }
  for (const { parent, steps } of removed.values()) {
    const container = valueAt(value, parent);
    const size = isMap(container) ? container.size : isList(container) ? container.length : Number.POSITIVE_INFINITY;
    if (steps.size === size) return parent;
  }
  return undefined;
}

/** Whether a place equals another one or is below it. */
export function startsWith(place: ValuePath, start: ValuePath): boolean {
  return start.every((step, index) => place[index] === step);
}

/**
 * The three ways out of a conflict: overwrite the value and become the only owner; give the field up by no longer
 * declaring it; share it by declaring the live value.
 */
export type WayOut = 'overwrite' | 'give-up' | 'share';

/**
 * Returns the changes that a way out makes to the configuration. Overwriting changes nothing. A field that is owned but
 * absent on the server has no value to share, so it is given up.
 */
export function changesOf(way: WayOut, conflicts: readonly ExplainedConflict[]): readonly PlaceChange[] {
  if (way === 'overwrite') return [];
  return conflicts.flatMap(({ declaredPlace: place, shareable }) =>
    place === undefined ? [] : [{ place, value: way === 'share' ? shareable : undefined }],
  );
}
