import type { CelValue } from '../value/cel-value.ts';

/** The number of a part of an expression. Several steps of one part share it. */
export type StepId = number;

/** Thrown by a tracker, and caught where an expression begins. */
export class Cancelled extends Error {}

/** The server's error for an expression that is too expensive. */
export const costExceeded = 'operation cancelled: actual cost limit exceeded';

/** What a call costs by the values of its arguments. */
export type Cost = (args: readonly CelValue[]) => number;

/**
 * Counts what an expression costs while it is evaluated. Values are kept on a stack with the ids of their steps, since
 * the cost of a call is that of the values which upstream finds there: of an argument that was not evaluated this time
 * it may find the value of an earlier loop, and a call whose arguments are not found costs nothing.
 * Upstream: github.com/google/cel-go interpreter/runtimecost.go CostTracker, refValStack.
 */
export class Tracker {
  private total = 0;
  protected readonly limit: number;
  private height = 0;
  private readonly values: CelValue[] = [];
  private readonly ids: StepId[] = [];
  /** Of each place of the stack, the place below of the same id; -1 where there is none. */
  private readonly below: number[] = [];
  /** The highest place of each id. */
  private readonly top: number[];

  constructor(ids: number, limit: number) {
    this.limit = limit;
    this.top = new Array<number>(ids).fill(-1);
  }

  get cost(): number {
    return this.total;
  }

  /** Whether so much more would be too much. */
  exceeds(cost: number): boolean {
    return this.total + cost > this.limit;
  }

  charge(cost: number): void {
    this.total += cost;
    // Upstream's counter has no sign.
    if (this.total < 0) this.total += 2 ** 64;
  }

  /** Takes an id from the stack, with all that is above it. */
  drop(id: StepId): void {
    const place = this.top[id] ?? -1;
    if (place < 0) return;
    for (let at = this.height - 1; at >= place; at--) this.top[this.ids[at] as StepId] = this.below[at] as number;
    this.height = place;
  }

  /** Takes the values of some ids, the last one first; undefined where one of them is not there. */
  take(ids: readonly StepId[]): CelValue[] | undefined {
    const taken = new Array<CelValue>(ids.length).fill(null);
    for (let index = ids.length - 1; index >= 0; index--) {
      const id = ids[index] as StepId;
      const place = this.top[id] ?? -1;
      if (place < 0) return undefined;
      taken[index] = this.values[place] as CelValue;
      this.drop(id);
    }
    return taken;
  }

  /** Counts a call by the values of its arguments that are found. */
  count(ids: readonly StepId[], _args: readonly CelValue[] | undefined, cost: Cost): void {
    const args = this.take(ids);
    if (args !== undefined) this.charge(cost(args));
  }

  /** Puts the value of a step on the stack. Throws `Cancelled` where the cost is above the limit. */
  push(value: CelValue, id: StepId): void {
    const at = this.height++;
    this.values[at] = value;
    this.ids[at] = id;
    this.below[at] = this.top[id] as number;
    this.top[id] = at;
    if (this.total > this.limit) throw new Cancelled(costExceeded);
  }
}

/**
 * Counts as since v1.38: each call when it is done, by the arguments that it had; one whose arguments ended in an error is not
 * counted.
 * Upstream: cel.dev/cel-go v0.33 common/cost/tracker.go.
 */
export class Meter extends Tracker {
  constructor(limit: number) {
    super(0, limit);
  }

  override charge(cost: number): void {
    super.charge(cost);
    if (this.cost > this.limit) throw new Cancelled(costExceeded);
  }

  override count(_ids: readonly StepId[], args: readonly CelValue[] | undefined, cost: Cost): void {
    if (args !== undefined) this.charge(cost(args));
  }

  override drop(_id: StepId): void {}

  override take(_ids: readonly StepId[]): CelValue[] | undefined {
    return undefined;
  }

  override push(_value: CelValue, _id: StepId): void {}
}
