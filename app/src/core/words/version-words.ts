import {
  isNewerThanKnown,
  isPreview,
  nearestVersion,
  type PlayedVersion,
  serverRelease,
} from '@managed-fields/kubernetes-types';
import { words } from './language.ts';

/** A version as the page names it: a preview is marked as one. */
export function versionName(version: PlayedVersion): string {
  return isPreview(version) ? words.versions.preview({ version }) : version;
}

/** Says of the previews among versions that they are such; empty where there is none. */
export function previewNotes(versions: readonly PlayedVersion[]): string {
  const previews = [...new Set(versions)].filter(isPreview);
  return previews.map((version) => words.versions.previewNote({ version, release: serverRelease(version) })).join(' ');
}

/**
 * Says of which release the facts are that stand for a cluster's, where that is newer than all that are known here; undefined
 * where it is known.
 */
export function newerRelease(release: string): string | undefined {
  if (!isNewerThanKnown(release)) return undefined;
  return words.versions.newerRelease({ release, version: serverRelease(nearestVersion(release)) });
}
