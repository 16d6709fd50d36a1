/** Versions of the page. */
export const offline = {
  newVersion: 'A new version of the playground is there. Your draft stays.',
};
