import {
  type ClientSideApply,
  equals,
  explainOwnership,
  explainThreeWay,
  type FieldPath,
  isList,
  isMap,
  type Ownership,
  type PathElement,
  parseJson,
  type ResourceVersion,
  type ThreeWayVerdict,
  type Value,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { ThreeWayRow } from '../playback.ts';
import { preview } from '../preview.ts';

/** Written by the server alone, or by kubectl for itself; no file says anything about them. */
export const systemFields: ReadonlySet<string> = new Set([
  '.status',
  '.metadata.managedFields',
  '.metadata.creationTimestamp',
  '.metadata.deletionTimestamp',
  '.metadata.generation',
  '.metadata.resourceVersion',
  '.metadata.uid',
  '.metadata.annotations.kubectl.kubernetes.io/last-applied-configuration',
]);

const effects: Readonly<Record<ThreeWayVerdict, ThreeWayRow['effect'] | undefined>> = {
  kept: 'kept',
  added: 'added',
  changed: 'set',
  deleted: 'deleted',
  gone: undefined,
  'left-alone': 'left-alone',
};

/**
 * What a client-side apply does with each field that one of the three objects has. Owners are those beside the manager
 * that applies.
 */
export function threeWayRows(
  apply: ClientSideApply,
  version: ResourceVersion,
  manager: string,
): readonly ThreeWayRow[] {
  const { modified, current } = apply;
  const read = apply.original === undefined ? undefined : parseJson(apply.original);
  const original = read?.kind === 'value' && isMap(read.value) ? read.value : undefined;
  const ownership = explainOwnership(current, version.type);
  const rows = explainThreeWay({ original, modified, current, result: undefined }, version.patchType);
  return rows.flatMap((row) => {
    const effect = effects[row.verdict];
    if (effect === undefined || systemFields.has(row.text)) return [];
    return [
      {
        path: row.text,
        original: shown(row.original),
        modified: shown(row.modified),
        current: shown(row.current),
        effect,
        drifted: row.original !== undefined && row.modified !== undefined && equals(row.original, row.modified),
        owners: ownersAt(ownership, placeOf(current, row.path)).filter((owner) => owner !== manager),
      },
    ];
  });
}

function shown(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : preview(value);
}

/** Where a path leads in an object; undefined where it has nothing there. */
export function placeOf(object: Value, path: FieldPath): ValuePath | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const step = stepOf(object, first);
  if (step === undefined) return undefined;
  const below = typeof step === 'string' ? isMap(object) && object.get(step) : isList(object) && object[step];
  const place = below === undefined ? undefined : placeOf(below, rest);
  return place && [step, ...place];
}

function stepOf(value: Value, element: PathElement): string | number | undefined {
  switch (element.kind) {
    case 'field':
      return isMap(value) && value.has(element.name) ? element.name : undefined;
    case 'index':
      return element.index;
    case 'key':
    case 'value': {
      const items = isList(value) ? value : [];
      const exact = items.findIndex((item) => selects(element, item));
      const index = exact < 0 ? items.findIndex((item) => mayBe(element, item)) : exact;
      return index < 0 ? undefined : index;
    }
  }
}

function selects(element: Extract<PathElement, { kind: 'key' | 'value' }>, item: Value): boolean {
  if (element.kind === 'value') return equals(item, element.value);
  return isMap(item) && element.key.every(({ name, value }) => item.has(name) && equals(item.get(name) ?? null, value));
}

/** Whether an item is the one once its missing keys have their defaults, as in a file that says no protocol of a port. */
function mayBe(element: Extract<PathElement, { kind: 'key' | 'value' }>, item: Value): boolean {
  if (element.kind === 'value' || !isMap(item)) return false;
  const named = element.key.filter(({ name }) => item.has(name));
  return named.length > 0 && selects({ kind: 'key', key: named }, item);
}

/** The managers of a place and of everything in it. */
function ownersAt({ fields, owners = [] }: Ownership, place: ValuePath | undefined): readonly string[] {
  if (place === undefined) return [];
  const inside = fields.filter((field) => place.every((step, index) => field.place?.[index] === step));
  return [...new Set(inside.flatMap((field) => field.owners.flatMap((index) => owners[index]?.manager ?? [])))];
}
