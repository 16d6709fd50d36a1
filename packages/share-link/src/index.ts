export { decodeLink } from './decode.ts';
export { encodeLink } from './encode.ts';
export { decodeExample, type ExampleLink, encodeExample } from './example.ts';
export type { DecodedLink, EncodedLink, LinkFailure, LinkFailureCode } from './link.ts';
export { fragmentCeiling, linkVersion } from './link.ts';
