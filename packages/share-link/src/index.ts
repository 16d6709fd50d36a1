export { decodeLink } from './decode.ts';
export { encodeLink } from './encode.ts';
export { decodeExample, decodeLesson, type ExampleLink, encodeExample, encodeLesson, withoutTail } from './example.ts';
export type { CodecLetter, DecodedLink, EncodedLink, LinkFailure, LinkFailureCode } from './link.ts';
export { fragmentCeiling, linkVersion, textCeiling } from './link.ts';
