import type * as code from './definitions.ts';
import { NotLoaded } from './not-loaded.ts';

/** What the server does for CustomResourceDefinitions and their kinds: the entry point `custom-resources`. */
export type CustomResources = typeof code;

let provided: CustomResources | undefined;

/** Gives the server the entry point `custom-resources`, once for all clusters; undefined takes it away, for tests. */
export function provideCustomResources(given: CustomResources | undefined): void {
  provided = given;
}

/** Whether the server has the code for CustomResourceDefinitions. */
export function hasCustomResources(): boolean {
  return provided !== undefined;
}

/** The code for CustomResourceDefinitions. Where nobody provided it, the computation is left (`attempt`). */
export function customResources(): CustomResources {
  if (provided === undefined) throw new NotLoaded(['custom-resources']);
  return provided;
}
