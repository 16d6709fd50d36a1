/**
 * Runs something when the page has been drawn and the browser has nothing better to do, at the latest after two
 * seconds; returns how to cancel.
 */
export function whenIdle(run: () => void): () => void {
  let cancel = () => {};
  // A page in the background is not drawn; what is to be done for it is done at once.
  if (document.hidden) {
    const handle = setTimeout(run);
    return () => clearTimeout(handle);
  }
  const frame = requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: 2000 });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(run, 300);
      cancel = () => clearTimeout(handle);
    }
  });
  cancel = () => cancelAnimationFrame(frame);
  return () => cancel();
}
