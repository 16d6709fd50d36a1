/**
 * The text of the page inside a frame, where it shows nothing else. In a file of its own, because no other texts are
 * fetched then.
 */
export const framed = {
  notHere: 'Playground не працює всередині іншої сторінки, бо там було б видно ваші чернетки.',
  open: 'Відкрити в новій вкладці',
};
