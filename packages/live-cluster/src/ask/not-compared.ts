import { serverMetadataPaths } from '@managed-fields/merge-engine';
/** What is left out where a prediction and an answer are compared, because the server gives it or chance decides. */
export type NotCompared = (typeof notCompared)[number]['code'];

/**
 * Everything that does not count, each with its place. Nothing else is left out.
 *
 * - `version`, `uid`, `created`: the server numbers its writes, and made the object at a time of its own. The uid is left
 *   out wherever the object repeats it, as a Job does in its selector.
 * - `deleted`, `phase`: whether the object has the time is compared, not the time.
 * - `generation`: by how much the request raises it is compared, not the number.
 * - `time`: whether an entry keeps its time or gets the time of the request is compared, not the time.
 * - `order`: entries of managedFields stand in the order of their times.
 * - `name`: only where the server makes it up (`generateName`).
 * - `self-link`: servers before v1.20 gave it.
 * - `words`: uids, times and resourceVersions inside of a message, the order of several errors, and the difference of
 *   its own structures that a server prints below one.
 */
export const notCompared = [
  { code: 'version', place: 'metadata.resourceVersion' },
  { code: 'uid', place: 'metadata.uid' },
  { code: 'created', place: 'metadata.creationTimestamp' },
  { code: 'deleted', place: 'metadata.deletionTimestamp' },
  { code: 'phase', place: 'status.lastPhaseTransitionTime' },
  { code: 'generation', place: 'metadata.generation' },
  { code: 'time', place: 'metadata.managedFields[*].time' },
  { code: 'order', place: 'metadata.managedFields' },
  { code: 'name', place: 'metadata.name' },
  { code: 'self-link', place: 'metadata.selfLink' },
  { code: 'words', place: 'message' },
] as const;

/** The places in an object that never count, as messages print them. */
export const givenFields: ReadonlySet<string> = new Set(
  [...serverMetadataPaths].filter((path) => path !== '.metadata.managedFields'),
);
