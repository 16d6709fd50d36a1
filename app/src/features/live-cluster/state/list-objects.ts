import { type ClusterResource, readPage, resourcePath } from '@managed-fields/live-cluster';
import { ask, type Loaded } from './resources.ts';

/** The most objects of a page of whole objects: reading one is short work. */
const pageSize = 200;

/** A page of whole objects as the cluster wrote it. */
export interface ObjectPage {
  readonly text: string;
  readonly objects: number;
}

/**
 * Lists the objects of a resource with their managedFields, page by page; of all namespaces where it is empty. The last
 * one says why no more came, where that is not the end of the list. Ends without one when `signal` aborts.
 */
export async function* listObjects(
  resource: ClusterResource,
  namespace: string,
  signal: AbortSignal,
): AsyncGenerator<Loaded<ObjectPage>> {
  let next = '';
  do {
    const query = [['limit', String(pageSize)] as const, ...(next === '' ? [] : [['continue', next] as const])];
    const page = await ask(
      { kind: 'read', path: resourcePath(resource, namespace), query },
      (text) => {
        const read = readPage(text);
        return read.kind === 'unread' ? read : { kind: 'read', value: { text, ...read.value } };
      },
      signal,
    );
    if (signal.aborted) return;
    if (page.kind === 'failed') return yield page;
    yield { kind: 'loaded', value: { text: page.value.text, objects: page.value.names.length } };
    next = page.value.next;
  } while (next !== '');
}
