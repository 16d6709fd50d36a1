import type * as code from './definitions.ts';

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

/** The code for CustomResourceDefinitions. Throws where nobody provided it, which is a bug of the caller. */
export function customResources(): CustomResources {
  if (provided === undefined)
    throw new Error('a custom resource was met, and the entry point custom-resources is not loaded');
  return provided;
}
