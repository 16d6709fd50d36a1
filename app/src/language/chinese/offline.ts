import type { offline as english } from '../english/offline.ts';

/** Versions of the page. */
export const offline: typeof english = {
  newVersion: '演练场有新版本了。你的草稿会保留。',
};
