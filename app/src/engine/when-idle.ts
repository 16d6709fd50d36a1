/**
 * How long something waits at most, in milliseconds: for the browser to be idle, for a view to be painted, and for the
 * first view to come.
 */
const timeoutsMs = { idle: 2000, paint: 500, firstView: 8000 };

/** What waits until the first view is drawn; undefined once it is. */
let waiting: Set<() => void> | undefined = new Set();

let drawn = false;

/** Says that the page shows what its reader came for: once that is painted there is time for everything else. */
export function firstViewDrawn(): void {
  if (drawn) return;
  drawn = true;
  const go = () => {
    clearTimeout(late);
    const runs = waiting;
    waiting = undefined;
    for (const run of runs ?? []) run();
  };
  requestAnimationFrame(() => setTimeout(go));
  // A frame that is scrolled out of sight is never painted, and does not know.
  const late = setTimeout(go, timeoutsMs.paint);
}

// Whoever does something does not wait for the first view.
for (const act of ['pointerdown', 'keydown'] as const) {
  addEventListener(act, firstViewDrawn, { capture: true, once: true });
}

/** Resolves when the first view is drawn, or has not come in time. */
export function afterFirstView(): Promise<void> {
  return new Promise((done) => {
    if (waiting === undefined || document.hidden) return done();
    waiting.add(done);
    setTimeout(done, timeoutsMs.firstView);
  });
}

/**
 * Runs something when the first view has been drawn and the browser has nothing better to do, at the latest two
 * seconds after it; returns how to cancel.
 */
export function whenIdle(run: () => void): () => void {
  // A page in the background is not drawn; what is to be done for it is done at once.
  if (waiting === undefined || document.hidden) return idle(run, document.hidden ? 0 : timeoutsMs.idle);
  let cancel = () => {
    waiting?.delete(begin);
    clearTimeout(late);
  };
  const begin = () => {
    clearTimeout(late);
    cancel = idle(run, timeoutsMs.idle);
  };
  const late = setTimeout(() => {
    waiting?.delete(begin);
    begin();
  }, timeoutsMs.firstView);
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
  const late = setTimeout(now, atTheLatest);
  return cancel;
}
