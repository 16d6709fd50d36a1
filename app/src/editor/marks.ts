import type { Mark } from '../view/palette.ts';

/** The classes of a tint: one colour, two side by side for shared fields, or plain for what nobody owns. */
export function tintClass(marks: readonly Mark[], faded: boolean): string {
  const [a, b] = marks;
  if (a === undefined) return faded ? 'unowned faded' : 'unowned';
  const colours = b === undefined ? `c${a.colour}` : `c${a.colour} d${b.colour} tint-shared`;
  return `tint ${colours}${faded ? ' faded' : ''}`;
}
