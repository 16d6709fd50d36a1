export { decodeLink } from './decode.ts';
export { encodeExample, encodeLink } from './encode.ts';
export type { DecodedLink, EncodedLink, LinkFailure, LinkFailureCode } from './link.ts';
export { fragmentCeiling, linkVersion } from './link.ts';
