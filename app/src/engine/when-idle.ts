/** How long something may wait for a page that is not drawn or never idle, in milliseconds. */
const atTheLatest = 2000;

/**
 * Runs something when the page has been drawn and the browser has nothing better to do, at the latest after two
 * seconds; returns how to cancel.
 */
export function whenIdle(run: () => void): () => void {
  let cancelIdle = () => {};
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    cancelIdle();
  };
  const now = () => {
    cancel();
    run();
  };
  const frame = requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(now);
      cancelIdle = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(now, 300);
      cancelIdle = () => clearTimeout(handle);
    }
  });
  // A page in the background is not drawn, nor is a frame that is scrolled out of sight. For the former all is done at
  // once; of the latter a page does not know.
  const late = setTimeout(now, document.hidden ? 0 : atTheLatest);
  return cancel;
}
