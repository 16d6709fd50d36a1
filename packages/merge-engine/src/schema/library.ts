/** The releases of structured-merge-diff that releases of Kubernetes are built with, oldest first. */
export const mergeLibraries = ['v4.6.0', 'v6.3.0', 'v6.3.2', 'v6.3.3', 'v6.4.2', 'v7.0.0'] as const;

/** A release of structured-merge-diff. */
export type MergeLibrary = (typeof mergeLibraries)[number];

/** The release whose answers are given where none is named. */
export const usualLibrary = 'v6.3.3' satisfies MergeLibrary;

/** What the releases do differently, each with the first and the last that do so. */
const differences: Readonly<
  Record<LibraryDifference, { readonly from?: MergeLibrary; readonly until?: MergeLibrary }>
> = {
  /**
   * A map or list below what was taken out stays, empty, when all inside it was taken out. Others make it null.
   * Upstream: typed/remove.go removingWalker doMap, doList; kubernetes#140294.
   */
  keepsEmptied: { from: 'v6.3.2', until: 'v6.3.2' },
  /**
   * An item of a map list must have every key, or the key its default. Others take an item that has one of them.
   * Upstream: typed/helpers.go keyedAssociativeListItemToPathElement.
   */
  needsEveryKey: { until: 'v4.6.0' },
  /**
   * A set, and a key in it, is refused where text stands behind its JSON. Others do not look at it.
   * Upstream: fieldpath/serialize.go FromJSON, serialize-pe.go DeserializePathElement.
   */
  refusesTrailing: { from: 'v6.4.2' },
  /**
   * Keys of fieldsV1 are written and read as JSON by encoding/json/v2 of Go. Others do it by json-iterator.
   * Upstream: fieldpath/serialize-pe.go, fieldpath/serialize.go, value/fields.go.
   */
  jsonOfGo: { from: 'v7.0.0' },
};

/** What some releases of structured-merge-diff do and others do not. */
export type LibraryDifference = 'keepsEmptied' | 'needsEveryKey' | 'refusesTrailing' | 'jsonOfGo';

/** Whether a release of structured-merge-diff does something that only some of them do. */
export function libraryDoes(what: LibraryDifference, library: MergeLibrary = usualLibrary): boolean {
  const { from, until } = differences[what];
  const place = mergeLibraries.indexOf(library);
  return (
    (from === undefined || place >= mergeLibraries.indexOf(from)) &&
    (until === undefined || place <= mergeLibraries.indexOf(until))
  );
}
