/**
 * The text of the page inside a frame, where it shows nothing else. In a file of its own, because no other texts are
 * fetched then.
 */
export const framed = {
  notHere: '演练场不会在其他页面的框架中运行，因为那样会露出你的草稿。',
  open: '在新标签页中打开',
};
