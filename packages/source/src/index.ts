export { decodeBody } from './body.ts';
export { limits } from './limits.ts';
export type { NodeRange, TextRange } from './range.ts';
