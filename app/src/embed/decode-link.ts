// Reading a link, in a module of its own, so that what writes one does not come along.
export { decodeLink } from '@managed-fields/share-link/decode';
