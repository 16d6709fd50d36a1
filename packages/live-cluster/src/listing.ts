import { listAt, numberAt, plainMapAt, type ReadAnswer, readMap, textAt } from './plain.ts';

/** An object of a list, by its metadata alone. */
export interface ListedName {
  readonly name: string;
  readonly namespace: string;
  /** RFC 3339; empty where the server gave none. */
  readonly created: string;
}

/** A page of a list. */
export interface ListedPage {
  readonly names: readonly ListedName[];
  /** What asks for the next page; empty on the last one. */
  readonly next: string;
  /** How many objects are left behind this page, where the server knows. */
  readonly remaining: number | undefined;
}

/** The most objects of one page, as asked for by `limit`. */
export const pageSize = 500;

/**
 * Reads a page of a list, as metadata only or whole; servers of aggregated APIs may answer with whole objects. Items
 * without a name are left out. Upstream: apimachinery pkg/apis/meta/v1/types.go PartialObjectMetadataList, ListMeta.
 */
export function readPage(text: string): ReadAnswer<ListedPage> {
  const read = readMap(text, (kind) => kind.endsWith('List'));
  if (read.kind === 'unread') return read;
  const list = read.value;
  const metadata = plainMapAt(list, 'metadata');
  const names = listAt(list, 'items').flatMap((item): ListedName[] => {
    const own = plainMapAt(item, 'metadata');
    const name = textAt(own, 'name');
    if (name === '') return [];
    return [{ name, namespace: textAt(own, 'namespace'), created: textAt(own, 'creationTimestamp') }];
  });
  return {
    kind: 'read',
    value: { names, next: textAt(metadata, 'continue'), remaining: numberAt(metadata, 'remainingItemCount') },
  };
}

/**
 * Reads the answer to a request for one object, and returns its text as it came. Anything but an object with a name is
 * unread, so that a page that a proxy answers with is never taken for one.
 */
export function readObject(text: string): ReadAnswer<string> {
  const read = readMap(text, (kind) => kind !== '');
  if (read.kind === 'unread') return read;
  const name = textAt(plainMapAt(read.value, 'metadata'), 'name');
  return name === ''
    ? { kind: 'unread', reason: 'other-kind', found: textAt(read.value, 'kind').slice(0, 100) }
    : { kind: 'read', value: text };
}
