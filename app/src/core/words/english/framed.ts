/**
 * The text of the page inside a frame, where it shows nothing else. In a file of its own, because no other texts are
 * fetched then.
 */
export const framed = {
  notHere: 'The playground does not run inside another page, because your drafts would show there.',
  open: 'Open it in a new tab',
};
