import { resourcePath } from '@managed-fields/cluster';
import { loadResources } from '../../../cluster/resources.ts';
import { usePlayback } from '../../../engine/playback-store.ts';
import { useScenario } from '../../../store/scenario-store.ts';
import type { OpenFailure } from '../start-found.ts';
import { openWatch } from './open-watch.ts';

/** The object of the selected step, as its outcome names it: `apps/v1 Deployment shop/web`; undefined where it has none. */
export function objectOfSelected(): string | undefined {
  const { selected } = useScenario.getState();
  return usePlayback.getState().playback.outcomes.find(({ stepId }) => stepId === selected)?.object;
}

/** Opens the dialog that follows the object of the selected step; returns why the cluster has no such object. */
export async function watchSelected(): Promise<OpenFailure | undefined> {
  const [, apiVersion = '', kind = '', namespace = '', name = ''] =
    /^(\S+) (\S+) (?:([^/]*)\/)?(.+)$/.exec(objectOfSelected() ?? '') ?? [];
  if (name === '') return { kind: 'no-object' };
  const loaded = await loadResources();
  if (loaded.kind === 'failed') return loaded;
  const resource = loaded.value.resources.find(
    (each) => each.kind === kind && `${each.group === '' ? '' : `${each.group}/`}${each.version}` === apiVersion,
  );
  if (resource === undefined) return { kind: 'no-resource', typed: `${apiVersion} ${kind}` };
  openWatch({ object: { apiVersion, kind, namespace, name }, path: resourcePath(resource, namespace, name) });
  return undefined;
}
