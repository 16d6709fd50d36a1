import type { parts as english } from '../english/parts.ts';

/** Texts that are too long for one text area, edited part by part. */
export const parts: typeof english = {
  earlier: 'Попередня частина',
  later: 'Наступна частина',
  lines: (first, last, all) => `Рядки з ${first} до ${last} із ${all}`,
  characters: (first, last, all) => `Символи з ${first} до ${last} із ${all}`,
};
