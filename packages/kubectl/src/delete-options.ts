import type { Value, ValueMap } from '@managed-fields/merge-engine';

/** The choices of a delete: what happens to dependents, and the grace period. */
export interface DeleteChoices {
  readonly cascade: string;
  /** In seconds; a negative one leaves it to the kind. */
  readonly gracePeriod: number;
  readonly dryRun?: boolean;
  /** Whether the body has apiVersion and kind, as the dynamic client sends it. */
  readonly typed?: boolean;
}

/**
 * Builds the body of a delete request. Upstream: kubectl pkg/cmd/apply/prune.go asDeleteOptions, apimachinery
 * pkg/apis/meta/v1 NewDeleteOptions.
 */
export function deleteOptions({ cascade, gracePeriod, dryRun, typed }: DeleteChoices): ValueMap {
  const options = new Map<string, Value>();
  if (typed) options.set('kind', 'DeleteOptions').set('apiVersion', 'v1');
  if (gracePeriod >= 0) options.set('gracePeriodSeconds', BigInt(gracePeriod));
  options.set('propagationPolicy', cascade);
  if (dryRun) options.set('dryRun', ['All']);
  return options;
}
