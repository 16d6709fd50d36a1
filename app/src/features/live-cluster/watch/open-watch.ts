import { nearestVersion } from '@managed-fields/kubernetes-types';
import { apiVersionOf, followedAt, resourcePath } from '@managed-fields/live-cluster';
import { type ObjectName, versionOf } from '@managed-fields/scenario';
import { create } from 'zustand';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { openDialog } from '../../../core/ui/open-dialog.ts';
import { useCluster } from '../state/cluster-mode.ts';
import { loadResources } from '../state/resources.ts';
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
function openWatch(watched: WatchedObject): void {
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

/** Opens the versions of an object as an outcome names it: `apps/v1 Deployment prod/web`. */
export async function watchNamed(named: string): Promise<void> {
  const object = objectNamed(named);
  openWatch({ object, path: await pathOf(object) });
}

/** An object as an outcome names it: `apps/v1 Deployment prod/web`. */
export function objectNamed(named: string): ObjectName {
  const [, apiVersion = '', kind = '', namespace = '', name = ''] =
    /^(\S+) (\S+) (?:([^/]*)\/)?(.*)$/.exec(named) ?? [];
  return { apiVersion, kind, name, ...(namespace === '' ? {} : { namespace }) };
}

/** Where the cluster serves an object; empty where it has no such kind, or does not say. */
async function pathOf({ apiVersion, kind, namespace = '', name }: ObjectName): Promise<string> {
  const loaded = await loadResources();
  if (loaded.kind === 'failed') return '';
  const resource = loaded.value.resources.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
  return resource === undefined ? '' : resourcePath(resource, namespace, name);
}
