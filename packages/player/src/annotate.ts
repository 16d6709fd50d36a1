/** An object with the owners of its fields, from itself alone: for views of one object, without the kinds of a server. */
export { annotateByEntries } from './run/annotate.ts';
