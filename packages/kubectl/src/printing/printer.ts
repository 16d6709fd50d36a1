import type { ValueMap } from '@managed-fields/merge-engine';
import type { Failure } from '../failure.ts';

/** Prints objects in the format of `-o`, or as a line that says what happened. */
export interface Printer {
  /** `operation` is `created`, `configured` or the like; empty for none. The failure is that of a template. */
  print(object: ValueMap, operation: string): Failure | undefined;
}
