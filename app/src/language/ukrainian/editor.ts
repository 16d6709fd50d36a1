import type { editor as english } from '../english/editor.ts';

/** The editor of texts: how to get in and out of it by keys. */
export const editor: typeof english = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab — відступ · Esc, потім Tab — вийти · Ctrl+M перемикає',
    leaves: 'Tab виходить з редактора · Ctrl+M перемикає',
    next: 'Тепер Tab вийде з редактора',
  },
};

/** The accessible name of an editor in which Tab indents, and how to get out of it. */
function labelWithKeys(label: string): string {
  return `${label} Tab робить відступ; щоб вийти, натисніть Escape, потім Tab. Ctrl+M перемикає, чи Tab робить відступ. Ctrl+Space доповнює.`;
}
