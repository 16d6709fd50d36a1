// What packs scenarios into addresses and looks for what must not go there: fetched when there is something to pack.
export { mayHoldSecrets } from '@managed-fields/scenario';
export { encodeLink } from '@managed-fields/share-link';
