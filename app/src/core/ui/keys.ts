/**
 * Keys of a shortcut, such as `Mod+Shift+Enter`, `Alt+ArrowUp`, `F1` or `?`. `Mod` is the command key where the
 * keyboard has one and the control key elsewhere; the last part is a key as `KeyboardEvent.key` names it.
 */
export type Keys = string;

/** What is read of a keyboard event to recognize a shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

interface Parts {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** Whether the keyboard is one of Apple's. */
export function isApple(platform = globalThis.navigator?.platform ?? ''): boolean {
  return /^(mac|ip(hone|ad|od))/i.test(platform);
}

/** Whether an event is a press of these keys. In a layout with another alphabet a letter is also found by its place. */
export function pressed(keys: Keys, event: KeyPress, apple = isApple()): boolean {
  const { mod, alt, shift, key } = partsOf(keys);
  const [wanted, other] = apple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (wanted !== mod || other || event.altKey !== alt) return false;
  // The shift key that a character such as `?` takes is no part of the shortcut.
  if (event.shiftKey !== shift && !isSign(key)) return false;
  const typed = event.key.toLowerCase();
  if (typed === key.toLowerCase()) return true;
  const foreign = typed.length === 1 && typed > '\u007f';
  return foreign && event.code === `Key${key.toUpperCase()}`;
}

/** Whether these keys are a single character, which the user could be typing. */
export function isSingle(keys: Keys): boolean {
  const { mod, alt, key } = partsOf(keys);
  return !mod && !alt && key.length === 1;
}

/** Returns the keys as they are printed on the keyboard, one by one. */
export function printed(keys: Keys, apple = isApple()): readonly string[] {
  const { mod, alt, shift, key } = partsOf(keys);
  return [
    ...(mod ? [apple ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [apple ? '⌥' : 'Alt'] : []),
    ...(shift ? [apple ? '⇧' : 'Shift'] : []),
    signs[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** Returns alternative keys in the form of `aria-keyshortcuts`. */
export function spelled(keys: readonly Keys[], apple = isApple()): string {
  const mod = apple ? 'Meta' : 'Control';
  return keys.map((each) => each.replace('Mod', mod)).join(' ');
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

function isSign(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase();
}

function partsOf(keys: Keys): Parts {
  const parts = keys.split('+');
  const has = (name: string) => parts.slice(0, -1).includes(name);
  return { mod: has('Mod'), alt: has('Alt'), shift: has('Shift'), key: parts.at(-1) ?? '' };
}

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
