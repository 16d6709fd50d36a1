import { type ClusterResource, openApiPlace } from '@managed-fields/cluster';
import type { ClusterDocument } from '@managed-fields/kubernetes-types';
import { setClusterKinds } from '../engine/cluster-kinds.ts';
import { useCluster } from './cluster-mode.ts';
import { ask, type Loaded, loadResources } from './resources.ts';

/** The documents that were read so far, by group and version; each in the state that its hash names. */
const documents = new Map<string, ClusterDocument>();

/**
 * Lets the engine read the kinds of a group and version by the schema that the cluster publishes of them. Asks for the
 * list of documents, and for the document where its hash is a new one. Returns what could not be read.
 */
export async function readSchemasOf({
  group,
  version,
}: ClusterResource): Promise<Extract<Loaded<never>, { readonly kind: 'failed' }> | undefined> {
  const [index, resources] = await Promise.all([
    ask({ kind: 'read', path: '/openapi/v3' }, (text) => ({ kind: 'read', value: openApiPlace(text, group, version) })),
    loadResources(),
  ]);
  if (index.kind === 'failed') return index;
  if (resources.kind === 'failed') return resources;
  const place = index.value;
  // Servers of some aggregated APIs publish none.
  if (place === undefined) return undefined;
  const key = `${group}/${version}`;
  if (documents.get(key)?.hash !== place.hash) {
    const document = await ask(place.request, (text) => ({ kind: 'read', value: text }));
    if (document.kind === 'failed') return document;
    documents.set(key, { group, version, hash: place.hash, text: document.value });
  }
  const { mode } = useCluster.getState();
  if (mode.kind !== 'connected') return undefined;
  setClusterKinds({ release: mode.release, documents: [...documents.values()], resources: resources.value.resources });
  return undefined;
}
