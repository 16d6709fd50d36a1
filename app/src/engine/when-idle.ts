/** How long something may wait for a browser that is never idle, and for a picture that never comes, in milliseconds. */
const patience = { idle: 2000, picture: 8000 };

/** What waits until the first picture is drawn; undefined once it is. */
let waiting: Set<() => void> | undefined = new Set();

/** Says that the page shows what its reader came for: from now on there is time for everything else. */
export function pictureDrawn(): void {
  const runs = waiting;
  waiting = undefined;
  for (const run of runs ?? []) run();
}

/**
 * Runs something when the first picture has been drawn and the browser has nothing better to do, at the latest two
 * seconds after the picture; returns how to cancel.
 */
export function whenIdle(run: () => void): () => void {
  // A page in the background is not drawn; what is to be done for it is done at once.
  if (waiting === undefined || document.hidden) return idle(run, document.hidden ? 0 : patience.idle);
  let cancel = () => {
    waiting?.delete(begin);
    clearTimeout(late);
  };
  const begin = () => {
    clearTimeout(late);
    cancel = idle(run, patience.idle);
  };
  const late = setTimeout(() => {
    waiting?.delete(begin);
    begin();
  }, patience.picture);
  waiting.add(begin);
  return () => cancel();
}

function idle(run: () => void, atTheLatest: number): () => void {
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
  // What was drawn in one frame is painted before the next.
  const frame = requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(now);
      cancelIdle = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(now, 300);
      cancelIdle = () => clearTimeout(handle);
    }
  });
  // A frame that is scrolled out of sight is never drawn, and does not know.
  const late = setTimeout(now, atTheLatest);
  return cancel;
}
