import type { OwnerIdentity } from '@managed-fields/merge-engine';

/** The longest name that is kept, in UTF-16 code units; servers let 128 pass. */
const longestName = 128;
/** The longest path that is kept, in UTF-16 code units. */
export const longestPath = 300;

/**
 * A path that may be kept for long: as it is, or cut with a number of its whole text behind it, so that two long paths
 * that begin alike stay two.
 */
export function shortPath(path: string): string {
  return path.length <= longestPath ? path : `${path.slice(0, longestPath - 20)}… (${textNumber(path).toString(36)})`;
}

/** A number of 32 bits that differs for most texts that differ (FNV-1a). */
export function textNumber(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  }
  return number >>> 0;
}

/**
 * A copy of plain data whose strings are strings of their own. What was cut out of a text of 500 KB otherwise keeps that
 * whole text in memory, as engines only refer to it.
 */
export function detached<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data));
}

/** An owner with its names cut to what a server lets pass. */
export function shortOwner({ manager, operation, subresource, apiVersion }: OwnerIdentity): OwnerIdentity {
  return {
    manager: manager.slice(0, longestName),
    operation,
    subresource: subresource.slice(0, longestName),
    apiVersion: apiVersion.slice(0, 2 * longestName),
  };
}
