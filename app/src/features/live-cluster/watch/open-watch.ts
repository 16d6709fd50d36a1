import { nearestVersion } from '@managed-fields/kubernetes-types';
import { followedAt } from '@managed-fields/live-cluster';
import { type ObjectName, versionOf } from '@managed-fields/scenario';
import { create } from 'zustand';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { openDialog } from '../../../core/ui/open-dialog.ts';
import { useCluster } from '../state/cluster-mode.ts';
import type { WatchTarget } from './watch-store.ts';

/** An object of the cluster, and the path at which the cluster serves it. */
export interface WatchedObject {
  readonly object: ObjectName;
  /** `/apis/apps/v1/namespaces/prod/deployments/web` */
  readonly path: string;
}

/** The store of the object whose versions the dialog shows. */
export const useWatchedObject = create<{ readonly watched: WatchedObject | undefined }>(() => ({ watched: undefined }));

/** Opens the dialog with the versions of an object. Nothing is sent before the user asks for it there. */
export function openWatch(watched: WatchedObject): void {
  useWatchedObject.setState({ watched });
  openDialog('watch');
}

/**
 * What is followed for an object: with the kinds of the cluster's version, and with the definitions of the scenario on
 * screen. Undefined where the path is none of it.
 */
export function targetOf({ object, path }: WatchedObject): WatchTarget | undefined {
  const followed = followedAt(object, path);
  const { scenario } = useScenario.getState();
  const { mode } = useCluster.getState();
  const served = mode.kind === 'connected' ? nearestVersion(mode.release) : undefined;
  const definitions = scenario.steps.flatMap(({ kind, off, text }) => (kind === 'crd' && off !== true ? [text] : []));
  return followed && { followed, kubernetes: served ?? versionOf(scenario), definitions };
}

/** `Deployment prod/web` */
export function objectTitle({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name}`;
}
