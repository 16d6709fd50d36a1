import type { TypeCatalog } from '@managed-fields/api-server';
import { loadKubernetesTypes, versionNamed } from '@managed-fields/kubernetes-types';

/**
 * The built-in kinds of the release that a trace was recorded on, `v1.36.3`; of the default version where none is
 * named.
 */
export function loadCatalog(release?: string): Promise<TypeCatalog> {
  const version = release === undefined ? undefined : versionNamed(release);
  if (release !== undefined && version === undefined) throw new Error(`nothing is known of Kubernetes ${release}`);
  return loadKubernetesTypes(version);
}
