/** The stable name of a rule: files switch rules off by it, and reports name it. */
export type RuleId =
  | 'leftover-client-side-apply'
  | 'last-applied-differs'
  | 'before-first-apply'
  | 'apply-and-update'
  | 'replicas-under-autoscaler'
  | 'rewritten-field'
  | 'zero-values-owned'
  | 'shared-atomic-field'
  | 'manual-change'
  | 'manager-not-seen'
  | 'unserved-version'
  | 'large-managed-fields'
  | 'status-outside-subresource'
  | 'finalizers-applied'
  | 'large-annotations'
  | 'duplicate-keys';
