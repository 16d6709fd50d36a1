import type { ComponentType } from 'react';
import { listExamples } from '../core/store/examples.ts';
import { lazyPane } from '../core/ui/lazy-pane.tsx';
import { type DialogName, useDialog } from '../core/ui/open-dialog.ts';

/** The dialogs. Each is fetched when it is first opened, or when the browser is idle. */
const dialogs: Readonly<Record<DialogName, ComponentType>> = {
  'ask-cluster': lazyPane(
    async () => (await import('../features/live-cluster/view/ask-cluster.tsx')).AskClusterDialog,
    {
      whenIdle: false,
    },
  ),
  audit: lazyPane(async () => (await import('../features/audit/audit-dialog.tsx')).AuditDialog, { whenIdle: false }),
  bring: lazyPane(async () => (await import('../features/bring/bring-dialog.tsx')).BringDialog),
  drafts: lazyPane(async () => (await import('../features/bring/drafts-dialog.tsx')).DraftsDialog),
  gallery: lazyPane(async () => (await withList(import('../features/gallery/gallery.tsx'))).Gallery),
  'open-cluster': lazyPane(
    async () => (await import('../features/live-cluster/view/open-cluster.tsx')).OpenClusterDialog,
    {
      whenIdle: false,
    },
  ),
  palette: lazyPane(async () => (await withList(import('./palette.tsx'))).Palette),
  schema: lazyPane(async () => (await import('../features/schema/schema-dialog.tsx')).SchemaDialog),
  share: lazyPane(async () => (await import('../features/share/share-dialog.tsx')).ShareDialog),
  'share-file': lazyPane(async () => (await import('../features/share/share-dialog.tsx')).ShareFileDialog),
  shortcuts: lazyPane(async () => (await import('./shortcuts-list.tsx')).ShortcutsList),
  versions: lazyPane(async () => (await import('../features/scenario/versions/versions-dialog.tsx')).VersionsDialog),
  watch: lazyPane(async () => (await import('../features/live-cluster/watch/watch-dialog.tsx')).WatchDialog, {
    whenIdle: false,
  }),
};

/** Draws the open dialog, if there is one. */
export function Dialogs() {
  const open = useDialog((state) => state.open);
  if (open === undefined) return null;
  const Open = dialogs[open];
  return <Open />;
}

/** Resolves when both the code and the list of examples are loaded. */
async function withList<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, listExamples()]);
  return loaded;
}
