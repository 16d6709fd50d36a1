type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Methods that look at one entry. */
const single: ReadonlyMap<object, readonly string[]> = new Map<object, readonly string[]>([
  [Map.prototype, ['get', 'set', 'has']],
  [Set.prototype, ['add', 'has']],
]);

/** Methods that look at up to all entries; each counts as all. */
const whole: ReadonlyMap<object, readonly string[]> = new Map<object, readonly string[]>([
  [
    Array.prototype,
    [
      'every',
      'filter',
      'find',
      'findIndex',
      'flat',
      'flatMap',
      'includes',
      'indexOf',
      'map',
      'slice',
      'some',
      'splice',
      'toSorted',
      'toSpliced',
      'with',
    ],
  ],
]);

/**
 * How much pure code does, counted by what it asks of maps, sets and lists: the same on every machine and in every run.
 * What it does without them (loops over characters, say) is not seen.
 */
export function countWork(work: () => unknown): number {
  let count = 0;
  const undo: (() => void)[] = [];
  const watch = (prototype: object, name: string, cost: (target: unknown) => number) => {
    const before = Object.getOwnPropertyDescriptor(prototype, name);
    const method: Method = before?.value;
    const watched: Method = function (...given) {
      count += cost(this);
      return method.apply(this, given);
    };
    Object.defineProperty(prototype, name, { ...before, value: watched });
    undo.push(() => Object.defineProperty(prototype, name, before ?? {}));
  };
  try {
    for (const [prototype, names] of single) for (const name of names) watch(prototype, name, () => 1);
    for (const [prototype, names] of whole) {
      for (const name of names) watch(prototype, name, (target) => (Array.isArray(target) ? target.length : 1));
    }
    work();
  } finally {
    for (const each of undo) each();
  }
  return count;
}
