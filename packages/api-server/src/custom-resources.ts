/**
 * Entry point: what the server does for CustomResourceDefinitions and their kinds. Most requests do without it, so a page
 * can load it later and hand it to `provideCustomResources`; the entry point `whole` has done that.
 */
export * from './server/definitions.ts';
