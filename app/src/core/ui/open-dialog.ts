import { create } from 'zustand';

/** The dialogs of the page. At most one is open. */
export type DialogName =
  | 'ask-cluster'
  | 'audit'
  | 'bring'
  | 'drafts'
  | 'gallery'
  | 'goals'
  | 'help'
  | 'lessons'
  | 'open-cluster'
  | 'palette'
  | 'schema'
  | 'share'
  | 'share-file'
  | 'share-survey'
  | 'shortcuts'
  | 'versions'
  | 'watch';

/** What is open, and how far its reader has come in it: Back leads there again. */
export interface OpenDialog {
  readonly open: DialogName | undefined;
  /** What is open within the dialog, as an object of an audit log: a place of its own. Empty for its first view. */
  readonly within: string;
  /** What was typed or chosen in it, by a name that the dialog gives it. */
  readonly typed: Readonly<Record<string, string>>;
}

const untouched = { within: '', typed: {} } as const;

/** The store of the open dialog, so that it can be opened from anywhere. */
export const useDialog = create<OpenDialog>(() => ({ open: undefined, ...untouched }));

/** Opens a dialog, and closes the one that is open. */
export function openDialog(open: DialogName): void {
  useDialog.setState({ open, ...untouched });
}

/** Closes the open dialog. */
export function closeDialog(): void {
  useDialog.setState({ open: undefined, ...untouched });
}
