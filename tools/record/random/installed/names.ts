/** The names of what a scenario makes: those of cluster-scoped objects are its own, since others are recorded beside it. */
export interface Names {
  /** Begins each name that is not in a namespace. */
  readonly prefix: string;
  readonly namespace: string;
  /** A class of priority, of storage and of runtimes, as long as a step made it. */
  readonly className: string;
  /** The group of its custom resource; undefined where it has none. */
  readonly group: string | undefined;
}

/** A name that no object has. */
export const missing = 'missing';
