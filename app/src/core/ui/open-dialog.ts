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

/** The store of the open dialog, so that it can be opened from anywhere. */
export const useDialog = create<{ readonly open: DialogName | undefined }>(() => ({ open: undefined }));

/** Opens a dialog, and closes the one that is open. */
export function openDialog(open: DialogName): void {
  useDialog.setState({ open });
}

/** Closes the open dialog. */
export function closeDialog(): void {
  useDialog.setState({ open: undefined });
}
