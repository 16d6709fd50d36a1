import type { ResourceVersion } from '@managed-fields/api-server';
import { equals, isList, isMap, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { extractInto } from '@managed-fields/merge-engine/managedfields';
import type { LastManifest } from './terraform-plan.ts';

/**
 * What stands for the manifest of the last apply where nobody gives it; undefined where the manager applied nothing to the
 * object, which Terraform then does not have in its state. As long as the object has fields that the manager does not own,
 * its entry is what the last manifest had, and has been taken from it since. Later it owns everything, since an update sends
 * everything: then the manifest is taken to have had the fields of the one of now, so that none was dropped.
 */
export function lastManifest(
  manifest: ValueMap,
  live: ValueMap,
  manager: string,
  { type }: ResourceVersion,
): LastManifest | undefined {
  const extracted = extractInto(live, type, manager);
  const applied = extracted.kind === 'extracted' ? extracted.configuration : undefined;
  if (applied === undefined) return undefined;
  return { manifest: overlaid(manifest, applied, covers(applied, configurable(live))), isGuessed: true };
}

/** An object without what no configuration sets. */
function configurable(live: ValueMap): ValueMap {
  const own = new Set(['apiVersion', 'kind', 'metadata', 'status']);
  const metadata = new Map([...(mapAt(live, 'metadata') ?? [])].filter(([key]) => key === 'labels'));
  return new Map<string, Value>([...[...live].filter(([key]) => !own.has(key)), ['metadata', metadata]]);
}

/**
 * A map with the values of another one, and those that the other does not have; with `onlyOwn`, nothing but its own fields, and its own lists.
 */
function overlaid(under: ValueMap, over: ValueMap, onlyOwn: boolean): ValueMap {
  const all = new Map(under);
  for (const [key, value] of over) {
    const there = under.get(key);
    if (isMap(value) && isMap(there)) all.set(key, overlaid(there, value, onlyOwn));
    else if (!onlyOwn || (there !== undefined && !isList(there))) all.set(key, value);
  }
  return all;
}

/** Whether an object has all values of a manifest. */
export function hasValues(object: Value | undefined, manifest: Value): boolean {
  if (!isMap(manifest)) return object !== undefined && equals(object, manifest);
  return isMap(object) && [...manifest].every(([key, each]) => each === null || hasValues(object.get(key), each));
}

/** Whether a value has all fields of another one. Items of lists are told apart by their places. */
function covers(whole: Value | undefined, part: Value): boolean {
  if (isMap(part)) {
    if (part.size === 0) return true;
    return isMap(whole) && [...part].every(([key, each]) => covers(whole.get(key), each));
  }
  if (isList(part)) return isList(whole) && part.every((each, index) => covers(whole[index], each));
  return whole !== undefined;
}
