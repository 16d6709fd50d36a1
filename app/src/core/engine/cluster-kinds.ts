import type { ClusterKinds } from '@managed-fields/kubernetes-types';
import { create } from 'zustand';
import type { ProvidedKinds } from './protocol.ts';

/** The kinds of the cluster that is open, as engines are given them: the one place of the page that holds them. */
interface ClusterKindsState {
  readonly provided: ProvidedKinds | undefined;
}

/** The store of a cluster's kinds. Only `setClusterKinds` writes it; `drive.ts` plays anew when it changes. */
export const useClusterKinds = create<ClusterKindsState>(() => ({ provided: undefined }));

/**
 * Reads kinds by what a cluster says of them from now on, wherever the scenario is of the version that is nearest to the
 * cluster's (`nearestVersion`); `undefined` ends that. What is on screen is played anew, unless the same was given before.
 * The facts are kept outside of the scenario, and sent to each engine once, which makes catalogs of them
 * (`answer.ts`).
 */
export function setClusterKinds(kinds: ClusterKinds | undefined): void {
  const provided: ProvidedKinds | undefined =
    kinds === undefined ? undefined : { kind: 'provide', key: keyOf(kinds), kinds };
  if (provided?.key !== kindsNow()?.key) useClusterKinds.setState({ provided });
}

/** The kinds of the cluster that is open, for an engine. */
export function kindsNow(): ProvidedKinds | undefined {
  return useClusterKinds.getState().provided;
}

/** A key of what facts contain. The documents count by the hashes that the server gave them, and by their length. */
export function keyOf({ release, documents, resources }: ClusterKinds): string {
  const named = documents.map(({ group, version, hash, text }) => [group, version, hash, text.length]);
  return digest(JSON.stringify([release, named, resources]));
}

/** A hash of 64 bits of a text, by FNV-1a over its UTF-16 units in two lanes with different starts. */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0x050c5d1f];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) ^ (high >>> 15);
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
