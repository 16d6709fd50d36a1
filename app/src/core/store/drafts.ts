import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';

/** A scenario that is stored in the browser, with the step that was selected. */
export interface Draft {
  /** Letters and digits. */
  readonly id: string;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** The time when it was stored, as RFC 3339. */
  readonly saved: string;
}

/** What a list of drafts shows of one. */
export type DraftInfo = Pick<Draft, 'id' | 'saved'> & { readonly title: string; readonly steps: number };

/** Whether something was stored. `blocked`: the settings of the browser forbid it. `full`: there is no space left. */
export type StoreOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly reason: 'blocked' | 'full' };

/** Stores each draft under a key of its own, and under one more key which draft the next visit opens. */
export interface DraftStorage {
  /**
   * Returns all drafts, the newest first. Leaves out, and does not change, what is no draft or was stored by a newer
   * version.
   */
  list(): readonly DraftInfo[];
  read(id: string): Draft | undefined;
  write(draft: Draft): StoreOutcome;
  remove(id: string): void;
  current(): string | undefined;
  makeCurrent(id: string): StoreOutcome;
  /** Returns the key of a draft, to recognize it in storage events. */
  keyOf(id: string): string;
}

const prefix = 'managed-fields.draft.';
const currentKey = 'managed-fields.current';

/**
 * Returns a draft storage on top of a storage of the browser. `undefined` stands for a browser that refuses one; every
 * write then fails as `blocked`.
 */
export function draftStorage(storage: Storage | undefined): DraftStorage {
  const get = (key: string) => guarded(() => storage?.getItem(key)) ?? undefined;
  const keys = () => guarded(() => Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at))) ?? [];
  const read = (id: string) => parseDraft(id, get(prefix + id));
  const set = (key: string, value: string): StoreOutcome => {
    if (storage === undefined) return { kind: 'failed', reason: 'blocked' };
    try {
      storage.setItem(key, value);
      return { kind: 'stored' };
    } catch (error) {
      return { kind: 'failed', reason: isQuota(error) ? 'full' : 'blocked' };
    }
  };
  return {
    list: () =>
      keys()
        .flatMap((key) => (key?.startsWith(prefix) ? [read(key.slice(prefix.length))] : []))
        .filter((draft) => draft !== undefined)
        .sort((a, b) => (a.saved < b.saved ? 1 : -1))
        .map(({ id, saved, scenario }) => ({ id, saved, title: scenario.title, steps: scenario.steps.length })),
    read,
    write: ({ id, scenario, selected, saved }) =>
      set(prefix + id, JSON.stringify({ saved, selected, scenario: plainForm(scenario) })),
    remove: (id) => guarded(() => storage?.removeItem(prefix + id)),
    current: () => get(currentKey),
    makeCurrent: (id) => set(currentKey, id),
    keyOf: (id) => prefix + id,
  };
}

/** Returns the browser's storage; undefined where the browser refuses any access. */
export function browserStorage(): Storage | undefined {
  return guarded(() => globalThis.localStorage) ?? undefined;
}

/** Returns the result of a function; undefined where it throws, as a browser that blocks storage does. */
export function guarded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && /quota/i.test(error.name);
}

function parseDraft(id: string, text: string | undefined): Draft | undefined {
  const plain: unknown = text === undefined ? undefined : guarded(() => JSON.parse(text));
  if (typeof plain !== 'object' || plain === null || !('scenario' in plain)) return undefined;
  const checked = checkForm(plain.scenario);
  if (checked.kind !== 'scenario') return undefined;
  const selected = 'selected' in plain && typeof plain.selected === 'string' ? plain.selected : undefined;
  const saved = 'saved' in plain && typeof plain.saved === 'string' ? plain.saved : '';
  return { id, scenario: checked.scenario, selected, saved };
}

// A note in the storage names the draft that the page is opening until its first view is there. A page that hangs never
// removes the note, so the next page knows which draft not to open by itself.

const key = 'managed-fields.opening';

/** Milliseconds for which the note of another tab may be that of a page that is still loading. */
const loading = 10_000;

/** Notes that a draft is being opened. Leaving the page removes the note: a page that can be left does not hang. */
export function noteOpening(draft: string): void {
  guarded(() => browserStorage()?.setItem(key, JSON.stringify({ draft, tab: tabName(), at: Date.now() })));
  window.addEventListener('pagehide', forgetOpening, { once: true });
}

/** Removes the note: the page is on screen and does not hang. */
export function forgetOpening(): void {
  guarded(() => browserStorage()?.removeItem(key));
}

/** Whether the page was opening this draft last time and never came to its first view. */
export function isStuck(draft: string): boolean {
  const note: unknown = guarded(() => JSON.parse(browserStorage()?.getItem(key) ?? 'null'));
  if (typeof note !== 'object' || note === null || !('draft' in note) || note.draft !== draft) return false;
  const isOwn = 'tab' in note && note.tab === tabName();
  return isOwn || !('at' in note) || typeof note.at !== 'number' || Date.now() - note.at > loading;
}

/** Returns a name for this tab, which a reload keeps. */
function tabName(): string {
  const name = guarded(() => sessionStorage.getItem(key)) ?? Math.random().toString(36).slice(2);
  guarded(() => sessionStorage.setItem(key, name));
  return name;
}
