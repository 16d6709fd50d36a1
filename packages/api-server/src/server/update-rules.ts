import { metadataOf, metadataText, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { type Accepted, complaintsOf, inNamespace } from './create-rules.ts';
import { expectedNamespace, kindNameOf } from './endpoint.ts';
import { changedMetadataErrors } from './metadata-checks.ts';
import { invalid, type Refusal } from './status.ts';
import type { Work } from './work.ts';

/**
 * Prepares and validates a changed object: restores what requests may not change, runs the strategy, then validates.
 * Upstream: apiserver pkg/registry/rest/update.go BeforeUpdate.
 */
export function beforeUpdate(work: Work, sent: ValueMap, old: ValueMap): Accepted | Refusal {
  const { endpoint } = work;
  const { strategy } = endpoint;
  const subresource = endpoint.subresource?.kind === 'scale' ? '' : endpoint.route.subresource;
  const placed = inNamespace(sent, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return placed;
  const kept = withMetadata(placed.object, 'generation', metadataOf(old).get('generation'));
  const object = keepSystemFields(strategy.prepareForUpdate(kept, old, subresource, work.now), old);
  const errors = complaintsOf(work, [
    ...changedMetadataErrors(endpoint, object, old),
    ...strategy.validateUpdate(object, old, subresource),
  ]);
  strategy.validationWarnings?.(object, old, subresource).forEach(work.warn);
  if (errors.length > 0) return invalid(kindNameOf(endpoint, object), metadataText(object, 'name'), errors);
  strategy.warningsOnUpdate(object, old, subresource).forEach(work.warn);
  return { kind: 'object', object };
}

function keepSystemFields(object: ValueMap, old: ValueMap): ValueMap {
  const before = metadataOf(old);
  let kept = object;
  if (metadataText(kept, 'uid') === '') kept = withMetadata(kept, 'uid', before.get('uid'));
  for (const key of ['creationTimestamp', 'deletionTimestamp']) {
    const value = before.get(key) ?? null;
    if (value !== null) kept = withMetadata(kept, key, value);
  }
  const grace = before.get('deletionGracePeriodSeconds') ?? null;
  if (grace !== null && (metadataOf(kept).get('deletionGracePeriodSeconds') ?? null) === null) {
    kept = withMetadata(kept, 'deletionGracePeriodSeconds', grace);
  }
  return kept;
}
