import { isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { firstPlaces, keyOf } from './strategic-order.ts';

/**
 * A list of maps that is changed as a Go slice is: what is appended overwrites, in the same memory, what was deleted.
 */
export class ListInPlace {
  private memory: Value[];
  private readonly visible: number;
  private readonly mergeKey: string;
  private length: number;
  /** The first place of each value of the merge key; undefined until it is computed. */
  private places: Map<Value | undefined, number> | undefined;

  constructor(list: ValueList, mergeKey: string) {
    this.memory = [...list];
    this.visible = list.length;
    this.mergeKey = mergeKey;
    this.length = list.length;
  }

  items(): ValueList {
    return this.memory.slice(0, this.length);
  }

  /** The original list as a holder of the old slice reads it now. */
  overwritten(): ValueList {
    return this.memory.slice(0, this.visible);
  }

  /** The first item with a value of the merge key, and its place. */
  find(value: Value): { readonly index: number; readonly item: ValueMap } | undefined {
    this.places ??= firstPlaces(this.items(), (item) => keyOf(item, this.mergeKey));
    const index = this.places.get(value) ?? -1;
    const item = this.memory[index];
    return isMap(item) ? { index, item } : undefined;
  }

  set(index: number, item: Value): void {
    if (this.places?.get(keyOf(item, this.mergeKey)) !== index) this.places = undefined;
    this.memory[index] = item;
  }

  append(item: Value): void {
    this.places?.set(keyOf(item, this.mergeKey), this.length);
    this.memory[this.length] = item;
    this.length++;
  }

  /** Removes the items with these values of the merge key; later items move up. */
  deleteAll(values: readonly Value[]): void {
    const gone = new Set<Value | undefined>(values);
    const kept = this.items().filter((item) => !gone.has(keyOf(item, this.mergeKey)));
    this.memory = [...kept, ...this.memory.slice(kept.length)];
    this.length = kept.length;
    this.places = undefined;
  }
}

/** Removes later duplicates; the last item moves into the gap. Upstream: patch.go deduplicateScalars. */
export function withoutDuplicates(list: ValueList): ValueList {
  const rest = [...list];
  // Where each value stands, or once stood.
  const places = new Map<Value, number[]>();
  const stand = (value: Value, place: number) => {
    const before = places.get(value);
    if (before === undefined) places.set(value, [place]);
    else before.push(place);
  };
  rest.forEach(stand);
  for (const [i, value] of rest.entries()) {
    const later = (places.get(value) ?? []).filter((place) => place > i).sort((a, b) => a - b);
    for (const place of later) {
      while (rest[place] === value) {
        const last = rest.pop() ?? null;
        if (place >= rest.length) break;
        rest[place] = last;
        stand(last, place);
      }
    }
  }
  return rest;
}
