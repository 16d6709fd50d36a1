/** What takes the focus when one comes to a pane, the most useful first. */
const inside =
  '[aria-current="step"], .monaco-editor textarea, .plain-editor, [role="listbox"], [role="treegrid"], [role="tab"][aria-selected="true"], button, input, select';

/** Moves the focus to the next pane on screen, or the one before. */
export function focusPane(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('main section.pane')].filter(
    (pane) => pane.parentElement?.closest('section.pane') === null,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next =
    panes[at < 0 ? (direction === 1 ? 0 : panes.length - 1) : (at + direction + panes.length) % panes.length];
  const wanted = inside.split(', ').map((selector) => next?.querySelector<HTMLElement>(selector));
  wanted.find((element) => element !== null && element !== undefined)?.focus();
}
