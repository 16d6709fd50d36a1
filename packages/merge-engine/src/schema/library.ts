/** The releases of structured-merge-diff that releases of Kubernetes are built with, oldest first. */
export const mergeLibraries = ['v4.6.0', 'v6.3.0', 'v6.3.2', 'v6.3.3', 'v6.4.2', 'v7.0.0'] as const;

/** A release of structured-merge-diff. */
export type MergeLibrary = (typeof mergeLibraries)[number];

/** The release whose answers are given where none is named. */
export const usualLibrary = 'v6.3.3' satisfies MergeLibrary;

/** What the releases do differently, each with those that do so. */
const differences: Readonly<Record<LibraryDifference, ReadonlySet<MergeLibrary>>> = {
  /**
   * A map or list below what was taken out stays, empty, when all inside it was taken out. Others make it null.
   * Upstream: typed/remove.go removingWalker doMap, doList; kubernetes#140294.
   */
  keepsEmptied: releases({ from: 'v6.3.2', until: 'v6.3.2' }),
  /**
   * An item of a map list must have every key, or the key its default. Others take an item that has one of them.
   * Upstream: typed/helpers.go keyedAssociativeListItemToPathElement.
   */
  needsEveryKey: releases({ until: 'v4.6.0' }),
  /**
   * What is said of a value that is no map or no list is taken for a format, so that `%` in the value is one of a verb. Others
   * print it. Upstream: typed/validate.go validatingObjectWalker doList, doMap.
   */
  formatsTwice: releases({ until: 'v4.6.0' }),
  /**
   * A set, and a key in it, is refused where text stands behind its JSON. Others do not look at it.
   * Upstream: fieldpath/serialize.go FromJSON, serialize-pe.go DeserializePathElement.
   */
  refusesTrailing: releases({ from: 'v6.4.2' }),
  /**
   * Keys of fieldsV1 are written and read as JSON by encoding/json/v2 of Go. Others do it by json-iterator.
   * Upstream: fieldpath/serialize-pe.go, fieldpath/serialize.go, value/fields.go.
   */
  jsonOfGo: releases({ from: 'v7.0.0' }),
};

/** The releases from one to another; from the oldest or to the newest where one is not named. */
function releases({
  from,
  until,
}: {
  readonly from?: MergeLibrary;
  readonly until?: MergeLibrary;
}): ReadonlySet<MergeLibrary> {
  const first = from === undefined ? 0 : mergeLibraries.indexOf(from);
  const last = until === undefined ? mergeLibraries.length : mergeLibraries.indexOf(until);
  return new Set(mergeLibraries.slice(first, last + 1));
}

/** What some releases of structured-merge-diff do and others do not. */
export type LibraryDifference = 'keepsEmptied' | 'needsEveryKey' | 'formatsTwice' | 'refusesTrailing' | 'jsonOfGo';

/** Whether a release of structured-merge-diff does something that only some of them do. */
export function libraryDoes(what: LibraryDifference, library: MergeLibrary = usualLibrary): boolean {
  return differences[what].has(library);
}
