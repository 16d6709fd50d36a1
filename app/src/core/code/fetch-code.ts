import { create } from 'zustand';
import { fetchTwice, MissingCode } from './fetch-twice.ts';
import { fetchOwnFile } from './own-file.ts';

type Load = () => Promise<unknown>;

/** The store of the code that the user asked for and that could not be fetched. */
export const useMissing = create<{ readonly wanted: ReadonlySet<Load> }>(() => ({ wanted: new Set() }));

/** How often the user has acted, and the count at which each code last failed. */
let acts = 0;
const failedAt = new WeakMap<Load, number>();

// Tests read words without a page.
if (globalThis.document !== undefined) {
  const count = () => {
    acts += 1;
  };
  // Who drags files here from elsewhere does neither of the first two.
  for (const act of ['pointerdown', 'keydown', 'drop', 'paste'] as const)
    addEventListener(act, count, { capture: true });
  // The page shows what is missing, so callers need not handle it.
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof MissingCode) event.preventDefault();
  });
}

/** What is being fetched now, so that two callers share one request. */
const underWay = new WeakMap<Load, Promise<unknown>>();

/**
 * Fetches code of the page by `load`, which must be the same function each time. Asks twice; then rejects with
 * `MissingCode`, and again without asking until the user acts.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (failedAt.get(load) === acts) return Promise.reject(new MissingCode());
  // What is stored for this function is its own promise.
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

/** What the first screen does without, in the order in which it is fetched while the browser is idle. */
export const prefetched: Load[] = [];

/**
 * Returns a function that fetches what is wanted by something that the user does, if it did not come while the browser
 * was idle, `soon` before all else. Where it cannot be fetched the page says so, and the promise rejects with
 * `MissingCode`.
 */
export function onDemand<Code>(load: () => Promise<Code>, { soon = false } = {}): () => Promise<Code> {
  if (soon) prefetched.unshift(() => fetchCode(load));
  else prefetched.push(() => fetchCode(load));
  return () =>
    fetchCode(load).catch((error: unknown) => {
      tellMissing(load);
      throw error;
    });
}

/** Shows above the panes that code is missing which the user asked for, until it is fetched. */
export function tellMissing(load: Load): void {
  useMissing.setState(({ wanted }) => ({ wanted: new Set([...wanted, load]) }));
}

/**
 * Whether the server has another version of this page by now: its scripts are others than those of the page that is open.
 * False where that cannot be found out.
 */
export async function isNewerServed(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(({ src }) => src);
  try {
    const response = await fetchOwnFile('./index.html', { cache: 'no-store' });
    const html = response.ok ? await response.text() : '';
    return html.includes('<script') && own.some((src) => !html.includes(src.slice(src.lastIndexOf('/') + 1)));
  } catch {
    return false;
  }
}

/** Whether the reader asked their browser to save data. The page then fetches nothing that nobody asked for yet. */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}
