// Keeps the focus in the page: where the control that has it is drawn no longer, or can be used no longer, what stands
// nearest to it gets the focus. Else the next Tab would begin at the top of the page, and a screen reader would be silent.

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** The control that had the focus last, and all around it, from the inside; none where a click took it away. */
let held: readonly Element[] = [];

/** Looks after the focus for as long as the page lives. */
export function keepFocus(): void {
  hold(document.activeElement);
  addEventListener('focusin', ({ target }) => hold(target), true);
  // A click on what cannot have the focus takes it away, which is meant.
  addEventListener('pointerdown', () => hold(null), true);
  const changed = new MutationObserver(() => {
    if (!isLost()) return;
    // Whoever changed the page may give the focus to something itself, in the next frame at the latest.
    requestAnimationFrame(() => requestAnimationFrame(() => isLost() && bringBack()));
  });
  changed.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

function hold(target: EventTarget | null): void {
  const around: Element[] = [];
  let each = target instanceof Element && target !== document.body ? target : null;
  while (each !== null) {
    around.push(each);
    each = each.parentElement;
  }
  held = around;
}

/** Whether nothing has the focus that could have it, though no click took it away. */
function isLost(): boolean {
  const [last] = held;
  const { activeElement } = document;
  if (last === undefined) return false;
  if (activeElement !== null && activeElement !== document.body) return activeElement === last && !canBeUsed(last);
  return true;
}

function canBeUsed(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled');
}

function bringBack(): void {
  const [last] = held;
  // What can still be seen and used was left by whoever wrote it.
  if (last !== undefined && canBeUsed(last) && last.checkVisibility()) return;
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  const near = held.slice(1).filter((each) => each.isConnected && (dialog === undefined || dialog.contains(each)));
  for (const around of [...near, dialog]) {
    if (around === undefined || around.matches('main, .page, body, html')) break;
    if ([...around.querySelectorAll<HTMLElement>(controls), around].some(takesFocus)) return;
  }
  [...document.querySelectorAll<HTMLElement>('dialog[open], .survey, [data-step-heading], #result')].some(takesFocus);
}

/** Gives the focus to an element that can be seen and used; false where it cannot have it. */
function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !element.checkVisibility() || element.matches(':disabled')) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
