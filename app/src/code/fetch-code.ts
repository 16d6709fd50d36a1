import { create } from 'zustand';
import { fetchTwice, MissingCode } from './fetch-twice.ts';

type Load = () => Promise<unknown>;

/** What the reader wanted and the page could not fetch. */
export const useMissing = create<{ readonly wanted: ReadonlySet<Load> }>(() => ({ wanted: new Set() }));

/** How often the reader has acted, and at which count code last did not come. */
let acts = 0;
const failedAt = new WeakMap<Load, number>();

// Tests read words without a page.
if (globalThis.document !== undefined) {
  const count = () => {
    acts += 1;
  };
  for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, count, { capture: true });
  // What is missing is said on the page, so who wants it need not say it again.
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof MissingCode) event.preventDefault();
  });
}

/** What is being fetched, so that those who want the same wait for it together. */
const underWay = new WeakMap<Load, Promise<unknown>>();

/**
 * Fetches code of the page by `load`, which must be the same function each time. Where it does not come, it is asked for
 * once more; then this rejects with `MissingCode`, and goes on to do so without asking until the reader acts again.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (failedAt.get(load) === acts) return Promise.reject(new MissingCode());
  // What was put there for this function is what it brings.
  const waiting = underWay.get(load) as Promise<Code> | undefined;
  if (waiting !== undefined) return waiting;
  const fetched = fetchAndNote(load).finally(() => underWay.delete(load));
  underWay.set(load, fetched);
  return fetched;
}

async function fetchAndNote<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const code = await fetchTwice(load);
    failedAt.delete(load);
    if (useMissing.getState().wanted.has(load)) {
      useMissing.setState(({ wanted }) => ({ wanted: new Set([...wanted].filter((each) => each !== load)) }));
    }
    return code;
  } catch (error) {
    failedAt.set(load, acts);
    throw error;
  }
}

/** Says above the panes that something is missing which the reader wanted, until it comes. */
export function tellMissing(load: Load): void {
  useMissing.setState(({ wanted }) => ({ wanted: new Set([...wanted, load]) }));
}
