import type { ValueMap } from '@managed-fields/merge-engine';
import { list, struct, withAt, withFieldOf } from '../validation/object.ts';
import type { KindRules } from './kind-rules.ts';

/** Sets or keeps the finalizers of a Namespace. Upstream: pkg/registry/core/namespace/strategy.go. */
function namespaceFinalizers(namespace: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap {
  if (subresource !== '') return subresource === 'finalize' && old ? withFieldOf(namespace, old, 'status') : namespace;
  if (old !== undefined)
    return withAt(namespace, ['spec'], withFieldOf(struct(namespace, 'spec'), struct(old, 'spec'), 'finalizers'));
  const finalizers = list(struct(namespace, 'spec'), 'finalizers');
  if (finalizers.includes('kubernetes')) return namespace;
  return withAt(namespace, ['spec', 'finalizers'], [...finalizers, 'kubernetes']);
}

/** The rules of a Namespace. Upstream: k8s.io/kubernetes pkg/registry/core/namespace. */
export const namespace: KindRules = {
  status: new Map([['phase', 'Active']]),
  prepare: namespaceFinalizers,
  deletion: {
    returnsObject: true,
    emptied: {
      begin: (namespace) => withAt(namespace, ['status', 'phase'], 'Terminating'),
      isBusy: (namespace) => list(struct(namespace, 'spec'), 'finalizers').length > 0,
    },
  },
};
