import { apiVersionOf, resourcePath } from '@managed-fields/live-cluster';
import type { ObjectName } from '@managed-fields/scenario';
import { loadResources } from '../state/resources.ts';
import { openWatch } from './open-watch.ts';

/** Opens the versions of an object as an outcome names it: `apps/v1 Deployment prod/web`. */
export async function watchNamed(named: string): Promise<void> {
  const object = objectNamed(named);
  openWatch({ object, path: await pathOf(object) });
}

function objectNamed(named: string): ObjectName {
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
