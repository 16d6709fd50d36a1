import { lazy, Suspense } from 'react';
import { type DialogName, useDialog } from '../parts/open-dialog.ts';

/** The dialogs, each fetched when it is opened for the first time. */
const dialogs: Readonly<Record<DialogName, ReturnType<typeof lazy>>> = {
  bring: lazy(async () => ({ default: (await import('../bring/bring-dialog.tsx')).BringDialog })),
  drafts: lazy(async () => ({ default: (await import('../bring/drafts-dialog.tsx')).DraftsDialog })),
  gallery: lazy(async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery })),
  palette: lazy(async () => ({ default: (await import('./palette.tsx')).Palette })),
  schema: lazy(async () => ({ default: (await import('../schema/schema-lens.tsx')).SchemaLens })),
  share: lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog })),
  shortcuts: lazy(async () => ({ default: (await import('./shortcuts-list.tsx')).ShortcutsList })),
};

/** The dialog that is open, if one is. */
export function Dialogs() {
  const open = useDialog((state) => state.open);
  if (open === undefined) return null;
  const Open = dialogs[open];
  return (
    <Suspense>
      <Open />
    </Suspense>
  );
}
