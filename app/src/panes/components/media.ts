import { useSyncExternalStore } from 'react';
import { usePreferences } from '../../store/preferences.ts';

/** Whether a media query holds, kept up to date. */
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
 * Chooses the layout by the size of the window: three panes, two, or one at a time behind tabs. Two panes with a third below need height as
 * well, which a phone on its side and a page at 200 % do not have.
 */
export function useLayout(): 'wide' | 'middle' | 'narrow' {
  const wide = useMedia('(min-width: 1100px)');
  const narrow = useMedia('(max-width: 639.98px), (max-width: 1099.98px) and (max-height: 519.98px)');
  return wide ? 'wide' : narrow ? 'narrow' : 'middle';
}

/** Whether the page is dark, by the user's choice or the system's. */
export function useDark(): boolean {
  const system = useMedia('(prefers-color-scheme: dark)');
  const theme = usePreferences((state) => state.theme);
  return theme === 'system' ? system : theme === 'dark';
}

/** Whether everything is to be as strong as it can be, by the user's choice or the system's. */
export function useContrast(): boolean {
  const system = useMedia('(prefers-contrast: more)');
  const contrast = usePreferences((state) => state.contrast);
  return contrast === 'more' || system;
}
