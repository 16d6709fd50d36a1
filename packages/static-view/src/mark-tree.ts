import type { Mark } from './palette.ts';
import { element, type Tree } from './tree.ts';

/** A manager's mark: its letter on its colour, its pattern beside. Said nowhere: the name stands beside it. */
export function markTree({ colour, pattern, letter }: Mark): Tree {
  const classes = `mf-mark mf-c${colour} mf-p${pattern}`;
  return element('span', { class: classes, 'aria-hidden': 'true' }, element('b', {}, letter), element('i'));
}

/** The sign of a step that nobody is recorded for. */
export function nobodyTree(sign: string): Tree {
  return element('span', { class: 'mf-mark mf-none', 'aria-hidden': 'true' }, element('b', {}, sign));
}

/** What is said to those who do not see the picture. */
export function aloud(text: string): Tree {
  return element('span', { class: 'mf-aloud' }, text);
}
