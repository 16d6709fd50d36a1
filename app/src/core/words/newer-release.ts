import { isNewerThanKnown, nearestVersion, serverRelease } from '@managed-fields/kubernetes-types';
import { words } from './language.ts';

/**
 * Says of which release the facts are that stand for a cluster's, where that is newer than all that are known here; undefined
 * where it is known.
 */
export function newerRelease(release: string): string | undefined {
  if (!isNewerThanKnown(release)) return undefined;
  return words.versions.newerRelease({ release, version: serverRelease(nearestVersion(release)) });
}
