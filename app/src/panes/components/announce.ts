import { create } from 'zustand';

/** What is said aloud to those who hear the page; `count` tells the same words said twice apart. */
interface Said {
  readonly text: string;
  readonly count: number;
}

/** The store of what was said last. The status bar holds the region that says it. */
export const useAnnouncement = create<Said>(() => ({ text: '', count: 0 }));

/** Says something politely to those who hear the page: a thing was copied, moved, undone. Others see it happen. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
