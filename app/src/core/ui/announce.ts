import { create } from 'zustand';

/** The last announcement. `count` distinguishes two announcements of the same text. */
interface Said {
  readonly text: string;
  readonly count: number;
}

/** The store of the last announcement. The status bar holds the live region that announces it. */
export const useAnnouncement = create<Said>(() => ({ text: '', count: 0 }));

/** Announces something to screen readers, such as that a text was copied. It is visible on screen by itself. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
