import { useSyncExternalStore } from 'react';
import { usePreferences } from '../store/preferences.ts';

/** Returns whether a media query matches, and draws anew when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/**
 * Chooses the layout by the size of the window: three panes, two, or one at a time behind tabs. Two panes with a third
 * below also need height, which a phone in landscape and a page at 200 % do not have.
 */
export function useLayout(): 'wide' | 'middle' | 'narrow' {
  const wide = useMedia('(min-width: 1100px)');
  const narrow = useMedia('(max-width: 639.98px), (max-width: 1099.98px) and (max-height: 519.98px)');
  return wide ? 'wide' : narrow ? 'narrow' : 'middle';
}

/** Whether the page is dark, by the choice of the user or of the system. */
export function useDark(): boolean {
  const system = useMedia('(prefers-color-scheme: dark)');
  const theme = usePreferences((state) => state.theme);
  return theme === 'system' ? system : theme === 'dark';
}

/** Whether the contrast is to be high, by the choice of the user or of the system. */
export function useContrast(): boolean {
  const system = useMedia('(prefers-contrast: more)');
  const contrast = usePreferences((state) => state.contrast);
  return contrast === 'more' || system;
}
