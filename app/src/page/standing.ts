// Where one stands in a place: how far its boxes are scrolled, and which control has the focus. It is read when a place is
// left, and brought back when Back or Forward lead there. What is drawn later is waited for until the user does something.

/** How far boxes are scrolled, in pixels, by `nameOf`, and the control that has the focus. */
export interface Standing {
  readonly scrolled: readonly { readonly box: string; readonly index: number; readonly top: number }[];
  readonly focus: string | undefined;
}

/** Milliseconds after which what has not been drawn is waited for no longer. */
const longest = 4000;

let end = () => {};

/** Where the user stands now, as it is drawn. */
export function standingNow(): Standing {
  const scrolled: Standing['scrolled'][number][] = [];
  const counts = new Map<string, number>();
  for (const element of boxes()) {
    const box = boxName(element);
    const index = counts.get(box) ?? 0;
    counts.set(box, index + 1);
    if (element.scrollTop > 0) scrolled.push({ box, index, top: element.scrollTop });
  }
  const { activeElement } = document;
  const focus = activeElement === null || activeElement === document.body ? undefined : controlName(activeElement);
  return { scrolled, focus };
}

/** Brings the user to where they stood, as soon as that is drawn. */
export function standThere({ scrolled, focus }: Standing = { scrolled: [], focus: undefined }): void {
  end();
  let focused = false;
  const stand = () => {
    const all = scrolled.length > 0 ? [...boxes()] : [];
    for (const { box, index, top } of scrolled) {
      const element = all.filter((each) => boxName(each) === box)[index];
      if (element !== undefined && element.scrollTop !== top) element.scrollTop = top;
    }
    if (focused || focus === undefined) return;
    const control = [...document.querySelectorAll<HTMLElement>(controls)].find((each) => controlName(each) === focus);
    // A tab that gets the focus opens.
    if (control?.role === 'tab') return;
    if (control?.checkVisibility() !== true) return;
    control.focus({ preventScroll: true });
    focused = document.activeElement === control;
  };
  const drawn = new MutationObserver(stand);
  const timer = setTimeout(() => end(), longest);
  // Not before the place is drawn: what has the focus in the one that is left would be taken for it.
  const frame = requestAnimationFrame(stand);
  const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'popstate'] as const;
  end = () => {
    drawn.disconnect();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    for (const act of acts) removeEventListener(act, end, true);
    end = () => {};
  };
  for (const act of acts) addEventListener(act, end, { capture: true, passive: true });
  drawn.observe(document.body, { childList: true, subtree: true, characterData: true });
}

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** All that may scroll. */
function boxes(): NodeListOf<Element> {
  return document.querySelectorAll('main, main *, dialog, dialog *');
}

/** What a box is called in each drawing of the same place. */
function boxName({ tagName, className }: Element): string {
  return `${tagName} ${className}`;
}

/** What a control is called in each drawing of the same place: as people read it. */
function controlName(element: Element): string {
  const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `${element.tagName} ${text.slice(0, 100)}`;
}
