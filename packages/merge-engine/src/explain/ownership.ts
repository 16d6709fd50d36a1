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
 * Reads who owns which field, as the server would find it at the next request: see `ownersNow`. Never fails: what the
 * type does not know is read as the deduced type. `metadata.managedFields` itself is left out. An object is read once
 * by a kind, however many ask.
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

/** An owner, and what it comes to in an object of some version and type. */
export interface OwnerNow extends Owner {
  /** What the owner has, in the terms of the object's own version, as its type is today. */
  readonly now: FieldSet;
  /** Whether a later entry takes its place, which the server cannot tell from it. */
  readonly replaced?: true;
}

/**
 * The owners of an object as the server finds them at the next request; the one answer to who owns a field. An entry
 * is held against the schema of its own version as it is today: who owned something in what became atomic owns the
 * whole. What it has at another version than the object's is what a change of the object would change there. An entry
 * at a version that a built-in kind does not have any more owns nothing; where a conversion fails, and of a kind that
 * nobody knows, entries are taken at their word. An object is read once by a kind, however many ask.
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
 * What the server tells an entry by. Of two that it cannot tell apart it keeps the later, and what the earlier has is
 * owned by nobody at the next request; `/scale` leaves such entries behind.
 */
function keptAs({ manager, operation, subresource, apiVersion }: Owner): string {
  return identifierOf({ ...emptyEntry, manager, operation, subresource, apiVersion });
}

function reconciled(set: FieldSet, type: Atom): FieldSet {
  const found = reconcileFieldSet(set, type);
  return found.kind === 'reconciled' ? found.set : set;
}

/** What owners at another version have of an object in its own terms. */
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

/** Converts an object as it was pasted; one that the server could not read is none that it converts. */
export function conversionTo(kind: KindVersion, apiVersion: string): (object: ValueMap) => ConvertedObject {
  const { converter } = managedKind(kind, '');
  return (object) => {
    const read = kind.decode(object, 'json');
    return read.kind === 'error' ? read : converter.convert({ value: read.object, type: kind.type }, apiVersion);
  };
}

/** An object without what the server keeps of its owners. */
export function withoutManagedFields(object: ValueMap): ValueMap {
  return withMetadata(object, 'managedFields', undefined);
}

/** An object at its own version and at that of an entry. */
interface TwoVersions {
  readonly live: TypedValue & { readonly value: ValueMap };
  readonly there: TypedValue;
  /** The fields of the object at its own version. */
  readonly fields: readonly FieldOwnership[];
  /** What changes at the other version where a field of the object goes. */
  readonly probe: (field: FieldOwnership) => FieldSet;
}

/** What is owned at the other version, in the terms of the object's own. */
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

/** Each field is tried once for all owners at a version, and no more than a page has anyway. */
function probeOf(live: ValueMap, there: TypedValue, convert: (object: ValueMap) => ConvertedObject) {
  const known = new Map<FieldOwnership, FieldSet>();
  return (field: FieldOwnership): FieldSet => {
    const before = known.get(field);
    if (before !== undefined || known.size >= mostProbes) return before ?? emptySet;
    // Without it there may be a default of the same value, so that another value is tried as well.
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

/** Another scalar of the kind; maps and lists have none. */
function changed(value: Value): Value | undefined {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : undefined;
}

const mostProbes = 500;

/** A value with another one at a place, or none. */
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
