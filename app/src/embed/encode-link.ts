// Writing a link, in a module of its own, so that it comes when somebody leads on to the playground.
export { encodeLink } from '@managed-fields/share-link';
