import type { TypeCatalog } from '@managed-fields/api-server';
import { loadChecks, loadedData } from '../catalog/kubernetes-types.ts';
import { nearestVersion } from './nearest-version.ts';
import type { ClusterKinds } from './published-kinds.ts';

/**
 * Loads the kinds of a cluster by its own documents, with all other facts of the nearest known version (see
 * `clusterTypes`). Without `checks` no value is refused and no kind warns. Whatever the documents hold, it rejects only
 * where code of ours cannot be fetched.
 */
export async function loadClusterTypes(
  kinds: ClusterKinds,
  { checks }: { readonly checks: boolean } = { checks: true },
): Promise<TypeCatalog> {
  const version = nearestVersion(kinds.release);
  const [{ clusterTypes }, data, allChecks] = await Promise.all([
    import('./cluster-types.ts'),
    loadedData(version),
    checks ? loadChecks() : undefined,
  ]);
  return clusterTypes(kinds, data, version, allChecks);
}
