import type { ClusterKinds } from '@managed-fields/kubernetes-types';
import { provideKinds } from './drive.ts';
import { keyOf } from './kinds-key.ts';
import type { ProvidedKinds } from './protocol.ts';

let now: ProvidedKinds | undefined;

/**
 * Reads kinds by what a cluster says of them from now on, wherever the scenario is of the version that is nearest to the
 * cluster's (`nearestVersion`); `undefined` ends that. What is on screen is played anew, unless the same was given before.
 * The facts are kept outside of the scenario, and sent to each engine once, which makes catalogs of them
 * (`cluster-catalog.ts`).
 */
export function setClusterKinds(kinds: ClusterKinds | undefined): void {
  now = kinds === undefined ? undefined : { kind: 'provide', key: keyOf(kinds), kinds };
  provideKinds(now);
}

/** The kinds of a cluster that the engine was given last, for an engine that begins later. */
export function kindsNow(): ProvidedKinds | undefined {
  return now;
}
