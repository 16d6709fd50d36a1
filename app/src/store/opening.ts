import { browserStorage, guarded } from './drafts.ts';

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
