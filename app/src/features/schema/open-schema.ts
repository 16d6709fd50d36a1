import type { KindName, SchemaPath } from '@managed-fields/player';
import { useEffect } from 'react';
import { create } from 'zustand';
import { usePlayback } from '../../core/engine/playback-store.ts';
import { useScenario } from '../../core/store/scenario-store.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';

/** What the schema dialog shows. */
interface Lens {
  /** The kind; undefined until one is chosen. */
  readonly of: KindName | undefined;
  /** The path of the field to show first. */
  readonly path: SchemaPath;
  /** The text of a definition that was pasted into the dialog and is no step. */
  readonly pasted: string;
  /** Shows the kind that a definition defines, as soon as that is known. */
  readonly wantsDefined: boolean;
}

/** The store of the schema dialog, so that it can be opened from anywhere and remembers its place. */
export const useSchemaDialog = create<Lens>(() => ({
  of: undefined,
  path: [],
  pasted: '',
  wantsDefined: false,
}));

/** Opens the dialog on a kind, on a field of a kind, or by default on the kind of the object of the selected step. */
export function openSchema(of: KindName | undefined = kindOfSelected(), path: SchemaPath = []): void {
  const { of: before } = useSchemaDialog.getState();
  // From a definition the user wants to see the kind that it defines.
  const wantsDefined = of?.kind === 'CustomResourceDefinition' && path.length === 0;
  useSchemaDialog.setState({ of: of ?? before, path, pasted: '', wantsDefined });
  openDialog('schema');
}

/** Shows a kind. */
export function lookAt({ apiVersion, kind }: KindName): void {
  useSchemaDialog.setState({ of: { apiVersion, kind }, path: [], wantsDefined: false });
}

/** The kind that is shown first where no object names one. */
const firstKind: KindName = { apiVersion: 'apps/v1', kind: 'Deployment' };

/** Shows the kind of the object of the selected step, once the engine has answered. */
export function useFirstKind(): void {
  const isMissing = useSchemaDialog(({ of }) => of === undefined);
  const isReady = usePlayback(({ health }) => health === 'ready');
  useEffect(() => {
    if (isMissing && isReady) lookAt(kindOfSelected() ?? firstKind);
  }, [isMissing, isReady]);
}

/** Shows what a pasted text defines; for an empty text the kinds of the scenario again. */
export function lookAtPasted(pasted: string): void {
  useSchemaDialog.setState({ pasted, wantsDefined: pasted !== '' });
}

/** Returns the kind of the object of the selected step, from `apps/v1 Deployment shop/web`. */
export function kindOfSelected(): KindName | undefined {
  const { selected } = useScenario.getState();
  const outcome = usePlayback.getState().playback.outcomes.find(({ stepId }) => stepId === selected);
  const [apiVersion, kind] = outcome?.object?.split(' ') ?? [];
  return apiVersion === undefined || kind === undefined ? undefined : { apiVersion, kind };
}
