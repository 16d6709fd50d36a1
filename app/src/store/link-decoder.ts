// What reads links: fetched when the address holds one, without what writes them.
export { decodeLink } from '@managed-fields/share-link/decode';
