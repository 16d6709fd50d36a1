import { create } from 'zustand';
import { browserStorage, guarded } from '../../core/store/drafts.ts';

/** How a lesson was done. */
export interface Done {
  /** The fewest requests that it was done with; absent where only the solution did it, or it asks questions. */
  readonly requests?: number;
}

/** The lessons that were done in this browser, by their names. */
export type Progress = Readonly<Record<string, Done>>;

const key = 'managed-fields.lessons';

/** The store of the progress, read once from the browser's storage. */
export const useProgress = create<{ readonly done: Progress }>(() => ({
  done: parseProgress(guarded(() => browserStorage()?.getItem(key)) ?? null),
}));

/** Notes that a lesson was done. Where the browser stores nothing, it is known as long as the page lives. */
export function noteDone(name: string, { requests }: Done): void {
  const { done } = useProgress.getState();
  const before = Object.hasOwn(done, name) ? done[name] : undefined;
  const fewest = [before?.requests, requests].filter((each) => each !== undefined);
  const now: Done = fewest.length === 0 ? {} : { requests: Math.min(...fewest) };
  if (before !== undefined && before.requests === now.requests) return;
  keep({ ...done, [name]: now });
}

/** Forgets the whole progress. */
export function forgetProgress(): void {
  keep({});
}

function keep(done: Progress): void {
  useProgress.setState({ done });
  guarded(() => browserStorage()?.setItem(key, JSON.stringify(done)));
}

/** Reads stored progress, which anything may have written: what is no progress is left out. */
export function parseProgress(text: string | null): Progress {
  const plain: unknown = text === null ? undefined : guarded(() => JSON.parse(text));
  if (typeof plain !== 'object' || plain === null) return {};
  const read = Object.entries(plain).flatMap(([name, entry]: readonly [string, unknown]): [string, Done][] => {
    if (!/^[a-z0-9-]{1,100}$/.test(name) || typeof entry !== 'object' || entry === null) return [];
    const requests = 'requests' in entry ? entry.requests : undefined;
    const isCount = typeof requests === 'number' && Number.isSafeInteger(requests) && requests >= 0;
    return [[name, isCount ? { requests } : {}]];
  });
  return Object.fromEntries(read);
}
