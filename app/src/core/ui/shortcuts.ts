import { isSingle, type KeyPress, type Keys, pressed } from './keys.ts';

/** The keys that do an action. */
export interface Shortcut {
  /** All keys that do it; the first is shown. */
  readonly keys: readonly Keys[];
  /**
   * Where the keys work. `everywhere`: in editors too, before the editor gets them. `page`: not while the user types, and
   * only where no menu or list uses them. Keys of a single character always work as `page`.
   */
  readonly where: 'everywhere' | 'page';
}

/**
 * The shortcuts, by the id of their action. They stand apart from the actions because they are known before the code of
 * the actions is loaded, so that neither the editor nor the browser takes a key that is ours.
 */
export const shortcuts = {
  'next-step': { keys: ['Mod+Enter', 'n'], where: 'everywhere' },
  'previous-step': { keys: ['Mod+Shift+Enter', 'p'], where: 'everywhere' },
  'next-pane': { keys: ['F6'], where: 'everywhere' },
  'previous-pane': { keys: ['Shift+F6'], where: 'everywhere' },
  format: { keys: ['Alt+Shift+F'], where: 'everywhere' },
  'move-up': { keys: ['Alt+ArrowUp'], where: 'page' },
  'move-down': { keys: ['Alt+ArrowDown'], where: 'page' },
  'copy-link': { keys: ['Mod+S'], where: 'everywhere' },
  undo: { keys: ['Mod+Z'], where: 'page' },
  redo: { keys: ['Mod+Shift+Z', 'Mod+Y'], where: 'page' },
  bring: { keys: ['Mod+O'], where: 'everywhere' },
  gallery: { keys: ['e'], where: 'everywhere' },
  palette: { keys: ['Mod+K', 'F1'], where: 'everywhere' },
  shortcuts: { keys: ['?'], where: 'everywhere' },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Whether an event is a press of keys that work everywhere, so that nobody else gets it. */
export function isOursEverywhere(event: KeyPress): boolean {
  return Object.values(shortcuts).some(
    ({ keys, where }) => where === 'everywhere' && keys.some((each) => !isSingle(each) && pressed(each, event)),
  );
}
