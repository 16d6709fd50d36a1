import type { ProvidedKinds } from './protocol.ts';

let now: ProvidedKinds | undefined;

/** The kinds of a cluster that the engine was given last, for an engine that begins later. */
export function kindsNow(): ProvidedKinds | undefined {
  return now;
}

/** Notes what the engine is given. */
export function noteKinds(kinds: ProvidedKinds | undefined): void {
  now = kinds;
}
