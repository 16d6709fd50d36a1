import { create } from 'zustand';
import { browserStorage } from './drafts.ts';

/** The settings of this user; never part of a scenario or a link. */
export interface Preferences {
  /** `system` follows the browser. */
  readonly theme: 'system' | 'light' | 'dark';
  /** `more` makes texts and borders as strong as possible; `system` follows the browser. */
  readonly contrast: 'system' | 'more';
  /** Whether shortcuts may be single characters. Users who dictate or type by chance switch them off. */
  readonly singleKeys: boolean;
  /** `system` follows the browser; else the code of a language, perhaps one that only a newer page knows. */
  readonly language: string;
  /** Whether the live object stands beside the selected step on wide screens. */
  readonly beside: boolean;
  /** Whether a survey, a forecast and an audit log are kept in the browser for a reload of their tab. */
  readonly keepsWork: boolean;
  /** The ids of the rules of a survey that are switched off. */
  readonly rulesOff: readonly string[];
  /** Where others open the playground, for links made on this machine; empty where its reader was not asked. */
  readonly pageAddress: string;
  /** Sizes of panes by the name of their splitter, as shares from 0 to 1. */
  readonly sizes: Readonly<Record<string, number>>;
}

const key = 'managed-fields.preferences';
const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

/** The preferences, read once from the browser's storage. */
export const usePreferences = create<Preferences>(() => parsePreferences(stored()));

/** Changes preferences and stores them. Where the browser refuses that, they last as long as the page. */
export function prefer(changes: Partial<Preferences>): void {
  usePreferences.setState(changes);
  try {
    browserStorage()?.setItem(key, JSON.stringify(usePreferences.getState()));
  } catch {
    // A full storage must not prevent a change of the theme.
  }
}

/** Reads stored preferences. What is missing or not valid gets its default. */
export function parsePreferences(text: string | null): Preferences {
  const plain = plainObject(text);
  const sizes = Object.entries(typeof plain['sizes'] === 'object' ? (plain['sizes'] ?? {}) : {});
  return {
    theme: themes.find((theme) => theme === plain['theme']) ?? 'system',
    contrast: plain['contrast'] === 'more' ? 'more' : 'system',
    singleKeys: plain['singleKeys'] !== false,
    language: typeof plain['language'] === 'string' ? plain['language'] : 'system',
    beside: plain['beside'] === true,
    keepsWork: plain['keepsWork'] !== false,
    rulesOff: Array.isArray(plain['rulesOff']) ? plain['rulesOff'].filter((id) => typeof id === 'string') : [],
    pageAddress: typeof plain['pageAddress'] === 'string' ? plain['pageAddress'] : '',
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
