import { isJsonMap, type JsonMap, type KubernetesData, type ResourceEntry } from './kubernetes-data.ts';

/** The facts of a version as the difference to those of its neighbour, as `pnpm types` writes it. Null removes. */
export interface VersionPatch {
  /** A JSON merge patch (RFC 7386) of the definitions. */
  readonly definitions: JsonMap;
  /** The group versions that are served, in their order: `v1`, `apps/v1`. */
  readonly groupVersions: readonly string[];
  /** Resources that changed, whole, by `resourceKey`. */
  readonly resources: Readonly<Record<string, ResourceEntry | null>>;
  /** Types that changed, whole, since the order of their fields counts. */
  readonly shapes: Readonly<Record<string, JsonMap | null>>;
}

/** The name of an entry of the resources: `apps/v1/deployments/scale`. */
export function resourceKey(entry: ResourceEntry): string {
  return `${groupVersionOf(entry)}/${entry.resource}`;
}

/** The group version of an entry: `apps/v1`, or `v1`. */
export function groupVersionOf({ group, version }: ResourceEntry): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The facts of a version: those of its neighbour with the difference applied. What did not change is shared. */
export function patchedData(neighbour: KubernetesData, patch: VersionPatch): KubernetesData {
  const entries = replaced(
    Object.fromEntries(neighbour.resources.resources.map((entry) => [resourceKey(entry), entry])),
    patch.resources,
  );
  return {
    definitions: { definitions: mergePatched(neighbour.definitions.definitions, patch.definitions) },
    resources: { resources: inOrder(Object.values(entries), patch.groupVersions) },
    shapes: { types: replaced(neighbour.shapes.types, patch.shapes) },
  };
}

/** Entries by group version, in the order of those, and in each by name. */
function inOrder(entries: readonly ResourceEntry[], groupVersions: readonly string[]): readonly ResourceEntry[] {
  return groupVersions.flatMap((groupVersion) =>
    entries
      .filter((entry) => groupVersionOf(entry) === groupVersion)
      .sort((a, b) => (a.resource < b.resource ? -1 : 1)),
  );
}

function replaced<Entry>(
  base: Readonly<Record<string, Entry>>,
  changes: Readonly<Record<string, Entry | null>>,
): Readonly<Record<string, Entry>> {
  const result = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    if (change === null) delete result[key];
    else result[key] = change;
  }
  return result;
}

/** Applies a JSON merge patch; null removes. */
export function mergePatched(base: JsonMap, patch: JsonMap): JsonMap {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, change] of Object.entries(patch)) {
    const before = merged[key];
    if (change === null) delete merged[key];
    else merged[key] = isJsonMap(change) && isJsonMap(before) ? mergePatched(before, change) : change;
  }
  return merged;
}
