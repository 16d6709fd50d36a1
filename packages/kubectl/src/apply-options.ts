import type { ValueMap } from '@managed-fields/merge-engine';
import type { WriteOptions } from './client.ts';
import type { DryRun } from './print.ts';
import type { Session } from './session.ts';

/** The options by which a command applies objects. */
export interface Applying {
  readonly session: Session;
  readonly dryRun: DryRun;
  readonly write: WriteOptions;
  readonly manager: string;
  readonly forceConflicts: boolean;
  /** Whether the patch overwrites fields that others changed since the last apply. */
  readonly overwrite: boolean;
  /** Whether an object that cannot be patched is deleted and created again. */
  readonly force: boolean;
  readonly cascade: string;
  readonly gracePeriod: number;
  /**
   * Makes the patch name the object's resourceVersion, so that the server refuses it once the object has changed.
   * `kubectl diff` asks for that.
   */
  readonly resourceVersion?: 'locked';
  /** Records an object as present in the files, so that it is not pruned. */
  visited(object: ValueMap): void;
}
