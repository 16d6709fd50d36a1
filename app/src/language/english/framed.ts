/** What the page says inside a frame, where it shows nothing else; by itself, because nothing else is fetched. */
export const framed = {
  notHere: 'The playground does not run inside another page, because your drafts would show there.',
  open: 'Open it in a new tab',
};
