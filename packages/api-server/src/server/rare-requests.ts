import { NotLoaded } from './not-loaded.ts';
import type * as code from './rare.ts';

/** What the server does for requests that few send: the entry point `rare-requests`. */
export type RareRequests = typeof code;

let provided: RareRequests | undefined;

/** Gives the server the entry point `rare-requests`, once for all clusters; undefined takes it away, for tests. */
export function provideRareRequests(given: RareRequests | undefined): void {
  provided = given;
}

/** Whether the server has the code for requests that few send. */
export function hasRareRequests(): boolean {
  return provided !== undefined;
}

/** The code for requests that few send. Where nobody provided it, the computation is left (`attempt`). */
export function rareRequests(): RareRequests {
  if (provided === undefined) throw new NotLoaded(['rare-requests']);
  return provided;
}
