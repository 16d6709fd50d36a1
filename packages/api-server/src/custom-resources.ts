/**
 * Entry point: what the server does for CustomResourceDefinitions and their kinds. Most requests do without it, so a page
 * can load it later and hand it to `provideCustomResources`; the entry point `whole` has done that.
 */

export type { Environment } from './cel/check/check.ts';
export type { Signature } from './cel/check/signature.ts';
export type { CelType } from './cel/check/type.ts';
export type { Declaration, Overload } from './cel/library/declaration.ts';
export type { Controller } from './customresource/controllers.ts';
export type { FormatsWarned } from './customresource/definition-warnings.ts';
export * from './server/definitions.ts';
