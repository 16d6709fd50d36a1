import type { Failure } from './failure.ts';
import type { Flag, Flags } from './flags.ts';
import type { Session } from './session.ts';

/** A command of kubectl. */
export interface Verb {
  /** `apply`, `rollout restart`. */
  readonly name: string;
  readonly flags: readonly Flag[];
  /** The number that is added to the exit code of a failure. It is 1 for diff, where 1 means differences. */
  readonly exitOffset?: number;
  /** Runs the command; undefined where it succeeds. The exit code is then 0, else 1 or that of the failure. */
  run(session: Session, flags: Flags): Failure | undefined;
}
