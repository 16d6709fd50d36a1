/** What the page says inside a frame, in Ukrainian. */
export const framed = {
  notHere: 'Playground не працює всередині іншої сторінки, бо там було б видно ваші чернетки.',
  open: 'Відкрити в новій вкладці',
};
