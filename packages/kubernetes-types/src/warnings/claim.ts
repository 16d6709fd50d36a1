import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, isWhole, printAmount } from '../validation/amount.ts';
import { at, child, type Field } from '../validation/field-path.ts';
import { struct } from '../validation/object.ts';

/**
 * Warnings about the spec of a volume claim: bytes are whole numbers.
 * Upstream: k8s.io/kubernetes pkg/api/persistentvolumeclaim/util.go GetWarningsForPersistentVolumeClaimSpec.
 */
export function claimSpecWarnings(spec: ValueMap, field: Field): readonly string[] {
  return ['requests', 'limits'].flatMap((kind) => {
    const amount = amountOf(struct(struct(spec, 'resources'), kind).get('storage'));
    if (amount === undefined || isWhole(amount)) return [];
    const place = at(child(field, 'resources', kind), 'storage');
    return [`${place}: fractional byte value "${printAmount(amount)}" is invalid, must be an integer`];
  });
}
