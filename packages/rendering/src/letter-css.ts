import { letters, mostMore } from './palette.ts';

const letterRules = [...letters].map((letter) => `.l-${letter}::before{content:"${letter}"}`);

const moreRules = Array.from({ length: mostMore }, (_, n) => `.more-${n + 1}::after{content:"+${n + 1}"}`);

/**
 * What is written in the gutter of the editor, which can only be told a class: the letter of a manager as `l-a`, and how
 * many more owners a line has than there are lanes as `more-1`. A fixed set, never made from what somebody typed.
 */
export const letterCss = [...letterRules, ...moreRules].join('\n');
