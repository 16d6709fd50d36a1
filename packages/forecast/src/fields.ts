import type { ResourceVersion } from '@managed-fields/api-server';
import {
  difference,
  type FieldPath,
  hasPath,
  identityOf,
  isMap,
  locate,
  managedFieldsOf,
  mapAt,
  type OwnerIdentity,
  ownersNow,
  pathsOf,
  pathToString,
  sameOwner,
  serverMetadataPaths,
  stringAt,
  union,
  type Value,
  type ValueMap,
  valueAt,
  withMetadata,
} from '@managed-fields/merge-engine';
import { emptySet, hasBelow, leaves } from '@managed-fields/merge-engine/fieldpath';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { compareStates, preview } from '@managed-fields/player';
import type { Played } from './played.ts';
import {
  type FieldChange,
  type Forecast,
  type LeftField,
  mostFields,
  type StayingField,
  type TakenFields,
} from './row.ts';

/** What an apply changes in an object and in its owners. */
export type ChangedFields = Pick<Forecast, 'changes' | 'taken' | 'staying' | 'unowned' | 'leftOut'>;

/** Nothing changes. */
export const noFields: ChangedFields = { changes: [], taken: [], staying: [], unowned: [], leftOut: 0 };

/** Reads out of two states of an object what an apply changed. */
export function changedFields({ before, after, version, owner }: Played): ChangedFields {
  if (before === undefined || after === undefined || version === undefined) return noFields;
  const changes = withOwners(valueChanges(before, after, version.type), before, version, owner);
  const { taken, staying, unowned } = ownerMoves(before, after, version, owner);
  return {
    changes: changes.slice(0, mostFields),
    taken,
    staying: staying.slice(0, mostFields),
    unowned: unowned.slice(0, mostFields),
    leftOut: [changes, staying, unowned].reduce((sum, { length }) => sum + Math.max(0, length - mostFields), 0),
  };
}

/** Who owns a field of an object. */
export function ownersOfField(object: ValueMap, version: ResourceVersion, path: string): readonly OwnerIdentity[] {
  return (ownersNow(object, version) ?? [])
    .filter(({ now }) => pathsOf(now).some((each) => pathToString(each) === path))
    .map(identityOf);
}

/** What goes stands first, with who else owns it. */
function withOwners(
  changes: readonly FieldChange[],
  before: ValueMap,
  version: ResourceVersion,
  own: Played['owner'],
): readonly FieldChange[] {
  const gone = changes.filter(({ after }) => after === undefined);
  if (gone.length === 0) return changes;
  const owners = (ownersNow(before, version) ?? []).filter(
    ({ manager, operation }) => manager !== own.manager || operation !== own.operation,
  );
  const texts = owners.map((each) => ({
    owner: identityOf(each),
    fields: new Set(pathsOf(each.now).map(pathToString)),
  }));
  const named = gone.map((change) => {
    const others = texts.filter(({ fields }) => fields.has(change.path)).map(({ owner }) => owner);
    return others.length === 0 ? change : { ...change, owners: others };
  });
  return [...named, ...changes.filter(({ after }) => after !== undefined)];
}

type OwnerMoves = Pick<Forecast, 'taken' | 'staying' | 'unowned'>;

const noMoves: OwnerMoves = { taken: [], staying: [], unowned: [] };

/** What owners lose, and what becomes of it. Only entries that lost fields are decoded, unless what they lost stays. */
function ownerMoves(before: ValueMap, after: ValueMap, version: ResourceVersion, owner: Played['owner']): OwnerMoves {
  const losing = losingEntries(before, after);
  if (losing.size === 0) return noMoves;
  const [old, next] = [before, after].map((object) => ownersNow(withEntries(object, losing), version) ?? []);
  const lost = (old ?? []).map((was) => {
    const now = next?.find((each) => sameOwner(was, each));
    return { was, now, fields: leaves(now === undefined ? was.now : difference(was.now, now.now)) };
  });
  const isSelf = ({ manager, operation, subresource }: OwnerIdentity) =>
    manager === owner.manager && operation === owner.operation && subresource === '';
  const taken = lost.flatMap(({ was, now, fields }): TakenFields[] => {
    const paths = isSelf(was) ? [] : pathsOf(fields).map(pathToString);
    return paths.length === 0 ? [] : [{ owner: identityOf(was), fields: paths, gone: now === undefined }];
  });
  const stays = pathsOf(lost.reduce((set, { fields }) => union(set, fields), emptySet)).flatMap((path) => {
    const value = valueIn(after, version.type, path);
    return value === undefined ? [] : [{ path, text: pathToString(path), value: preview(value) }];
  });
  if (stays.length === 0) return { taken, staying: [], unowned: [] };
  const owners = ownersNow(after, version) ?? [];
  const all = owners.reduce((set, { now }) => union(set, now), emptySet);
  const given = lost.filter(({ was }) => isSelf(was)).reduce((set, { fields }) => union(set, fields), emptySet);
  return {
    taken,
    staying: stays.flatMap(({ path, text, value }): StayingField[] => {
      const others = hasPath(given, path) ? owners.filter(({ now }) => hasPath(now, path)).map(identityOf) : [];
      return others.length === 0 ? [] : [{ path: text, value, owners: others }];
    }),
    unowned: stays.flatMap(({ path, text, value }): LeftField[] =>
      hasPath(all, path) || hasBelow(all, path) ? [] : [{ path: text, value }],
    ),
  };
}

/** The entries of managedFields that do not have all their fields afterwards, by identity, as they are written. */
function losingEntries(before: ValueMap, after: ValueMap): ReadonlySet<string> {
  const next = new Map(managedFieldsOf(after).map((entry) => [entryIdentity(entry), mapAt(entry, 'fieldsV1')]));
  const losing = managedFieldsOf(before).filter((entry) => {
    const fields = mapAt(entry, 'fieldsV1');
    return fields !== undefined && !holds(next.get(entryIdentity(entry)), fields);
  });
  return new Set(losing.map(entryIdentity));
}

/** The object with some of the entries of its managedFields. */
function withEntries(object: ValueMap, identities: ReadonlySet<string>): ValueMap {
  const entries = managedFieldsOf(object).filter((entry) => identities.has(entryIdentity(entry)));
  return withMetadata(object, 'managedFields', entries);
}

/** The identity of an entry as the server knows it: that of an applier has no API version. */
function entryIdentity(entry: ValueMap): string {
  const keys = stringAt(entry, 'operation') === 'Apply' ? applierKeys : [...applierKeys, 'apiVersion'];
  return keys.map((key) => stringAt(entry, key) ?? '').join('\n');
}

const applierKeys = ['manager', 'operation', 'subresource'];

/** Whether a tree of fields has every field of another one. */
function holds(tree: ValueMap | undefined, other: ValueMap): boolean {
  if (tree === undefined) return false;
  for (const [key, below] of other) {
    const same = tree.get(key);
    if (same === undefined || (isMap(below) && !(isMap(same) && holds(same, below)))) return false;
  }
  return true;
}

/** The leaves whose values differ, in the order of paths. Metadata that every write changes is left out. */
function valueChanges(before: ValueMap, after: ValueMap, type: Atom): readonly FieldChange[] {
  const compared = compareStates(before, after, type);
  if (compared === undefined) return [];
  const { removed, modified, added } = compared.comparison;
  const [gone, fresh] = [leaves(removed), leaves(added)];
  return pathsOf([gone, leaves(modified), fresh].reduce(union)).flatMap((path): FieldChange[] => {
    const text = pathToString(path);
    if (serverMetadataPaths.has(text)) return [];
    const was = hasPath(fresh, path) ? undefined : shown(valueIn(before, compared.type, path));
    return [
      { path: text, before: was, after: hasPath(gone, path) ? undefined : shown(valueIn(after, compared.type, path)) },
    ];
  });
}

function valueIn(object: ValueMap, type: Atom, path: FieldPath): Value | undefined {
  const place = locate(object, type, path);
  return place && valueAt(object, place);
}

function shown(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : preview(value);
}
