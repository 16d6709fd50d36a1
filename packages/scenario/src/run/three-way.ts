import {
  type ClientSideApply,
  equals,
  explainOwnership,
  explainThreeWay,
  type Ownership,
  type ResourceVersion,
  type ThreeWayVerdict,
  type Value,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { ThreeWayRow } from '../playback.ts';
import { preview } from '../preview.ts';
import { lastAppliedPath, readLastApplied } from './last-applied.ts';

/** Written by the server alone, or by kubectl for itself; no file says anything about them. */
export const systemFields: ReadonlySet<string> = new Set([
  '.status',
  '.metadata.managedFields',
  '.metadata.creationTimestamp',
  '.metadata.deletionTimestamp',
  '.metadata.generation',
  '.metadata.resourceVersion',
  '.metadata.uid',
  lastAppliedPath,
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
  const original = readLastApplied(apply.original);
  const ownership = explainOwnership(current, version);
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
        owners: ownersAt(ownership, row.place).filter((owner) => owner !== manager),
      },
    ];
  });
}

function shown(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : preview(value);
}

/** The managers of a place and of everything in it. */
function ownersAt({ fields, owners = [] }: Ownership, place: ValuePath | undefined): readonly string[] {
  if (place === undefined) return [];
  const inside = fields.filter((field) => place.every((step, index) => field.place?.[index] === step));
  return [...new Set(inside.flatMap((field) => field.owners.flatMap((index) => owners[index]?.manager ?? [])))];
}
