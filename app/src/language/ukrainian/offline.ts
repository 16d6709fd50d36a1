import type { offline as english } from '../english/offline.ts';

/** Versions of the page. */
export const offline: typeof english = {
  newVersion: 'Є нова версія сторінки. Ваша чернетка залишиться.',
};
