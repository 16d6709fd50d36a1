import type { Range } from './range.ts';

/** The size of what a path leads to, from a variable on; undefined where nothing is known of it. */
export type SizeOfPath = (path: readonly string[]) => Range | undefined;

/**
 * The path of a value from a variable on. Like a slice of Go, it may share its parts with others: of two that are one part
 * longer than the same third one, the later overwrites the part of the earlier where there was room for one. Estimates
 * depend on it.
 * Upstream: github.com/google/cel-go checker/cost.go addPath, getPath.
 */
export class Path {
  static readonly none = new Path([], 0, 0);
  readonly length: number;
  private readonly shared: string[];
  private readonly room: number;

  private constructor(shared: string[], length: number, room: number) {
    this.shared = shared;
    this.length = length;
    this.room = room;
  }

  static of(name: string): Path {
    return new Path([name], 1, 1);
  }

  get first(): string | undefined {
    return this.length === 0 ? undefined : this.shared[0];
  }

  parts(): readonly string[] {
    return this.shared.slice(0, this.length);
  }

  plus(part: string): Path {
    if (this.length < this.room) {
      this.shared[this.length] = part;
      return new Path(this.shared, this.length + 1, this.room);
    }
    return new Path([...this.parts(), part], this.length + 1, Math.max(1, 2 * this.room));
  }
}
