import type { KindName, SchemaPath } from '@managed-fields/scenario';
import { useEffect } from 'react';
import { create } from 'zustand';
import { usePlayback } from '../../engine/playback-store.ts';
import { useScenario } from '../../store/scenario-store.ts';
import { openDialog } from '../components/open-dialog.ts';

/** What the schema lens looks at. */
interface Lens {
  /** The kind; undefined until one is chosen. */
  readonly of: KindName | undefined;
  /** The field that is to be shown at first. */
  readonly path: SchemaPath;
  /** A definition that is looked at without a step. */
  readonly pasted: string;
  /** Looks for the kind that a definition defines, as soon as that is known. */
  readonly wantsDefined: boolean;
}

/** The store of the lens, so that it can be opened from anywhere, and keeps its place. */
export const useSchemaDialog = create<Lens>(() => ({
  of: undefined,
  path: [],
  pasted: '',
  wantsDefined: false,
}));

/** Opens the lens: on a kind, on a field of a kind, or else on the kind of the selected step's object. */
export function openSchema(of: KindName | undefined = kindOfSelected(), path: SchemaPath = []): void {
  const { of: before } = useSchemaDialog.getState();
  // Whoever looks from a definition means what it defines.
  const wantsDefined = of?.kind === 'CustomResourceDefinition' && path.length === 0;
  useSchemaDialog.setState({ of: of ?? before, path, pasted: '', wantsDefined });
  openDialog('schema');
}

/** Looks at a kind. */
export function lookAt({ apiVersion, kind }: KindName): void {
  useSchemaDialog.setState({ of: { apiVersion, kind }, path: [], wantsDefined: false });
}

/** The kind to begin with where no object tells one. */
const firstKind: KindName = { apiVersion: 'apps/v1', kind: 'Deployment' };

/** Looks at the kind of the selected step's object, once the engine has told it. */
export function useFirstKind(): void {
  const isMissing = useSchemaDialog(({ of }) => of === undefined);
  const isReady = usePlayback(({ health }) => health === 'ready');
  useEffect(() => {
    if (isMissing && isReady) lookAt(kindOfSelected() ?? firstKind);
  }, [isMissing, isReady]);
}

/** Looks at what a pasted text defines; at the kinds of the scenario again where it is empty. */
export function lookAtPasted(pasted: string): void {
  useSchemaDialog.setState({ pasted, wantsDefined: pasted !== '' });
}

/** The kind of the object that the selected step is about, `apps/v1 Deployment shop/web`. */
export function kindOfSelected(): KindName | undefined {
  const { selected } = useScenario.getState();
  const outcome = usePlayback.getState().playback.outcomes.find(({ stepId }) => stepId === selected);
  const [apiVersion, kind] = outcome?.object?.split(' ') ?? [];
  return apiVersion === undefined || kind === undefined ? undefined : { apiVersion, kind };
}
