import type { Conflict, MergeTrace } from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import type { Endpoint } from './endpoint.ts';
import type { FieldValidation, WriteOptions } from './options.ts';
import type { DecodedBody } from './request.ts';
import type { Refusal } from './status.ts';

/** The types of patches. */
export type PatchType = 'apply' | 'merge' | 'json' | 'strategic';

/** A patch with all that its application depends on. */
export interface PatchInput {
  readonly endpoint: Endpoint;
  /** The kinds of the server. */
  readonly catalog: TypeCatalog;
  readonly type: PatchType;
  readonly body: DecodedBody;
  readonly options: WriteOptions;
  readonly userAgent: string;
  /** RFC 3339. */
  readonly now: string;
  warn(text: string): void;
}

/** An apply that conflicts with other managers. */
export interface PatchConflict {
  readonly kind: 'conflict';
  readonly refusal: Refusal;
  readonly conflicts: readonly Conflict[];
  readonly trace: MergeTrace;
}

/**
 * Warns about complaints, or refuses the patch for them.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go applyPatchToObject.
 */
export function meetComplaints(
  complaints: readonly string[],
  validation: FieldValidation,
  warn: (text: string) => void,
  refuse: (why: string) => Refusal,
): Refusal | undefined {
  if (complaints.length === 0) return undefined;
  if (validation !== 'Warn') return refuse(`strict decoding error: ${complaints.join(', ')}`);
  complaints.forEach(warn);
  return undefined;
}
