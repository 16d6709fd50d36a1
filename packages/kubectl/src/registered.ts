import type { ResourceVersion } from '@managed-fields/api-server';
import type { PatchSchema } from '@managed-fields/merge-engine';

/** The groups of built-in kinds that kubectl is not compiled with. */
const foreign = ['apiextensions.k8s.io', 'apiregistration.k8s.io'];

/**
 * Returns the schema that kubectl uses for a strategic merge patch of a kind; undefined for kinds that it is not
 * compiled with, even if the server is. Upstream: k8s.io/kubectl pkg/scheme/install.go.
 */
export function ownPatchSchema({ resource, patchType }: ResourceVersion): PatchSchema | undefined {
  return foreign.includes(resource.group) ? undefined : patchType;
}
