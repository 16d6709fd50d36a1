import { namespaceErrors, namespaceSubresourceErrors, namespaceUpdateErrors } from '../validation/namespace.ts';
import type { KindChecks } from './kind-checks.ts';

/** What a Namespace is refused for. Upstream: k8s.io/kubernetes pkg/registry/core/namespace. */
export const namespace: KindChecks = {
  validate: namespaceErrors,
  validateUpdate: namespaceUpdateErrors,
  validateSubresource: namespaceSubresourceErrors,
};
