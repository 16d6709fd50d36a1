import type { ResourceVersion } from '@managed-fields/api-server';
import type { PatchSchema } from '@managed-fields/merge-engine';

/** Groups of the server that are not among those that kubectl was built with. */
const foreign = ['apiextensions.k8s.io', 'apiregistration.k8s.io'];

/**
 * How kubectl's own types see a kind in a strategic merge patch; undefined for kinds that it was not built with, be
 * they built into the server. Upstream: k8s.io/kubectl pkg/scheme/install.go.
 */
export function ownPatchSchema({ resource, patchType }: ResourceVersion): PatchSchema | undefined {
  return foreign.includes(resource.group) ? undefined : patchType;
}
