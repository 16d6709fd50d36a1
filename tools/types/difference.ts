import { isDeepStrictEqual } from 'node:util';
import {
  groupVersionOf,
  type KubernetesData,
  patchedData,
  resourceKey,
  type VersionPatch,
} from '@managed-fields/kubernetes-types';

type JsonMap = Readonly<Record<string, unknown>>;

/** The difference that makes the facts of a version of those of its neighbour; throws where it would not. */
export function difference(neighbour: KubernetesData, facts: KubernetesData): VersionPatch {
  const byKey = ({ resources }: KubernetesData) =>
    Object.fromEntries(resources.resources.map((entry) => [resourceKey(entry), entry]));
  const patch: VersionPatch = {
    definitions: mergePatch(neighbour.definitions.definitions, facts.definitions.definitions),
    groupVersions: [...new Set(facts.resources.resources.map(groupVersionOf))],
    resources: changed(byKey(neighbour), byKey(facts)),
    shapes: changed(neighbour.shapes.types, facts.shapes.types),
  };
  if (!isDeepStrictEqual(patchedData(neighbour, patch).definitions, facts.definitions)) {
    throw new Error('the difference does not make the definitions: one of them holds null');
  }
  return patch;
}

/** Returns the entries that changed, each whole, and null for those that are gone. The order of keys counts. */
export function changed<Entry>(
  before: Readonly<Record<string, Entry>>,
  after: Readonly<Record<string, Entry>>,
): Readonly<Record<string, Entry | null>> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return {
    ...Object.fromEntries(
      Object.entries(after).filter(([key, entry]) => JSON.stringify(before[key]) !== JSON.stringify(entry)),
    ),
    ...Object.fromEntries(gone.map((key) => [key, null])),
  };
}

/** The JSON merge patch from one object to another. */
function mergePatch(before: JsonMap, after: JsonMap): JsonMap {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (isDeepStrictEqual(old, value)) continue;
    patch[key] = isMap(old) && isMap(value) ? mergePatch(old, value) : value;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  return patch;
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
