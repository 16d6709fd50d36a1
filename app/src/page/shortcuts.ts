import { useEffect } from 'react';
import { onDemand } from '../core/code/fetch-code.ts';
import { isOursEverywhere } from '../core/ui/shortcuts.ts';

/** The code that runs keys; undefined until it is fetched. */
let running: typeof import('./run-keys.ts') | undefined;

const keys = onDemand(
  async () => {
    running = await import('./run-keys.ts');
    return running;
  },
  // Until then the editor and the browser handle our keys.
  { soon: true },
);

/** Listens to the keys of all actions while the page is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    const first = (event: KeyboardEvent) => {
      if (running !== undefined) running.runFirst(event);
      else if (isOursEverywhere(event)) runLate(event);
    };
    const last = (event: KeyboardEvent) => {
      if (running !== undefined) running.runLast(event);
      else if (!event.defaultPrevented) runLate(event);
    };
    window.addEventListener('keydown', first, { capture: true });
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, { capture: true });
      window.removeEventListener('keydown', last);
    };
  }, []);
}

/** Handles a key that was pressed before the code for it was fetched: fetches it, then runs the key. */
function runLate(event: KeyboardEvent): void {
  if (isOursEverywhere(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
  keys().then(
    ({ runFirst, runLast }) => runFirst(event) || runLast(event),
    // Without the code the key does nothing.
    () => {},
  );
}
