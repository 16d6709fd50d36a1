import {
  type Conflict,
  hubVersion,
  type ManagedFieldsEntry,
  type MergeTrace,
  recordUpdate,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { type Endpoint, managedView } from './endpoint.ts';
import type { FieldValidation, WriteOptions } from './options.ts';
import type { AdmissionStep, DecodedBody } from './request.ts';
import type { Refusal } from './status.ts';

/** The types of patches. */
export type PatchType = 'apply' | 'merge' | 'json' | 'strategic';

/** A patch with all that its application depends on. */
export interface PatchInput {
  readonly endpoint: Endpoint;
  /** The kinds of the server. */
  readonly catalog: TypeCatalog;
  readonly body: DecodedBody;
  /** The text of the body, where it is known. */
  readonly bodyText: string | undefined;
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

/** The result of changing a view of an object: the object with its managedFields, at the version in memory. */
export interface ViewChange {
  readonly kind: 'object';
  readonly object: ValueMap;
  readonly trace: MergeTrace | undefined;
  /** What admission changed afterwards; absent before it was asked. */
  readonly admission?: readonly AdmissionStep[] | undefined;
}

/** Records the owners of a change that is merged already. */
export function recordedChange(
  endpoint: Endpoint,
  live: ValueMap,
  next: ValueMap,
  sent: readonly ManagedFieldsEntry[] | undefined,
  manager: string,
  now: string,
): ViewChange {
  const kind = managedView(endpoint);
  const { object, trace } = recordUpdate({ kind, live, next, sent, manager, now });
  return { kind: 'object', object: hubVersion(endpoint.view).settle?.(object) ?? object, trace };
}
