import type { ClusterKinds } from '@managed-fields/kubernetes-types';
import { provideKinds } from './drive.ts';
import { keyOf } from './kinds-key.ts';
import { noteKinds } from './kinds-now.ts';

/**
 * Reads kinds by what a cluster says of them from now on, wherever the scenario is of the version that is nearest to the
 * cluster's (`nearestVersion`); `undefined` ends that. What is on screen is played anew, unless the same was given before.
 * The facts are kept outside of the scenario, and sent to the engine once.
 */
export function setClusterKinds(kinds: ClusterKinds | undefined): void {
  const provided = kinds === undefined ? undefined : ({ kind: 'provide', key: keyOf(kinds), kinds } as const);
  noteKinds(provided);
  provideKinds(provided);
}
