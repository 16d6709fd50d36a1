// All that the server does for requests that few send. `rare-requests.ts` above is the entry point for others, and a file of
// its own since the server itself, which may not import what is above it, needs the type of all this.

export { deniedTo, rightsIn, withGroups } from './authorize.ts';
export { removeUnreadable } from './delete-unreadable.ts';
export { badTimeout, badVersion, badVersionOfGet } from './list-options.ts';
export { listWithOptions, removeAll } from './list-with-options.ts';
export { post } from './posted.ts';
export { knowsUnserved, knowsVersion } from './registered-kinds.ts';
