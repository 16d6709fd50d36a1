import {
  type ClientSideApply,
  equals,
  explainOwnership,
  isList,
  isMap,
  type Ownership,
  type PatchSchema,
  parseJson,
  type ResourceVersion,
  type Value,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { ThreeWayRow } from '../playback.ts';
import { preview } from '../preview.ts';

/** One field in the three objects that a client-side apply compares. */
interface Trio {
  readonly original: Value | undefined;
  readonly modified: Value | undefined;
  readonly current: Value | undefined;
}

interface Walk {
  readonly rows: ThreeWayRow[];
  readonly ownership: Ownership;
  /** Who applies. */
  readonly manager: string;
}

/** Written by the server alone; no file says anything about them. */
const systemFields: readonly string[] = [
  '.status',
  '.metadata.managedFields',
  '.metadata.creationTimestamp',
  '.metadata.deletionTimestamp',
  '.metadata.generation',
  '.metadata.resourceVersion',
  '.metadata.uid',
  '.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]',
];

/**
 * What a client-side apply does with each field that one of the three has: by its presence in the last-applied
 * configuration, in the file and in the live object. Items of lists are matched as the patch matches them. Owners are
 * those beside the manager that applies.
 */
export function threeWayRows(
  apply: ClientSideApply,
  version: ResourceVersion,
  manager: string,
): readonly ThreeWayRow[] {
  const read = apply.original === undefined ? undefined : parseJson(apply.original);
  const original = read?.kind === 'value' && isMap(read.value) ? read.value : undefined;
  const walk: Walk = { rows: [], ownership: explainOwnership(apply.current, version.type), manager };
  const trio = { original, modified: apply.modified, current: apply.current };
  walkMaps(walk, '', [], trio, version.patchType);
  return walk.rows;
}

function walkMaps(walk: Walk, path: string, place: ValuePath, trio: Trio, schema: PatchSchema | undefined): void {
  const maps = [trio.original, trio.modified, trio.current].filter(isMap);
  for (const key of [...new Set(maps.flatMap((map) => [...map.keys()]))].sort()) {
    const of = (value: Value | undefined) => (isMap(value) ? value.get(key) : undefined);
    const child = { original: of(trio.original), modified: of(trio.modified), current: of(trio.current) };
    const text = `${path}${/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}`;
    if (systemFields.includes(text)) continue;
    visit(walk, text, [...place, key], child, schema, key);
  }
}

function visit(
  walk: Walk,
  path: string,
  place: ValuePath,
  trio: Trio,
  schema: PatchSchema | undefined,
  key: string,
): void {
  const present = [trio.original, trio.modified, trio.current].filter((value) => value !== undefined);
  if (trio.modified === undefined) {
    // Labels and annotations have owners of their own, one by one.
    if (trio.original === undefined && isFlatMap(trio.current)) {
      walkMaps(walk, path, place, trio, undefined);
      return;
    }
    addRow(walk, path, place, trio);
    return;
  }
  if (present.every(isMap) && present.some((map) => map.size > 0)) {
    const found = schema?.struct(key);
    walkMaps(walk, path, place, trio, found?.kind === 'field' ? found.field.schema : undefined);
    return;
  }
  const found = schema !== undefined && present.every(isList) ? schema.slice(key) : undefined;
  if (found?.kind === 'field' && found.field.strategies.includes('merge') && found.field.mergeKey !== '') {
    const { mergeKey, schema: items } = found.field;
    const keys = present.flatMap((list) => (isList(list) ? list.map((item) => keyOf(item, mergeKey)) : []));
    for (const wanted of new Set(keys)) {
      const at = (list: Value | undefined) =>
        isList(list) ? list.findIndex((item) => keyOf(item, mergeKey) === wanted) : -1;
      const of = (list: Value | undefined) => (isList(list) ? list[at(list)] : undefined);
      const child = { original: of(trio.original), modified: of(trio.modified), current: of(trio.current) };
      const text = `${path}[${mergeKey}=${wanted}]`;
      const inside = [...place, at(trio.current)];
      if (child.modified === undefined) addRow(walk, text, inside, child);
      else walkMaps(walk, text, inside, child, items);
    }
    return;
  }
  addRow(walk, path, place, trio);
}

function isFlatMap(value: Value | undefined): boolean {
  return isMap(value) && value.size > 0 && [...value.values()].every((child) => !isMap(child) && !isList(child));
}

function keyOf(item: Value, mergeKey: string): string {
  const value = isMap(item) ? item.get(mergeKey) : undefined;
  return value === undefined ? '' : typeof value === 'string' ? JSON.stringify(value) : preview(value);
}

function addRow({ rows, ownership, manager }: Walk, path: string, place: ValuePath, trio: Trio): void {
  const { original, modified, current } = trio;
  if (modified === undefined && current === undefined) return;
  const text = (value: Value | undefined) => (value === undefined ? undefined : preview(value));
  rows.push({
    path,
    original: text(original),
    modified: text(modified),
    current: text(current),
    effect: effectOf(trio),
    drifted: original !== undefined && modified !== undefined && equals(original, modified),
    owners: ownersAt(ownership, place).filter((owner) => owner !== manager),
  });
}

function effectOf({ original, modified, current }: Trio): ThreeWayRow['effect'] {
  if (modified === undefined) return original === undefined ? 'left-alone' : 'deleted';
  if (current === undefined) return 'added';
  return equals(modified, current) ? 'kept' : 'set';
}

/** The managers of a place and of everything in it. */
function ownersAt({ fields, owners = [] }: Ownership, place: ValuePath): readonly string[] {
  const inside = fields.filter((field) => place.every((step, index) => field.place?.[index] === step));
  return [...new Set(inside.flatMap((field) => field.owners.flatMap((index) => owners[index]?.manager ?? [])))];
}
