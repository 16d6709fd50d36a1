import { printed, type Shortcut } from './keys.ts';
import type { MenuItem } from './menu-list.tsx';

/** The headings of the palette and of the list of shortcuts, in their order. */
export const actionGroups = ['go', 'step', 'add', 'view', 'scenario', 'page', 'drafts', 'examples', 'lessons'] as const;

/** One of the headings. */
export type ActionGroup = (typeof actionGroups)[number];

/**
 * Something that the user can do. Palette, menus, keys and the list of shortcuts draw and run the same actions; a menu
 * may have one that is about another step than the selected one.
 */
export interface Action extends Partial<Shortcut> {
  /** Unique among all actions. The palette keeps its place by it. */
  readonly id: string;
  readonly group: ActionGroup;
  /** What it does, in the language of the page. */
  readonly label: string;
  /** What it is called in a menu that says what it is about; absent: its label. */
  readonly inMenu?: string;
  /** More about it, in smaller letters. */
  readonly hint?: string;
  /** Other words by which a search finds it. */
  readonly words?: string;
  /** The list of shortcuts leaves it out, because it has a line of its own for these keys. */
  readonly unlisted?: boolean;
  /** The palette shows it only to who searches: one of many that few want. */
  readonly sought?: boolean;
  /** It cannot be done now. Its keys then do what the browser does with them. */
  readonly disabled?: boolean;
  /** Whether it is the chosen one of several, or is switched on. */
  readonly checked?: boolean;
  /** `checked` is about this action alone: on or off. */
  readonly alone?: boolean;
  readonly run: () => void;
}

/** Returns the actions of one part of the page as they are now. `app/src/page/actions.ts` lists all sources. */
export type ActionSource = () => readonly Action[];

/** An entry of a menu that does an action. */
export type ActionItem = Extract<MenuItem, { readonly kind: 'action' }>;

/** Draws an action as an entry of a menu. */
export function menuItem({ id, label, inMenu, hint, keys, disabled, checked, alone, run }: Action): ActionItem {
  return {
    kind: 'action',
    id,
    text: inMenu ?? label,
    ...(hint === undefined ? {} : { hint }),
    ...(keys?.[0] === undefined ? {} : { keys: printed(keys[0]).join('+') }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(checked === undefined ? {} : { checked }),
    ...(alone === undefined ? {} : { alone }),
    run,
  };
}

/** Draws those of some actions that have one of some ids as entries of a menu, in the order of the ids. */
export function menuOf(actions: readonly Action[], ids: readonly string[]): readonly ActionItem[] {
  return ids.flatMap((id) => actions.filter((action) => action.id === id).map(menuItem));
}
