import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';

/** A scenario kept in the browser, with the step that was selected. */
export interface Draft {
  /** Letters and digits. */
  readonly id: string;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** RFC 3339. */
  readonly saved: string;
}

/** What a list of drafts says of one. */
export type DraftInfo = Pick<Draft, 'id' | 'saved'> & { readonly title: string; readonly steps: number };

/** Whether something was stored; `blocked` by the browser's settings, or `full`. */
export type StoreOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly reason: 'blocked' | 'full' };

/** Stores drafts under one key each, and under one more key which draft the next visit opens. */
export interface DraftStorage {
  /** All drafts, the newest first. What is no draft, or one of a newer version, is left out and left alone. */
  list(): readonly DraftInfo[];
  read(id: string): Draft | undefined;
  write(draft: Draft): StoreOutcome;
  remove(id: string): void;
  current(): string | undefined;
  makeCurrent(id: string): StoreOutcome;
  /** The key of a draft, for events of the storage. */
  keyOf(id: string): string;
}

const prefix = 'managed-fields.draft.';
const currentKey = 'managed-fields.current';

/** Keeps drafts in a storage; `undefined` stands for a browser that refuses one, and every write then says so. */
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

/** The browser's storage, or undefined where it refuses even to be looked at. */
export function browserStorage(): Storage | undefined {
  return guarded(() => globalThis.localStorage) ?? undefined;
}

/** What something gives that a browser may refuse; undefined where it does. */
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

// Notes which draft the page is opening until it has come to its first view. A page that hangs never takes the note
// away, so the next one knows which draft not to open by itself.

const key = 'managed-fields.opening';

/** Milliseconds for which the note of another tab is that of a page that still loads. */
const loading = 10_000;

/** Notes that a draft is being opened. Whoever leaves the page before its first view was able to. */
export function noteOpening(draft: string): void {
  guarded(() => browserStorage()?.setItem(key, JSON.stringify({ draft, tab: tabName(), at: Date.now() })));
  window.addEventListener('pagehide', forgetOpening, { once: true });
}

/** Takes the note away: the page is on screen and answers. */
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

/** A name for this tab, which a reload keeps. */
function tabName(): string {
  const name = guarded(() => sessionStorage.getItem(key)) ?? Math.random().toString(36).slice(2);
  guarded(() => sessionStorage.setItem(key, name));
  return name;
}
