import { useEffect } from 'react';
import { wholeLanguage } from '../../language/language.ts';
import { later } from '../components/lazy-pane.tsx';

type RunKeys = typeof import('./run-keys.ts');

// Keys come before everything else that can wait, above all before an editor that has its own use for them.
const keys = later(
  async () => {
    // What it does is told in all the words.
    const [runKeys] = await Promise.all([import('./run-keys.ts'), wholeLanguage()]);
    running = runKeys;
    return runKeys;
  },
  { soon: true },
);

/** What keys do; undefined until it is fetched. */
let running: RunKeys | undefined;

/** Listens to the keys of all actions for as long as the page is shown. */
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

/** Keys that editor and browser have another use for. */
function isOurs({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && /^(?:[kos]|Enter)$/i.test(key);
}

/** A key that is pressed before anybody knows what it does does it a moment later. */
function runLate(event: KeyboardEvent): void {
  if (isOurs(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
  keys().then(
    ({ runFirst, runLast }) => runFirst(event) || runLast(event),
    // Without its code a key does nothing.
    () => {},
  );
}
