import type { ValueMap } from '@managed-fields/merge-engine';

/** An object in storage: at the version in which it was written, without resourceVersion. */
export interface StoredObject {
  readonly object: ValueMap;
  readonly resourceVersion: string;
}

/**
 * Objects by key, in the order in which they were created. It is immutable: a change returns another one, which shares nearly
 * all with it, so that a write costs the root of their number and not their number.
 */
export class Objects implements Iterable<readonly [string, StoredObject]> {
  /** No objects. */
  static readonly none = new Objects(new Map(), new Map(), new Map(), 0);

  readonly size: number;
  readonly #base: ReadonlyMap<string, StoredObject>;
  /** What differs from the base; undefined for an object that is gone. */
  readonly #changes: ReadonlyMap<string, StoredObject | undefined>;
  /** What there is of each resource, by its group and plural name. */
  readonly #resources: ReadonlyMap<string, ResourceObjects>;

  private constructor(
    base: ReadonlyMap<string, StoredObject>,
    changes: ReadonlyMap<string, StoredObject | undefined>,
    resources: ReadonlyMap<string, ResourceObjects>,
    size: number,
  ) {
    this.#base = base;
    this.#changes = changes;
    this.#resources = resources;
    this.size = size;
  }

  get(key: string): StoredObject | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** With an object under a key: in the place of the one that was there, or at the end. */
  with(key: string, stored: StoredObject): Objects {
    // An object that comes back stands at the end, and not where it was in the base.
    const isBack = this.#changes.has(key) && this.#changes.get(key) === undefined;
    return isBack ? this.#folded().with(key, stored) : this.#changed(key, stored, this.has(key) ? 0 : 1);
  }

  /** Without the object of a key. */
  without(key: string): Objects {
    return this.has(key) ? this.#changed(key, undefined, -1) : this;
  }

  *[Symbol.iterator](): IterableIterator<readonly [string, StoredObject]> {
    for (const [key, stored] of this.#base) {
      const now = this.#changes.has(key) ? this.#changes.get(key) : stored;
      if (now !== undefined) yield [key, now];
    }
    for (const [key, stored] of this.#changes) if (stored !== undefined && !this.#base.has(key)) yield [key, stored];
  }

  /** How many objects a resource has, by its group (empty for core) and plural name: `apps/deployments`. */
  count(resource: string): number {
    return this.#resources.get(resource)?.count ?? 0;
  }

  /**
   * The objects of a resource, by its group (empty for core) and plural name, with their keys. As long as none of them
   * changes this is the same list, so that others can remember what they made of it.
   */
  of(resource: string): readonly (readonly [string, StoredObject])[] {
    const own = this.#resources.get(resource);
    if (own === undefined) return nothing;
    own.all ??= [...this].filter(([key]) => key.startsWith(`${resource}/`));
    return own.all;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this) yield key;
  }

  *values(): IterableIterator<StoredObject> {
    for (const [, stored] of this) yield stored;
  }

  /** The keys under which another one holds something else. */
  keysThatDiffer(other: Objects): ReadonlySet<string> {
    const parts = this.#base === other.#base ? [this.#changes, other.#changes] : [this, other];
    const differ = new Set<string>();
    for (const part of parts) for (const key of part.keys()) if (this.get(key) !== other.get(key)) differ.add(key);
    return differ;
  }

  #changed(key: string, stored: StoredObject | undefined, more: -1 | 0 | 1): Objects {
    const changes = new Map(this.#changes).set(key, stored);
    const next = new Objects(this.#base, changes, this.#counted(key, more), this.size + more);
    return changes.size * changes.size > 4 * next.size + 1000 ? next.#folded() : next;
  }

  /** The same with all changes in its base. */
  #folded(): Objects {
    return new Objects(new Map(this), new Map(), this.#resources, this.size);
  }

  #counted(key: string, more: -1 | 0 | 1): ReadonlyMap<string, ResourceObjects> {
    const resource = key.split('/', 2).join('/');
    return new Map(this.#resources).set(resource, { count: this.count(resource) + more });
  }
}

/** The objects of one resource; another one after each change of any of them. */
interface ResourceObjects {
  readonly count: number;
  /** Found when they are first asked for. */
  all?: readonly (readonly [string, StoredObject])[];
}

const nothing: readonly (readonly [string, StoredObject])[] = [];
