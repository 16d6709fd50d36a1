import type { ValueMap } from '@managed-fields/merge-engine';
import type { WriteOptions } from './client.ts';
import type { DryRun } from './print.ts';
import type { Session } from './session.ts';

/** How a command applies objects. */
export interface Applying {
  readonly session: Session;
  readonly dryRun: DryRun;
  readonly write: WriteOptions;
  readonly manager: string;
  readonly forceConflicts: boolean;
  /** Whether what others changed is overwritten. */
  readonly overwrite: boolean;
  /** Whether what cannot be patched is deleted and created again. */
  readonly force: boolean;
  readonly cascade: string;
  readonly gracePeriod: number;
  /** Whether the patch holds only for the object as it was seen; diff asks for that. */
  readonly resourceVersion?: 'locked';
  /** Notes an object as it was met, so that it is not pruned. */
  visited(object: ValueMap): void;
}
