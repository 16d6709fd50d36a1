import type { ValueMap } from '@managed-fields/merge-engine';

/**
 * What a mutation makes of an object at the version of its kind. `unstructured` is a map to be decoded, `decoded` went
 * through a decoder already; a failure is that of a policy, or of the server itself (`internal`).
 */
export type Patched =
  | { readonly kind: 'unstructured'; readonly object: ValueMap }
  | { readonly kind: 'decoded'; readonly object: ValueMap }
  | Failed;

/** A mutation that made nothing. */
export interface Failed {
  readonly kind: 'failed';
  readonly isInternal: boolean;
  readonly message: string;
}

/** A mutation that fails, as its policy says. */
export function patchFailed(message: string): Failed {
  return { kind: 'failed', isInternal: false, message };
}

/** A mutation that makes the server fail, whatever its policy says. */
export function serverFailed(message: string): Failed {
  return { kind: 'failed', isInternal: true, message };
}
