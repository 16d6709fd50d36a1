import { humanDuration } from '@managed-fields/api-server/tables';
import {
  compareStrings,
  formatFloat,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  parseTime,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { goSorted } from '../printing/go-sort.ts';

export { selectorText } from '../selector-text.ts';

/** The maps of a list. */
export function mapsAt(map: ValueMap | undefined, field: string): readonly ValueMap[] {
  return (listAt(map, field) ?? []).filter(isMap);
}

/** The entries of a map in the order of their keys. */
export function sortedEntries(map: ValueMap | undefined): readonly (readonly [string, Value])[] {
  return [...(map ?? [])].sort(([a], [b]) => compareStrings(a, b));
}

/** The text at a field as Go prints it; what is not there is an empty text. */
export function textAt(map: ValueMap | undefined, field: string): string {
  return plain(map?.get(field) ?? null);
}

/** Maps in the order of a text of each, as Go's sort leaves them where texts are the same. */
export function sortedBy(maps: readonly ValueMap[], text: (map: ValueMap) => string): readonly ValueMap[] {
  return goSorted(maps, (a, b) => compareStrings(text(a), text(b)) < 0);
}

/** The number at a field as Go prints it; what is not there is 0. */
export function numberAt(map: ValueMap | undefined, field: string): string {
  return textAt(map, field) || '0';
}

/** Whether there is a value at a field. */
export function isSet(map: ValueMap | undefined, field: string): boolean {
  return (map?.get(field) ?? null) !== null;
}

/** `True`, `False`, or `<unset>`. Upstream: kubectl pkg/describe/describe.go printBoolPtr. */
export function flag(map: ValueMap | undefined, field: string): string {
  const value = textAt(map, field);
  return value === 'true' ? 'True' : value === 'false' ? 'False' : '<unset>';
}

/** The texts of a list. */
export function textsAt(map: ValueMap | undefined, field: string): readonly string[] {
  return (listAt(map, field) ?? []).map(plain);
}

/** A value as Go's `%v` prints it; null is an empty text. */
function plain(value: Value): string {
  return value === null ? '' : shown(value);
}

/** A value as Go's `%v` prints it. */
export function shown(value: Value): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(shown).join(' ')}]`;
  if (isMap(value)) {
    return `map[${sortedEntries(value)
      .map(([key, each]) => `${key}:${shown(each)}`)
      .join(' ')}]`;
  }
  return typeof value === 'number' ? formatFloat(value) : String(value);
}

/** The kind and name of the controller of an object, `ReplicaSet/web`; empty where it has none. */
export function controllerOf(object: ValueMap): string {
  const owner = ownerOf(object);
  return owner === undefined ? '' : `${textAt(owner, 'kind')}/${textAt(owner, 'name')}`;
}

/** The owner of an object that controls it. */
export function ownerOf(object: ValueMap): ValueMap | undefined {
  return mapsAt(metadataOf(object), 'ownerReferences').find((each) => each.get('controller') === true);
}

/** The uid of an object. */
export function uidOf(object: ValueMap): string {
  return textAt(metadataOf(object), 'uid');
}

/**
 * How long before a time, in seconds, an event was seen, and how often: `16y (x7 over 18y)`.
 * Upstream: kubectl pkg/describe/describe.go DescribeEvents, pkg/cmd/events/event_printer.go getInterval.
 */
export function seenOf(event: ValueMap, now: number): string {
  const since = (map: ValueMap | undefined, field: string) => {
    const seconds = parseTime(textAt(map, field));
    return seconds === undefined ? '<unknown>' : humanDuration(now - seconds);
  };
  const first = since(event, stringAt(event, 'eventTime') === undefined ? 'firstTimestamp' : 'eventTime');
  const series = mapAt(event, 'series');
  if (series !== undefined) return `${since(series, 'lastObservedTime')} (x${numberAt(series, 'count')} over ${first})`;
  const count = numberAt(event, 'count');
  return Number(count) > 1 ? `${since(event, 'lastTimestamp')} (x${count} over ${first})` : first;
}
