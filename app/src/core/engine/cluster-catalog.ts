import type { TypeCatalog } from '@managed-fields/api-server';
import { type KubernetesVersion, loadClusterTypes, nearestVersion } from '@managed-fields/kubernetes-types';
import type { ProvidedKinds } from './protocol.ts';

/** The kinds of the cluster that an engine was given last, and the catalogs that it made of them. */
let given: { readonly provided: ProvidedKinds; readonly catalogs: Map<boolean, Promise<TypeCatalog>> } | undefined;

/** Keeps the kinds of a cluster for the requests that name their key. */
export function keepKinds(provided: ProvidedKinds): void {
  if (given?.provided.key !== provided.key) given = { provided, catalogs: new Map() };
}

/**
 * The kinds of the cluster whose key is named, with or without their checks, made once; undefined where the version is
 * not the one that is nearest to the cluster's. Rejects where the engine was not given these kinds, and where code cannot
 * be fetched: then it tries again when it is called again.
 */
export async function clusterCatalog(
  key: string,
  version: KubernetesVersion,
  checked: boolean,
): Promise<TypeCatalog | undefined> {
  if (given?.provided.key !== key) throw new Error('the kinds of the cluster were not provided');
  const { provided, catalogs } = given;
  if (nearestVersion(provided.kinds.release) !== version) return undefined;
  const known = catalogs.get(checked);
  if (known !== undefined) return known;
  const making = loadClusterTypes(provided.kinds, { checks: checked }).catch((error: unknown) => {
    catalogs.delete(checked);
    throw error;
  });
  catalogs.set(checked, making);
  return making;
}
