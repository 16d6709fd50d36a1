import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { TypeCatalog } from '@managed-fields/merge-engine';

/** The built-in kinds. */
export function loadCatalog(): Promise<TypeCatalog> {
  return loadKubernetesTypes();
}
