import { equals, isMap, listAt, metadataOf, textAt, type ValueMap, withMetadata } from '@managed-fields/merge-engine';

const advice =
  'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed:';

/** An object without duplicate owner references, and the warnings about those removed. */
export interface Deduplicated {
  readonly object: ValueMap;
  readonly warnings: readonly string[];
}

/**
 * Removes duplicate owner references. `afterAdmission` changes the warning: a patch is checked after admission.
 * Upstream: apiserver pkg/endpoints/handlers/rest.go dedupOwnerReferencesAndAddWarning.
 */
export function dedupOwnerReferences(object: ValueMap, afterAdmission: boolean): Deduplicated {
  const kept: ValueMap[] = [];
  const repeated: string[] = [];
  for (const reference of (listAt(metadataOf(object), 'ownerReferences') ?? []).filter(isMap)) {
    if (kept.some((other) => equals(other, reference))) repeated.push(textAt(reference, 'uid'));
    else kept.push(reference);
  }
  if (repeated.length === 0) return { object, warnings: [] };
  const when = afterAdmission ? ' after mutating admission happens' : '';
  const warning = `.metadata.ownerReferences contains duplicate entries${when}; ${advice} ${repeated.join(', ')}`;
  return { object: withMetadata(object, 'ownerReferences', kept), warnings: [warning] };
}
