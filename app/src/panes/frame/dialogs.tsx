import type { ComponentType } from 'react';
import { listExamples } from '../../store/examples.ts';
import { lazyPane } from '../components/lazy-pane.tsx';
import { type DialogName, useDialog } from '../components/open-dialog.ts';

/** The dialogs. Each is fetched when it is first opened, or when the browser is idle. */
const dialogs: Readonly<Record<DialogName, ComponentType>> = {
  'ask-cluster': lazyPane(async () => (await import('../cluster/ask-cluster.tsx')).AskClusterDialog, {
    whenIdle: false,
  }),
  audit: lazyPane(async () => (await import('../audit/audit-dialog.tsx')).AuditDialog, { whenIdle: false }),
  bring: lazyPane(async () => (await import('../bring/bring-dialog.tsx')).BringDialog),
  drafts: lazyPane(async () => (await import('../bring/drafts-dialog.tsx')).DraftsDialog),
  gallery: lazyPane(async () => (await withList(import('../gallery/gallery.tsx'))).Gallery),
  'open-cluster': lazyPane(async () => (await import('../cluster/open-cluster.tsx')).OpenClusterDialog, {
    whenIdle: false,
  }),
  palette: lazyPane(async () => (await withList(import('./palette.tsx'))).Palette),
  schema: lazyPane(async () => (await import('../schema/schema-dialog.tsx')).SchemaDialog),
  share: lazyPane(async () => (await import('../share/share-dialog.tsx')).ShareDialog),
  'share-file': lazyPane(async () => (await import('../share/share-dialog.tsx')).ShareFileDialog),
  shortcuts: lazyPane(async () => (await import('./shortcuts-list.tsx')).ShortcutsList),
  versions: lazyPane(async () => (await import('../versions/versions-dialog.tsx')).VersionsDialog),
  watch: lazyPane(async () => (await import('../cluster/watch/watch-dialog.tsx')).WatchDialog, { whenIdle: false }),
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
