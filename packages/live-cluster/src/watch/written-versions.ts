import { type Cluster, emptyCluster, serve, type TypeCatalog } from '@managed-fields/api-server';
import { formatJson, isMap, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import type { ObjectName } from '@managed-fields/scenario';

/** A write of a manager, for tests. Without `apply` the body is a merge patch. */
export interface Write {
  readonly manager: string;
  readonly body: object;
  readonly apply?: boolean;
  readonly subresource?: string;
  /** Seconds after the first write; by default one more than before. */
  readonly at?: number;
}

/** A server with one object, for tests: what it is sent is played by the engine. */
export interface OneObject {
  readonly name: ObjectName;
  readonly path: string;
  /** Plays a write and returns the object after it; throws where the server refuses. */
  write(write: Write): ValueMap;
  /** The object now; undefined where it does not exist. */
  read(): ValueMap | undefined;
  remove(): ValueMap;
}

/** Serves one Deployment. */
export function oneDeployment(catalog: TypeCatalog): OneObject {
  const name = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'prod', name: 'web' };
  const path = '/apis/apps/v1/namespaces/prod/deployments/web';
  let cluster: Cluster = emptyCluster(catalog);
  let seconds = 0;
  const ask = (request: Partial<Parameters<typeof serve>[1]>, at: number): ValueMap | undefined => {
    const time = `${new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString().slice(0, 19)}Z`;
    const served = serve(cluster, { method: 'GET', path, query: new Map(), ...request }, time);
    if (served.response.code === 404 && request.method === undefined) return undefined;
    if (served.response.code >= 300) throw new Error(formatJson(served.response.body));
    cluster = served.cluster;
    return isMap(served.response.body) ? served.response.body : undefined;
  };
  const read = () => ask({}, seconds);
  return {
    name,
    path,
    read,
    write: ({ manager, body, apply = false, subresource, at = seconds + 1 }) => {
      seconds = at;
      const query = new Map([['fieldManager', manager], ...(apply ? [['force', 'true'] as const] : [])]);
      const contentType = apply ? 'application/apply-patch+yaml' : 'application/merge-patch+json';
      const { apiVersion, kind, namespace, name: own } = name;
      const isNew = !apply && read() === undefined;
      const names = apply || isNew ? { apiVersion, kind, metadata: { name: own, namespace } } : {};
      const value = valueFromPlain({ ...names, ...body });
      const to = subresource === undefined ? path : `${path}/${subresource}`;
      const sent = { kind: 'value', value, duplicates: [] } as const;
      const request = isNew
        ? ({ method: 'POST', path: path.slice(0, path.lastIndexOf('/')), contentType: 'application/json' } as const)
        : ({ method: 'PATCH', path: to, contentType } as const);
      ask({ ...request, query, body: sent }, seconds);
      return read() ?? new Map();
    },
    remove: () => {
      const last = read() ?? new Map<string, Value>();
      ask({ method: 'DELETE' }, ++seconds);
      return last;
    },
  };
}

/** A Deployment to begin with. */
export const deployment = {
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
    },
  },
};

/** An event as a server writes it. */
export function eventLine(type: string, object: Value): string {
  return formatJson(
    new Map<string, Value>([
      ['type', type],
      ['object', object],
    ]),
  );
}

/** The answer of a list of one object. */
export function listText(object: ValueMap | undefined, resourceVersion: string): string {
  const items =
    object === undefined ? [] : [new Map([...object].filter(([key]) => key !== 'apiVersion' && key !== 'kind'))];
  return formatJson(
    new Map<string, Value>([
      ['kind', 'DeploymentList'],
      ['apiVersion', 'apps/v1'],
      ['metadata', new Map([['resourceVersion', resourceVersion]])],
      ['items', items],
    ]),
  );
}
