import type { Mark } from './palette.ts';
import { element, type TreeElement } from './tree.ts';

/** A manager's mark: its letter on its colour, its pattern beside. Said nowhere: the name stands beside it. */
export function markTree({ colour, pattern, letter }: Mark, large = false): TreeElement {
  const classes = `mf-mark mf-c${colour} mf-p${pattern}${large ? ' mf-mark-large' : ''}`;
  return element('span', { class: classes, 'aria-hidden': 'true' }, element('b', {}, letter), element('i'));
}

/** The sign of a step that nobody is recorded for. */
export function nobodyTree(sign: string, large = false): TreeElement {
  const classes = `mf-mark mf-mark-none${large ? ' mf-mark-large' : ''}`;
  return element('span', { class: classes, 'aria-hidden': 'true' }, element('b', {}, sign));
}

/** A text for screen readers only. */
export function aloud(text: string): TreeElement {
  return element('span', { class: 'mf-aloud' }, text);
}
