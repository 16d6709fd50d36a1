import type { ResourceVersion } from '@managed-fields/api-server';
import { managedKind, type ValueMap } from '@managed-fields/merge-engine';

/** What a mutation makes of an object at the version of its kind, decoded and defaulted. */
export type Patched = { readonly kind: 'patched'; readonly object: ValueMap } | Failed;

/** A mutation that made nothing: as its policy says, or as the server itself fails (`isInternal`). */
export interface Failed {
  readonly kind: 'failed';
  readonly isInternal: boolean;
  readonly message: string;
}

/** What comes of the JSON of an object. */
export function decodedAs(kind: ResourceVersion, object: ValueMap): Patched {
  const read = managedKind(kind, '').decodeMerged(object);
  return read.kind === 'converted' ? { kind: 'patched', object: read.object } : patchFailed(read.message);
}

/** A mutation that fails, as its policy says. */
export function patchFailed(message: string): Failed {
  return { kind: 'failed', isInternal: false, message };
}

/** A mutation that makes the server fail, whatever its policy says. */
export function serverFailed(message: string): Failed {
  return { kind: 'failed', isInternal: true, message };
}
