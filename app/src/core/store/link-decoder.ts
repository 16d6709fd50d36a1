// The decoder of links, without the encoder. Fetched when the address has a link.
export { decodeLink } from '@managed-fields/share-link/decode';
