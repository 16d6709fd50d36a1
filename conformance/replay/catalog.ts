import type { TypeCatalog } from '@managed-fields/api-server';
import { loadKubernetesTypes, releaseNamed } from '@managed-fields/kubernetes-types/whole';

/**
 * The built-in kinds of the release that a trace was recorded on, `v1.36.3`; of the default version where none is
 * named.
 */
export function loadCatalog(release?: string): Promise<TypeCatalog> {
  const version = release === undefined ? undefined : releaseNamed(release);
  if (release !== undefined && version === undefined) throw new Error(`nothing is known of Kubernetes ${release}`);
  return loadKubernetesTypes(version);
}
