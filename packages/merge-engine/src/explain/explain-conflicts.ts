import { type FieldPath, pathToString } from '../fieldpath/element.ts';
import { readEntries } from '../managedfields/entry.ts';
import { identifierOf } from '../managedfields/identifier.ts';
import type { Conflict } from '../merge/conflict.ts';
import { locate } from '../typed/locate.ts';
import type { TypedValue } from '../typed/typed.ts';
import { isMap, listAt, mapAt, type Value, type ValueMap } from '../value/value.ts';
import { type ValuePath, valueAt } from '../value/value-path.ts';
import { type OwnerIdentity, ownerOfIdentifier } from './owner.ts';
import { conversionTo, type ExplainedKind, withoutManagedFields } from './ownership.ts';

/** One conflicting field: its owner, the value on the server, and the value that the configuration declares. */
export interface ExplainedConflict {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  /** Who owns the field on the server. */
  readonly owner: OwnerIdentity;
  /** When that owner last wrote, as the server writes it; undefined where the server keeps none. */
  readonly time: string | undefined;
  /** The value on the server at the owner's API version; undefined where the field is owned but absent. */
  readonly live: Value | undefined;
  /** The value on the server at the configuration's API version; undefined where that version has no such field. */
  readonly shareable: Value | undefined;
  /** The place of `shareable` in the live object. */
  readonly livePlace: ValuePath | undefined;
  /** The value that the configuration declares; converted to the owner's API version where only that has the field. */
  readonly declared: Value | undefined;
  /** The place of `declared` in the configuration; undefined where only the owner's API version has the field. */
  readonly declaredPlace: ValuePath | undefined;
}

/**
 * Explains the conflicts of an apply, field by field. `kind` is the kind of both objects, at their API version. The
 * server finds a conflict at the API version at which the owner wrote, so both objects are converted to that version to
 * read the values.
 * Upstream: structured-merge-diff merge/update.go Updater.update.
 *
 * @param conflicts - What `apply` of `./merge` answered: one for each field and owner, in its order.
 * @param live - The object before the apply; undefined where there was none.
 * @param config - What was applied, at the API version of `kind`.
 * @returns One for each conflict, in their order.
 */
export function explainConflicts(
  conflicts: readonly Conflict[],
  live: ValueMap | undefined,
  config: Value,
  kind: ExplainedKind,
): readonly ExplainedConflict[] {
  const { type } = kind;
  const entries = readEntries(listAt(mapAt(live, 'metadata'), 'managedFields')) ?? [];
  const entryOf = new Map(entries.map((entry) => [identifierOf(entry), entry]));
  const others = new Map<string, BothThere>();
  const bothAt = (apiVersion: string): BothThere => {
    const both = others.get(apiVersion) ?? {
      live: live && typedAt(withoutManagedFields(live), kind, apiVersion),
      config: isMap(config) ? typedAt(config, kind, apiVersion) : undefined,
    };
    others.set(apiVersion, both);
    return both;
  };
  return conflicts.map(({ manager, path }) => {
    // An applier's identifier holds no API version; its entry does.
    const entry = entryOf.get(manager);
    const isElsewhere = 'resource' in kind && entry !== undefined && entry.apiVersion !== kind.apiVersion;
    const other = isElsewhere ? bothAt(entry.apiVersion) : undefined;
    const livePlace = live === undefined ? undefined : locate(live, type, path);
    const declaredPlace = locate(config, type, path);
    const shareable = livePlace && live && valueAt(live, livePlace);
    return {
      path,
      text: pathToString(path),
      owner: ownerOfIdentifier(manager),
      time: entry?.time,
      live: other?.live === undefined ? shareable : valueIn(other.live, path),
      shareable,
      livePlace,
      declared: declaredPlace === undefined ? valueIn(other?.config, path) : valueAt(config, declaredPlace),
      declaredPlace,
    };
  });
}

/** The object on the server and the configuration at an API version; undefined where they cannot be converted. */
interface BothThere {
  readonly live: TypedValue | undefined;
  readonly config: TypedValue | undefined;
}

/** An object at another version of its kind; undefined where it cannot be converted. */
function typedAt(object: ValueMap, kind: ExplainedKind, apiVersion: string): TypedValue | undefined {
  const converted = 'resource' in kind ? conversionTo(kind, apiVersion)(object) : undefined;
  return converted?.kind === 'converted' ? converted.typed : undefined;
}

function valueIn(typed: TypedValue | undefined, path: FieldPath): Value | undefined {
  const place = typed && locate(typed.value, typed.type, path);
  return place && valueAt(typed.value, place);
}
