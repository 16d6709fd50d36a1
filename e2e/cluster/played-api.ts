import { type Cluster, emptyCluster, serve } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, isMap, mapAt, parseJson, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Answered, Api } from './exchange.ts';

/** An API that this repository's own engine plays, for what no recording can do: a watch that lasts, breaks and expires. */
export interface PlayedApi extends Api {
  /** Ends all watches, as a server does after a while: each once it has sent what has happened by now. */
  endWatches(): void;
  /** Sends a bookmark with a later resourceVersion, and returns that. */
  bookmark(): string;
  /** Answers the next watch with 410, as a server does that no longer has the resourceVersion. */
  expire(): void;
}

const path = '/apis/apps/v1/namespaces/shop/deployments/web';
const json = { 'content-type': 'application/json' };

/** Serves discovery, and one Deployment `shop/web`, which the test writes. */
export async function playedApi(): Promise<PlayedApi> {
  const catalog = await loadKubernetesTypes();
  let cluster: Cluster = emptyCluster(catalog);
  let seconds = 0;
  let expired = false;
  const events: { readonly version: number; readonly line: string }[] = [];
  const wake = new Set<() => void>();
  const ended = new Set<() => void>();
  const read = (): ValueMap | undefined => {
    const { response } = serve(cluster, { method: 'GET', path, query: new Map() }, '2026-01-01T00:00:00Z');
    return response.code === 200 && isMap(response.body) ? response.body : undefined;
  };
  const versionOf = (object: ValueMap | undefined) =>
    Number(stringAt(mapAt(object, 'metadata'), 'resourceVersion') ?? '1');
  const resource = {
    resource: 'deployments',
    responseKind: { group: 'apps', version: 'v1', kind: 'Deployment' },
    scope: 'Namespaced',
    singularResource: 'deployment',
    shortNames: ['deploy'],
    verbs: ['get', 'list', 'watch', 'patch'],
  };
  const apps = { metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [resource] }] };
  const answers: Readonly<Record<string, () => unknown>> = {
    '/version': () => ({ gitVersion: 'v1.36.3' }),
    '/api': () => ({ kind: 'APIGroupDiscoveryList', items: [] }),
    '/apis': () => ({ kind: 'APIGroupDiscoveryList', items: [apps] }),
    '/apis/authentication.k8s.io/v1/selfsubjectreviews': () => ({
      kind: 'SelfSubjectReview',
      status: { userInfo: { username: 'admin', groups: [] } },
    }),
  };
  const answered = (status: number, body: string): Answered => ({ status, headers: json, body });
  return {
    ask: async ({ method, url }, text, contentType) => {
      const [asked = '', query = ''] = url.split('?');
      const known = answers[asked];
      if (known !== undefined) return answered(200, JSON.stringify(known()));
      if (method === 'PATCH') {
        const parsed = parseJson(text);
        const value = parsed.kind === 'value' ? parsed.value : null;
        const body = { kind: 'value', value, duplicates: [] } as const;
        const request = { method, path: asked, query: new Map(new URLSearchParams(query)), contentType, body } as const;
        // A dry run: the cluster stays as it is.
        const { response } = serve(cluster, request, '2026-01-01T01:00:00Z');
        return answered(response.code, response.body === undefined ? '' : formatJson(response.body));
      }
      if (asked.startsWith('/apis/apps/v1/namespaces/shop/deployments/')) {
        const { response } = serve(cluster, { method: 'GET', path: asked, query: new Map() }, '2026-01-01T00:00:00Z');
        return answered(response.code, response.body === undefined ? '{}' : formatJson(response.body));
      }
      const object = read();
      const items = object === undefined ? [] : [object];
      const list = new Map<string, Value>([
        ['kind', 'DeploymentList'],
        ['apiVersion', 'apps/v1'],
        ['metadata', new Map([['resourceVersion', String(events.at(-1)?.version ?? 1)]])],
        ['items', items],
      ]);
      return answered(200, formatJson(list));
    },
    async *watch({ url }, signal) {
      if (expired) {
        expired = false;
        yield '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old resource version"}}';
        return;
      }
      const from = Number(new URLSearchParams(url.split('?')[1]).get('resourceVersion'));
      let at = events.findLastIndex(({ version }) => version <= from) + 1;
      let last = Number.POSITIVE_INFINITY;
      const end = () => {
        last = Math.min(last, events.length);
        for (const each of wake) each();
      };
      ended.add(end);
      signal.addEventListener('abort', end);
      while (at < last && !signal.aborted) {
        const event = events[at];
        if (event === undefined) await new Promise<void>((done) => wake.add(done));
        else {
          at++;
          yield event.line;
        }
      }
    },
    write: async (method, url, contentType, body) => {
      const [to = '', query = ''] = url.split('?');
      const before = read();
      const parsed = body === '' ? undefined : parseJson(body);
      const time = `${new Date(Date.UTC(2026, 0, 1) + ++seconds * 1000).toISOString().slice(0, 19)}Z`;
      const { response, cluster: after } = serve(
        cluster,
        {
          method: method === 'DELETE' ? 'DELETE' : 'PATCH',
          path: to,
          query: new Map(new URLSearchParams(query)),
          contentType,
          ...(parsed?.kind === 'value' ? { body: { kind: 'value', value: parsed.value, duplicates: [] } } : {}),
        },
        time,
      );
      cluster = after;
      const now = read();
      const type = now === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED';
      if (versionOf(now) !== versionOf(before) || now === undefined) {
        const version = now === undefined ? (events.at(-1)?.version ?? 0) + 1 : versionOf(now);
        const line = formatJson(
          new Map<string, Value>([
            ['type', type],
            ['object', now ?? before ?? null],
          ]),
        );
        events.push({ version, line });
        for (const each of wake) each();
        wake.clear();
      }
      return response.code;
    },
    bookmark: () => {
      const version = (events.at(-1)?.version ?? 0) + 1;
      const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { resourceVersion: String(version) } };
      events.push({ version, line: JSON.stringify({ type: 'BOOKMARK', object }) });
      for (const each of wake) each();
      wake.clear();
      return String(version);
    },
    endWatches: () => {
      for (const end of ended) end();
      ended.clear();
    },
    expire: () => {
      expired = true;
    },
  };
}
