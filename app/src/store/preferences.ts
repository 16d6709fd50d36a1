import { create } from 'zustand';
import { browserStorage } from './drafts.ts';

/** How the page looks to this user; never part of a scenario or a link. */
export interface Preferences {
  /** `system` follows the browser. */
  readonly theme: 'system' | 'light' | 'dark';
  /** `more` makes every text and border as strong as it can be; `system` follows the browser. */
  readonly contrast: 'system' | 'more';
  /** Whether shortcuts may be single signs; who speaks to the computer, or types by chance, switches them off. */
  readonly singleKeys: boolean;
  /** `system` follows the browser; else a language of the page, or of a page that knows more. */
  readonly language: string;
  /** Whether the live object stands beside the selected step on wide screens. */
  readonly beside: boolean;
  /** Sizes of panes by the name of their splitter, as shares from 0 to 1. */
  readonly sizes: Readonly<Record<string, number>>;
}

const key = 'managed-fields.preferences';
const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

/** The preferences, read once from the browser's storage. */
export const usePreferences = create<Preferences>(() => parsePreferences(stored()));

/** Changes preferences and remembers them where the browser lets us; if not they last as long as the page. */
export function prefer(changes: Partial<Preferences>): void {
  usePreferences.setState(changes);
  try {
    browserStorage()?.setItem(key, JSON.stringify(usePreferences.getState()));
  } catch {
    // A full storage must not keep anybody from switching the theme.
  }
}

/** Reads stored preferences; whatever is missing or foreign is the default. */
export function parsePreferences(text: string | null): Preferences {
  const plain = plainObject(text);
  const sizes = Object.entries(typeof plain['sizes'] === 'object' ? (plain['sizes'] ?? {}) : {});
  return {
    theme: themes.find((theme) => theme === plain['theme']) ?? 'system',
    contrast: plain['contrast'] === 'more' ? 'more' : 'system',
    singleKeys: plain['singleKeys'] !== false,
    language: typeof plain['language'] === 'string' ? plain['language'] : 'system',
    beside: plain['beside'] === true,
    sizes: Object.fromEntries(sizes.filter(([, size]) => typeof size === 'number' && size > 0 && size < 1)),
  };
}

function stored(): string | null {
  try {
    return browserStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function plainObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const plain: unknown = JSON.parse(text ?? '{}');
    return typeof plain === 'object' && plain !== null ? { ...plain } : {};
  } catch {
    return {};
  }
}
