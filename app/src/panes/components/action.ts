import type { Keys } from './keys.ts';

/** Under which heading of the palette and of the list of shortcuts an action stands, in their order. */
export const actionGroups = ['go', 'step', 'add', 'view', 'scenario', 'page', 'drafts', 'examples'] as const;

/** One of the headings. */
export type ActionGroup = (typeof actionGroups)[number];

/** Something that can be done from anywhere: by the palette, by its keys, or by both. */
export interface Action {
  /** Unique among all; the palette keeps its place by it. */
  readonly id: string;
  readonly group: ActionGroup;
  /** What it does, in the language that is spoken now. */
  readonly label: string;
  /** More about it, in smaller letters. */
  readonly hint?: string;
  /** Other words by which somebody may look for it. */
  readonly words?: string;
  /** All keys that do it; the first is shown. */
  readonly keys?: readonly Keys[];
  /**
   * Where its keys count. `everywhere`: in editors too, before they see them. `page`: not while somebody types, and
   * only where nothing nearer has a use for them. Keys that are a single sign are always of the page.
   */
  readonly where?: 'everywhere' | 'page';
  /** The list of shortcuts leaves it out, because it says its keys in a line of its own. */
  readonly unlisted?: boolean;
  /** It cannot be done now; its keys then stay with the browser. */
  readonly disabled?: boolean;
  /** For one of several choices, and for what is on or off. */
  readonly checked?: boolean;
  readonly run: () => void;
}

/** Makes the actions of one part of the page as they are now. `panes/frame/actions.ts` lists all of these. */
export type ActionSource = () => readonly Action[];
