import type { Value, ValueMap } from '@managed-fields/merge-engine';

/** How dependents go, and how long the object gets. */
export interface DeleteChoices {
  readonly cascade: string;
  /** Seconds; negative for what the kind says. */
  readonly gracePeriod: number;
  readonly dryRun?: boolean;
  /** Whether the body names its own kind, as the dynamic client does. */
  readonly typed?: boolean;
}

/** The body of a delete. Upstream: kubectl pkg/cmd/apply/prune.go asDeleteOptions, apimachinery pkg/apis/meta/v1 NewDeleteOptions. */
export function deleteOptions({ cascade, gracePeriod, dryRun, typed }: DeleteChoices): ValueMap {
  const options = new Map<string, Value>();
  if (typed) options.set('kind', 'DeleteOptions').set('apiVersion', 'v1');
  if (gracePeriod >= 0) options.set('gracePeriodSeconds', BigInt(gracePeriod));
  options.set('propagationPolicy', cascade);
  if (dryRun) options.set('dryRun', ['All']);
  return options;
}
