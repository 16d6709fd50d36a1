import { arrayAt, memberOf, valueAt } from '../json.ts';
import type { OwnedField } from '../owned-fields.ts';
import { findingOf } from './finding.ts';
import { fieldsWithin, isMetadata, leavesWithin, managersOf } from './owned-by.ts';
import type { Rule } from './rule.ts';

/**
 * Status that is owned by an entry without a subresource: beside a status subresource it is left over from before there
 * was one, and without one an applier has a status in its manifest, which the controller writes too.
 */
export const statusOutsideSubresource: Rule = {
  id: 'status-outside-subresource',
  severity: 'warning',
  conflict: true,
  example: 'status-two-entries',
  judge(judged) {
    const { row, value, appliers, updaters } = judged;
    const written = arrayAt(value, 'metadata', 'managedFields');
    const ownsStatus = (entry: number) => valueAt(written[entry], 'fieldsV1', 'f:status') !== undefined;
    if (!appliers.some(ownsStatus) && !updaters.some(ownsStatus)) return [];
    const hasSubresource = row.entries.some(({ subresource }) => subresource === 'status');
    const isOutside = (owner: number) => appliers.includes(owner) || (hasSubresource && updaters.includes(owner));
    const fields = leavesWithin(judged, 'f:status', isOutside);
    if (fields.length === 0) return [];
    const entries = row.entries.flatMap((_, entry) =>
      isOutside(entry) && fields.some(({ owners }) => owners.includes(entry)) ? [entry] : [],
    );
    const facts = { managers: managersOf(judged, entries), subresource: hasSubresource ? 'yes' : '' };
    return [findingOf('status-outside-subresource', fields, entries, facts)];
  },
};

/**
 * Finalizers and owner references in a manifest: each apply brings them back, or fails where the object is being
 * deleted. Those of an applier that owns nothing but metadata are its own.
 */
export const finalizersApplied: Rule = {
  id: 'finalizers-applied',
  severity: 'note',
  conflict: false,
  example: 'finalizers-shared',
  judge(judged) {
    const { value, owned, appliers } = judged;
    if (appliers.length === 0) return [];
    if (arrayAt(value, 'metadata', 'finalizers').length + arrayAt(value, 'metadata', 'ownerReferences').length === 0) {
      return [];
    }
    const found = fieldsWithin(judged, 'f:metadata').filter((field) => isFinalizer(field) || isReference(field));
    const entries = appliers.filter(
      (entry) =>
        found.some(({ owners }) => owners.includes(entry)) &&
        owned.some((field) => !field.inner && field.owners.includes(entry) && !isMetadata(field)),
    );
    const fields = found.filter(({ owners }) => owners.some((owner) => entries.includes(owner)));
    if (fields.length === 0) return [];
    return [findingOf('finalizers-applied', fields, entries, { managers: managersOf(judged, entries) })];
  },
};

function isFinalizer({ parent, element, value }: OwnedField): boolean {
  if (parent?.element !== 'f:finalizers' || !element.startsWith('v:')) return false;
  // Argo CD asks for this one in the manifests of its own kinds.
  return typeof value !== 'string' || !value.startsWith('resources-finalizer.argocd.argoproj.io');
}

/** An owner reference that no controller set for a part of its own. */
function isReference({ parent, value }: OwnedField): boolean {
  if (parent?.element !== 'f:ownerReferences') return false;
  return memberOf(value, 'controller') !== true;
}
