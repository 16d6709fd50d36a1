import { part } from '../parts/part.ts';

// What of the server most scenarios do without; each is a module of its own that a bundler can leave for later.

/** CustomResourceDefinitions: installing them, and what the controllers do about them. */
export const definitions = part(() => import('./definitions.ts'));

/** The scale subresource. */
export const scales = part(() => import('./scale.ts'));

/** DELETE. */
export const deletions = part(() => import('./delete.ts'));

/** JSON patch, JSON merge patch and strategic merge patch. */
export const patches = part(() => import('./patch-mechanism.ts'));

/** POST and PUT. */
export const writes = part(() => import('./writes.ts'));

/** GET of a collection. */
export const lists = part(() => import('./list.ts'));

/** What every kind is refused for in its metadata. */
export const metadataChecks = part(() => import('./metadata-checks.ts'));
