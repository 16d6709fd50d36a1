/**
 * Entry point: lists by fields and in pages, deletes of a collection, and what is posted to Pods and ServiceAccounts. A page
 * loads it only for such a request and hands it to `provideRareRequests`; the entry point `whole` has done that.
 */

export type { Answer } from './server/answer.ts';
export * from './server/rare.ts';
export type { Rights, Work } from './server/work.ts';
