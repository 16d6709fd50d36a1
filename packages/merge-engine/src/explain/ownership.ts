import { intersection, union } from '../fieldpath/algebra.ts';
import type { FieldPath } from '../fieldpath/element.ts';
import { emptySet, type FieldSet, isEmptySet, setOf } from '../fieldpath/set.ts';
import { emptyEntry } from '../managedfields/entry.ts';
import { identifierOf } from '../managedfields/identifier.ts';
import type { KindVersion } from '../managedfields/kind.ts';
import { managedKind } from '../managedfields/managed-kind.ts';
import type { ConvertedObject } from '../merge/converter.ts';
import type { Atom } from '../schema/atom.ts';
import { compareTyped } from '../typed/compare.ts';
import { locate } from '../typed/locate.ts';
import { reconcileFieldSet } from '../typed/reconcile.ts';
import type { TypedValue } from '../typed/typed.ts';
import { withMetadata } from '../value/metadata.ts';
import { equals } from '../value/order.ts';
import { remembered } from '../value/remembered.ts';
import { isList, isMap, stringAt, type Value, type ValueMap } from '../value/value.ts';
import type { ValuePath } from '../value/value-path.ts';
import { type FieldOwnership, ownedFields } from './owned-fields.ts';
import { type Owner, ownersOf } from './owner.ts';

/** Who owns what of an object. */
export interface Ownership {
  /** Undefined where the object has no managedFields at all. */
  readonly owners: readonly OwnerNow[] | undefined;
  /** Parents before their children, in the object's own order, what is absent after what is there. */
  readonly fields: readonly FieldOwnership[];
}

/**
 * Reads who owns which field, as the server would find it at the next request: see `ownersNow`. Never fails: a field
 * that the type does not know is read as of the deduced type. `metadata.managedFields` itself is left out. The result
 * is cached for each pair of object and kind.
 *
 * @param object - The object with its managedFields; it stays as it is.
 * @param kind - Its type, and the versions of its kind where entries are of several.
 * @returns The owners, and each field with places in that list.
 *
 * @example
 * ```js
 * import { explainOwnership, mapFromPlain, typeFromStructuralSchema } from '@managed-fields/merge-engine';
 *
 * const fieldsV1 = { 'f:spec': { 'f:replicas': {} } };
 * const entry = { manager: 'hpa', operation: 'Update', apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1 };
 * const object = mapFromPlain({ metadata: { name: 'web', managedFields: [entry] }, spec: { replicas: 3 } });
 * const { owners = [], fields } = explainOwnership(object, { type: typeFromStructuralSchema(undefined) });
 * for (const { text, owners: own } of fields) {
 *   if (own.length > 0) console.log(text, own.map((index) => owners[index]?.manager).join());
 * }
 * ```
 * ```text
 * .spec.replicas hpa
 * ```
 */
export function explainOwnership(object: ValueMap, kind: ExplainedKind): Ownership {
  return ownershipBy(kind)(object);
}

const ownershipBy = remembered((kind: ExplainedKind) =>
  remembered((object: ValueMap): Ownership => {
    const owners = ownersNow(object, kind);
    const owned = (owners ?? []).map((owner, index) => ({ owner: index, set: owner.now }));
    return { owners, fields: ownedFields(object, kind.type, owned) };
  }),
);

/** A kind at the version of an object; its type alone where nothing else is known. */
export type ExplainedKind = KindVersion | { readonly type: Atom };

/** An owner, and what it owns in an object of a certain version and type. */
export interface OwnerNow extends Owner {
  /** What it owns, in terms of the object's own version and of its type today. */
  readonly now: FieldSet;
  /** Set where a later entry has the same identity for the server and replaces this one. */
  readonly replaced?: true;
}

/**
 * Returns the owners of an object as the server finds them at the next request; everything that shows owners goes by
 * this function. Each entry is reconciled with the schema of its own version as it is today: whoever owned something
 * inside of what became atomic owns the whole. An entry at another version than the object's owns those fields of the
 * object whose change would change what it owns there. An entry at a version that a built-in kind no longer has owns
 * nothing. Where a conversion fails or the kind is unknown, the entry is taken as it is written. The result is cached
 * for each pair of object and kind.
 * Upstream: structured-merge-diff merge/update.go reconcileManagedFieldsWithSchemaChanges and Updater.update, which
 * converts objects and never field sets.
 */
export function ownersNow(object: ValueMap, kind: ExplainedKind): readonly OwnerNow[] | undefined {
  return ownersBy(kind)(object);
}

const ownersBy = remembered((kind: ExplainedKind) => remembered((object: ValueMap) => readOwners(object, kind)));

function readOwners(object: ValueMap, kind: ExplainedKind): readonly OwnerNow[] | undefined {
  const owners = ownersOf(object);
  const own = stringAt(object, 'apiVersion') ?? '';
  const elsewhere = new Map<string, (owner: Owner) => FieldSet>();
  const keys = (owners ?? []).map(keptAs);
  const last = new Map(keys.map((key, index) => [key, index]));
  return owners?.map((owner, index) => {
    if (last.get(keys[index] ?? '') !== index) return { ...owner, now: emptySet, replaced: true };
    if (!('resource' in kind) || owner.apiVersion === own || owner.apiVersion === '') {
      return { ...owner, now: reconciled(owner.set, kind.type) };
    }
    const now = elsewhere.get(owner.apiVersion) ?? readerAt(object, kind, owner.apiVersion);
    elsewhere.set(owner.apiVersion, now);
    return { ...owner, now: now(owner) };
  });
}

/**
 * The key by which the server keeps an entry. Of two entries with one key it keeps the later, and nobody owns what the
 * earlier one owned at the next request; writes through `/scale` leave such entries.
 */
function keptAs({ manager, operation, subresource, apiVersion }: Owner): string {
  return identifierOf({ ...emptyEntry, manager, operation, subresource, apiVersion });
}

function reconciled(set: FieldSet, type: Atom): FieldSet {
  const found = reconcileFieldSet(set, type);
  return found.kind === 'reconciled' ? found.set : set;
}

/** Returns a function that says what an owner at another version owns, in terms of the object's own version. */
function readerAt(object: ValueMap, kind: KindVersion, apiVersion: string): (owner: Owner) => FieldSet {
  const convert = conversionTo(kind, apiVersion);
  const live = { value: withoutManagedFields(object), type: kind.type };
  const converted = convert(live.value);
  if (converted.kind === 'missing-version') return () => emptySet;
  if (converted.kind === 'error') return ({ set }) => set;
  const there = converted.typed;
  const fields = ownedFields(live.value, kind.type, []);
  const probe = probeOf(live.value, there, convert);
  return ({ set }) => translated(reconciled(set, there.type), { live, there, fields, probe });
}

/**
 * Returns a function that converts objects to another version. It decodes them first, so that an object that the server
 * could not read fails.
 */
export function conversionTo(kind: KindVersion, apiVersion: string): (object: ValueMap) => ConvertedObject {
  const { converter } = managedKind(kind, '');
  return (object) => {
    const read = kind.decode(object, 'json');
    return read.kind === 'error' ? read : converter.convert({ value: read.object, type: kind.type }, apiVersion);
  };
}

/** The object without its metadata.managedFields. */
export function withoutManagedFields(object: ValueMap): ValueMap {
  return withMetadata(object, 'managedFields', undefined);
}

/** An object at its own version and at that of an entry. */
interface TwoVersions {
  readonly live: TypedValue & { readonly value: ValueMap };
  readonly there: TypedValue;
  /** The fields of the object at its own version. */
  readonly fields: readonly FieldOwnership[];
  /** What changes at the other version when a field of the object is removed or changed. */
  readonly probe: (field: FieldOwnership) => FieldSet;
}

/** Translates what is owned at the other version into fields of the object's own version. */
function translated(set: FieldSet, { live, there, fields, probe }: TwoVersions): FieldSet {
  const value = isMap(there.value) ? there.value : new Map<string, Value>();
  const found = ownedFields(value, there.type, [{ owner: 0, set }]);
  const byPlace = new Map<string, FieldOwnership>();
  const ownedInside = new Set<string>();
  const absent: FieldPath[] = [];
  for (const field of found) {
    const { place, owners, path } = field;
    if (place === undefined) {
      if (locate(live.value, live.type, path) === undefined) absent.push(path);
      continue;
    }
    byPlace.set(keyOf(place), field);
    if (owners.length > 0) for (let i = 1; i <= place.length; i++) ownedInside.add(keyOf(place.slice(0, i)));
  }
  const isOwned = (field: FieldOwnership): boolean => {
    const { place, whole, leaf, within } = field;
    if (place === undefined || within !== undefined) return false;
    const key = keyOf(place);
    const other = byPlace.get(key);
    if (!leaf) return (other?.owners.length ?? 0) > 0;
    if (other?.value !== undefined && equals(other.value, field.value ?? null)) {
      return whole ? ownedInside.has(key) : other.owners.length > 0;
    }
    return !isEmptySet(intersection(set, probe(field)));
  };
  const paths = fields.filter(isOwned).map(({ path }) => path);
  return setOf(...paths, ...absent);
}

function keyOf(place: ValuePath): string {
  return JSON.stringify(place);
}

/**
 * Returns a function that removes or changes one field and says what changes at the other version. Each field is tried
 * once for all owners, at most `mostProbes` fields in all.
 */
function probeOf(live: ValueMap, there: TypedValue, convert: (object: ValueMap) => ConvertedObject) {
  const known = new Map<FieldOwnership, FieldSet>();
  return (field: FieldOwnership): FieldSet => {
    const before = known.get(field);
    if (before !== undefined || known.size >= mostProbes) return before ?? emptySet;
    // A removed field may get a default of the same value, so another value is tried as well.
    const tried = [undefined, changed(field.value ?? null)].map((value) => {
      const other = changedAt(live, field.place ?? [], value);
      const converted = convert(isMap(other) ? other : live);
      return converted.kind === 'converted' ? changesBetween(there, converted.typed) : emptySet;
    });
    const set = tried.reduce(union);
    known.set(field, set);
    return set;
  };
}

function changesBetween(before: TypedValue, after: TypedValue): FieldSet {
  const compared = compareTyped(before, after);
  if (compared.kind === 'invalid') return emptySet;
  const { removed, modified, added } = compared.comparison;
  return union(union(removed, modified), added);
}

/** Another scalar of the same type; undefined for maps, lists and null. */
function changed(value: Value): Value | undefined {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : undefined;
}

const mostProbes = 500;

/** A copy of a value with `other` at a place, or with nothing there where `other` is undefined. */
function changedAt(value: Value, [step, ...rest]: ValuePath, other: Value | undefined): Value {
  const inside = isMap(value) ? value.get(String(step)) : isList(value) ? value[Number(step)] : undefined;
  if (inside === undefined) return value;
  const next = rest.length === 0 ? other : changedAt(inside, rest, other);
  if (isList(value)) return next === undefined ? value.toSpliced(Number(step), 1) : value.with(Number(step), next);
  const copy = new Map(isMap(value) ? value : []);
  if (next === undefined) copy.delete(String(step));
  else copy.set(String(step), next);
  return copy;
}
