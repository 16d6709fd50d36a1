/** Milliseconds after which nothing is waited for any longer: the first view, its paint, and the browser to be idle. */
const longest = { firstView: 8000, paint: 500, idle: 2000 };

let firstView: { drawn: Promise<void>; end(): void } | undefined;

/** The wait for the first view, which begins when it is first asked for: importing this file starts nothing. */
function waiting() {
  if (firstView !== undefined) return firstView;
  let end = () => {};
  const drawn = new Promise<void>((resolve) => {
    end = resolve;
  });
  firstView = { drawn, end };
  setTimeout(end, longest.firstView);
  // Whoever does something does not wait for the first view.
  for (const act of ['pointerdown', 'keydown', 'drop', 'paste'] as const)
    addEventListener(act, end, { capture: true, once: true });
  return firstView;
}

/** Says that the page shows what its reader came for: once that is painted there is time for everything else. */
export function firstViewDrawn(): void {
  void idle(longest.paint).then(waiting().end);
}

/** Resolves when the first view is painted, the reader does something, or it has not come in time. */
export function afterFirstView(): Promise<void> {
  // A page in the background is not painted; what is to be done for it is done at once.
  return document.hidden ? Promise.resolve() : waiting().drawn;
}

/** Resolves when the first view is painted and the browser has nothing better to do. */
export async function whenIdle(): Promise<void> {
  await afterFirstView();
  await idle(longest.idle);
}

function idle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, Math.min(timeout, 300));
  });
}
