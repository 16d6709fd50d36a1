import { libraryDoes, loadGoReader } from '@managed-fields/merge-engine';
import type { KubernetesData } from './kubernetes-data.ts';
import { patchedData, type VersionPatch } from './version-data.ts';
import { mergeLibraryOf, type OtherVersion, type PlayedVersion, versionsOnTheWay } from './versions.ts';

/** Loads the facts of a version. The difference of each version is a file of its own, fetched when it is used. */
export async function loadData(version: PlayedVersion): Promise<KubernetesData> {
  const way = versionsOnTheWay(version);
  if (libraryDoes('jsonOfGo', mergeLibraryOf(version))) await loadGoReader();
  const [base, ...loaded] = await Promise.all([wholeData(), ...way.map((each) => patches[each]())]);
  return loaded.reduce((data, patch) => patchedData(data, patch.default), base);
}

async function wholeData(): Promise<KubernetesData> {
  return (await import('./whole-data.ts')).data;
}

/** Loads the difference of a version. Each is a module of its own, so that a bundler loads only those that are used. */
const patches: Readonly<Record<OtherVersion, () => Promise<{ readonly default: VersionPatch }>>> = {
  'v1.33': () => import('./data/v1.33.json'),
  'v1.34': () => import('./data/v1.34.json'),
  'v1.35': () => import('./data/v1.35.json'),
  'v1.37': () => import('./data/v1.37.json'),
  'v1.38': () => import('./data/v1.38.json'),
};
