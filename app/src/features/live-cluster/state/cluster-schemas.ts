import type { ClusterDocument } from '@managed-fields/kubernetes-types';
import { type ClusterResource, openApiPlace } from '@managed-fields/live-cluster';
import { setClusterKinds } from '../../../core/engine/cluster-kinds.ts';
import { useCluster } from './cluster-mode.ts';
import { ask, type Loaded, loadResources } from './resources.ts';

/** The documents of the cluster that were read so far, as JSON, by the hash of their content. */
export const publishedDocuments = new Map<string, string>();

/** What the engine was given of them, by group and version. */
const documents = new Map<string, ClusterDocument>();

type Failed = Extract<Loaded<never>, { readonly kind: 'failed' }>;

/**
 * Lets the engine read the kinds of a group and version by the schema that the cluster publishes of them. Asks for the
 * list of documents, and for the document where its hash is a new one. Returns what could not be read; the engine then
 * goes by the nearest version that it knows, and says so.
 */
export async function readSchemasOf(resource: ClusterResource): Promise<Failed | undefined> {
  const [failed, resources] = await Promise.all([readDocument(resource), loadResources()]);
  if (resources.kind === 'failed') return resources;
  const { mode } = useCluster.getState();
  if (mode.kind !== 'connected') return undefined;
  setClusterKinds({ release: mode.release, documents: [...documents.values()], resources: resources.value.resources });
  return failed;
}

async function readDocument({ group, version }: ClusterResource): Promise<Failed | undefined> {
  const index = await ask({ kind: 'read', path: '/openapi/v3' }, (text) => ({
    kind: 'read',
    value: openApiPlace(text, group, version),
  }));
  if (index.kind === 'failed') return index;
  const place = index.value;
  const key = `${group}/${version}`;
  // Servers of some aggregated APIs publish none.
  if (place === undefined || documents.get(key)?.hash === place.hash) return undefined;
  let text = place.hash === '' ? undefined : publishedDocuments.get(place.hash);
  if (text === undefined) {
    const document = await ask(place.request, (answered) => ({ kind: 'read', value: answered }));
    if (document.kind === 'failed') return document;
    text = document.value;
    if (place.hash !== '') publishedDocuments.set(place.hash, text);
  }
  documents.set(key, { group, version, hash: place.hash, text });
  return undefined;
}
