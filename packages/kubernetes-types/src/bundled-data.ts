import type { KubernetesData } from './kubernetes-data.ts';
import { patchedData, type VersionPatch } from './version-data.ts';
import { type KubernetesVersion, type OtherVersion, versionsOnTheWay } from './versions.ts';

/** The facts of a version, with what they need loaded; each difference is a file of its own, fetched when it is used. */
export async function loadData(version: KubernetesVersion): Promise<KubernetesData> {
  const way = versionsOnTheWay(version);
  const [base, ...loaded] = await Promise.all([wholeData(), ...way.map((each) => patches[each]())]);
  return loaded.reduce((data, patch) => patchedData(data, patch.default), base);
}

async function wholeData(): Promise<KubernetesData> {
  return (await import('./whole-data.ts')).data;
}

/** Each difference; modules of their own, so that a bundler loads but those that are needed. */
const patches: Readonly<Record<OtherVersion, () => Promise<{ readonly default: VersionPatch }>>> = {
  'v1.33': () => import('./data/v1.33.json'),
  'v1.34': () => import('./data/v1.34.json'),
  'v1.35': () => import('./data/v1.35.json'),
  'v1.37': () => import('./data/v1.37.json'),
};
