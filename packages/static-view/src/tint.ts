import type { Spot } from './overlay.ts';

/**
 * The classes of a tint: one colour, two side by side for shared fields, or plain for what nobody owns; a default is
 * told from what the server itself writes.
 */
export function tintClass({ marks, nobody, faded }: Pick<Spot, 'marks' | 'nobody' | 'faded'>): string {
  const [a, b] = marks;
  if (a === undefined) return `unowned${nobody === 'default' ? ' unowned-default' : ''}${faded ? ' faded' : ''}`;
  const colours = b === undefined ? `c${a.colour}` : `c${a.colour} d${b.colour} tint-shared`;
  return `tint ${colours}${faded ? ' faded' : ''}`;
}
