import {
  type Atom,
  type ExplainedKind,
  emptySet,
  equals,
  explainOwnership,
  type FieldPath,
  identityOf,
  difference as lessSet,
  mapAt,
  type OwnerIdentity,
  ownersNow,
  pathsOf,
  pathToString,
  remembered,
  sameOwner,
  serverMetadataPaths,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** A field whose value differs. */
export interface ValueChange {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  /** Undefined where the field is new. */
  readonly before: Value | undefined;
  /** Undefined where the field is gone. */
  readonly after: Value | undefined;
}

/** The fields that an owner gains and loses, as printed paths in upstream's order. */
export interface OwnerChange {
  readonly owner: OwnerIdentity;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Whether its managedFields entry is new or gone. */
  readonly entry: 'kept' | 'new' | 'gone';
}

/** The differences between two states of an object, in values and in owners. */
export interface Difference {
  /** The changed leaves; an atomic value is one leaf. Metadata that every write changes is left out. */
  readonly values: readonly ValueChange[];
  /** The owners with changes, in the order of managedFields; those that are gone come last. */
  readonly owners: readonly OwnerChange[];
}

/** Compares two states of an object of one kind and version; undefined stands for no object. */
export function differenceOf(
  before: ValueMap | undefined,
  after: ValueMap | undefined,
  kind: ExplainedKind,
): Difference {
  return { values: valueChanges(before, after, kind.type), owners: ownerChanges(before, after, kind) };
}

function valueChanges(before: ValueMap | undefined, after: ValueMap | undefined, type: Atom): readonly ValueChange[] {
  const leaves = leavesBy(type);
  const old = before === undefined ? none : leaves(before);
  const next = after === undefined ? none : leaves(after);
  const changes: ValueChange[] = [];
  for (const [text, { path, value }] of old) {
    const now = next.get(text)?.value;
    if (now === undefined || !equals(value, now)) changes.push({ path, text, before: value, after: now });
  }
  for (const [text, { path, value }] of next) {
    if (!old.has(text)) changes.push({ path, text, before: undefined, after: value });
  }
  return changes;
}

interface Leaf {
  readonly path: FieldPath;
  readonly value: Value;
}

const none: ReadonlyMap<string, Leaf> = new Map();

/** The leaves of an object are read once, though it is compared with the results of many requests. */
const leavesBy = remembered((type: Atom) => remembered((object: ValueMap) => leavesOf(object, type)));

function leavesOf(object: ValueMap, type: Atom): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const { path, text, value, leaf, within } of explainOwnership(unowned(object), { type }).fields) {
    if (leaf && value !== undefined && within === undefined && !serverMetadataPaths.has(text))
      leaves.set(text, { path, value });
  }
  return leaves;
}

/** Removes managedFields, since leaves are read faster without them. */
function unowned(object: ValueMap): ValueMap {
  const metadata = new Map(mapAt(object, 'metadata') ?? []);
  metadata.delete('managedFields');
  return object.has('metadata') ? new Map(object).set('metadata', metadata) : object;
}

function ownerChanges(
  before: ValueMap | undefined,
  after: ValueMap | undefined,
  kind: ExplainedKind,
): readonly OwnerChange[] {
  const old = (before && ownersNow(before, kind)) ?? [];
  const next = (after && ownersNow(after, kind)) ?? [];
  const kept = next.map((owner): OwnerChange => {
    const was = old.find((other) => sameOwner(owner, other));
    return {
      owner: identityOf(owner),
      gained: printed(lessSet(owner.now, was?.now ?? emptySet)),
      lost: printed(lessSet(was?.now ?? emptySet, owner.now)),
      entry: was === undefined ? 'new' : 'kept',
    };
  });
  const gone = old
    .filter((owner) => !next.some((other) => sameOwner(owner, other)))
    .map((owner): OwnerChange => ({ owner: identityOf(owner), gained: [], lost: printed(owner.now), entry: 'gone' }));
  return [...kept, ...gone].filter(({ gained, lost, entry }) => gained.length + lost.length > 0 || entry !== 'kept');
}

function printed(set: Parameters<typeof pathsOf>[0]): readonly string[] {
  return pathsOf(set).map(pathToString);
}
