import type { ResourceVersion } from '@managed-fields/api-server';
import type { ClientSideApply } from '@managed-fields/kubectl';
import {
  equals,
  explainOwnership,
  explainThreeWay,
  type Ownership,
  systemMetadataPaths,
  type ThreeWayVerdict,
  type Value,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { ThreeWayRow } from '../playback.ts';
import { preview } from '../preview.ts';
import { lastAppliedPath, readLastApplied } from './last-applied.ts';

/** Fields that the server alone writes, or kubectl for itself. Files say nothing about them. */
export const systemFields: ReadonlySet<string> = new Set(['.status', ...systemMetadataPaths, lastAppliedPath]);

const effects: Readonly<Record<ThreeWayVerdict, ThreeWayRow['effect'] | undefined>> = {
  kept: 'kept',
  added: 'added',
  changed: 'set',
  deleted: 'deleted',
  gone: undefined,
  'left-alone': 'left-alone',
};

/**
 * What a client-side apply does with each field of its three objects. The owners are all but the manager that applies.
 */
export function threeWayRows(
  apply: ClientSideApply,
  version: ResourceVersion,
  manager: string,
): readonly ThreeWayRow[] {
  const { modified, current } = apply;
  const original = readLastApplied(apply.original);
  const ownersAt = ownersByPlace(explainOwnership(current, version));
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
        owners: ownersAt(row.place).filter((owner) => owner !== manager),
      },
    ];
  });
}

function shown(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : preview(value);
}

/** The managers that own a place or anything inside it. */
interface OwnedPlace {
  readonly managers: Set<string>;
  readonly inside: Map<string | number, OwnedPlace>;
}

/** Returns a function that finds the managers of a place and of everything inside it. */
function ownersByPlace({ fields, owners = [] }: Ownership): (place: ValuePath | undefined) => readonly string[] {
  const root: OwnedPlace = { managers: new Set(), inside: new Map() };
  for (const field of fields) {
    const managers = field.owners.flatMap((index) => owners[index]?.manager ?? []);
    let at = root;
    for (const manager of managers) at.managers.add(manager);
    for (const step of field.place ?? []) {
      const next = at.inside.get(step) ?? { managers: new Set(), inside: new Map() };
      at.inside.set(step, next);
      at = next;
      for (const manager of managers) at.managers.add(manager);
    }
  }
  return (place) => {
    if (place === undefined) return [];
    let at: OwnedPlace | undefined = root;
    for (const step of place) at = at?.inside.get(step);
    return [...(at?.managers ?? [])];
  };
}
