import type { TypeCatalog } from '@managed-fields/api-server';
import { type KubernetesVersion, loadClusterTypes, nearestVersion } from '@managed-fields/kubernetes-types';
import type { ProvidedKinds } from './protocol.ts';

/** The catalogs that were made of the kinds that were provided last. */
let made: { readonly key: string; readonly catalogs: Map<boolean, Promise<TypeCatalog>> } | undefined;

/**
 * The kinds of a cluster, with or without their checks, made once for each key; undefined where the version is not the
 * one that is nearest to the cluster's. Rejects where code cannot be fetched, and then tries again when it is called again.
 */
export async function clusterCatalog(
  { key, kinds }: ProvidedKinds,
  version: KubernetesVersion,
  checked: boolean,
): Promise<TypeCatalog | undefined> {
  if (nearestVersion(kinds.release) !== version) return undefined;
  if (made?.key !== key) made = { key, catalogs: new Map() };
  const { catalogs } = made;
  const known = catalogs.get(checked);
  if (known !== undefined) return known;
  const making = loadClusterTypes(kinds, { checks: checked }).catch((error: unknown) => {
    catalogs.delete(checked);
    throw error;
  });
  catalogs.set(checked, making);
  return making;
}
