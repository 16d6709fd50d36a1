import type { parts as english } from '../english/parts.ts';

/** Texts that are too long for one text area, edited part by part. */
export const parts: typeof english = {
  earlier: '上一部分',
  later: '下一部分',
  lines: (first, last, all) => `第 ${first} 至 ${last} 行，共 ${all} 行`,
  characters: (first, last, all) => `第 ${first} 至 ${last} 个字符，共 ${all} 个`,
};
