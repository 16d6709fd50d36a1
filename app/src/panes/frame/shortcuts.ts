import { useEffect } from 'react';
import { later } from '../components/lazy-pane.tsx';

type RunKeys = typeof import('./run-keys.ts');

// Fetched before other code: until then the editor and the browser would handle our keys.
const keys = later(
  async () => {
    const runKeys = await import('./run-keys.ts');
    running = runKeys;
    return runKeys;
  },
  { soon: true },
);

/** The code that runs keys; undefined until it is fetched. */
let running: RunKeys | undefined;

/** Listens to the keys of all actions while the page is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    const first = (event: KeyboardEvent) => {
      if (running !== undefined) running.runFirst(event);
      else if (isOurs(event)) runLate(event);
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

/** Whether the editor or the browser would do something else with these keys. */
function isOurs({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && /^(?:[kos]|Enter)$/i.test(key);
}

/** Handles a key that was pressed before the code for it was fetched: fetches it, then runs the key. */
function runLate(event: KeyboardEvent): void {
  if (isOurs(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
  keys().then(
    ({ runFirst, runLast }) => runFirst(event) || runLast(event),
    // Without the code the key does nothing.
    () => {},
  );
}
