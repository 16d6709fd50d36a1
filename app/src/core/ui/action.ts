import type { Keys } from './keys.ts';

/** The headings of the palette and of the list of shortcuts, in their order. */
export const actionGroups = ['go', 'step', 'add', 'view', 'scenario', 'page', 'drafts', 'examples'] as const;

/** One of the headings. */
export type ActionGroup = (typeof actionGroups)[number];

/** Something that can be done from anywhere: by the palette, by its keys, or by both. */
export interface Action {
  /** Unique among all actions. The palette keeps its place by it. */
  readonly id: string;
  readonly group: ActionGroup;
  /** What it does, in the language of the page. */
  readonly label: string;
  /** More about it, in smaller letters. */
  readonly hint?: string;
  /** Other words by which a search finds it. */
  readonly words?: string;
  /** All keys that do it; the first is shown. */
  readonly keys?: readonly Keys[];
  /**
   * Where its keys work. `everywhere`: in editors too, before the editor gets them. `page`: not while the user types,
   * and only where no menu or list uses them. Keys of a single character always work as `page`.
   */
  readonly where?: 'everywhere' | 'page';
  /** The list of shortcuts leaves it out, because it has a line of its own for these keys. */
  readonly unlisted?: boolean;
  /** It cannot be done now. Its keys then do what the browser does with them. */
  readonly disabled?: boolean;
  /** Whether it is the chosen one of several, or is switched on. */
  readonly checked?: boolean;
  readonly run: () => void;
}

/** Returns the actions of one part of the page as they are now. `panes/frame/actions.ts` lists all sources. */
export type ActionSource = () => readonly Action[];
