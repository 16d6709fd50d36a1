import { type FieldPath, pathToString } from '../fieldpath/element.ts';
import { readEntries } from '../managedfields/entry.ts';
import { identifierOf } from '../managedfields/identifier.ts';
import type { Conflict } from '../merge/conflict.ts';
import type { Atom } from '../schema/atom.ts';
import { locate, type ValuePath } from '../typed/locate.ts';
import { listAt, mapAt, type Value, type ValueMap } from '../value/value.ts';
import { type OwnerIdentity, ownerOfIdentifier } from './owner.ts';
import { valueAt } from './value-at.ts';

/** One field of a conflict with what both sides say. */
export interface ExplainedConflict {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  /** Who owns the field on the server. */
  readonly owner: OwnerIdentity;
  /** When that owner last wrote, as the server writes it; undefined where the server keeps none. */
  readonly time: string | undefined;
  /** What stands on the server, and where; undefined where the field is owned but absent. */
  readonly live: Value | undefined;
  readonly livePlace: ValuePath | undefined;
  /** What the configuration declares, and where. */
  readonly declared: Value | undefined;
  readonly declaredPlace: ValuePath | undefined;
}

/** Reads the conflicts of an apply: both managers, both values. `type` is that of both objects. */
export function explainConflicts(
  conflicts: readonly Conflict[],
  live: ValueMap | undefined,
  config: Value,
  type: Atom,
): readonly ExplainedConflict[] {
  const times = new Map<string, string | undefined>();
  const entries = readEntries(listAt(mapAt(live, 'metadata'), 'managedFields')) ?? [];
  for (const entry of entries) times.set(identifierOf(entry), entry.time);
  return conflicts.map(({ manager, path }) => {
    const livePlace = live === undefined ? undefined : locate(live, type, path);
    const declaredPlace = locate(config, type, path);
    return {
      path,
      text: pathToString(path),
      owner: ownerOfIdentifier(manager),
      time: times.get(manager),
      live: livePlace && live && valueAt(live, livePlace),
      livePlace,
      declared: declaredPlace && valueAt(config, declaredPlace),
      declaredPlace,
    };
  });
}
