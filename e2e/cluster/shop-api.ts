import { type PlayedApi, playedApi } from './played-api.ts';

/** What is in the Secret of the shop, and what a ConfigMap is called that an attack makes. */
export const secretValue = 'b3Blbi1zZXNhbWU=';

/** The Deployment of the shop. */
export const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] },
    },
  },
};

/** A played API with the Deployment `shop/web`, which `argocd` applied, and the Secret `shop/x`. */
export async function shopApi(): Promise<PlayedApi> {
  const api = await playedApi();
  const path = '/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=argocd&force=true';
  const code = await api.write('PATCH', path, 'application/apply-patch+yaml', JSON.stringify(web));
  if (code >= 300) throw new Error(`the Deployment was refused: ${code}`);
  const secrets = {
    resource: 'secrets',
    responseKind: { group: '', version: 'v1', kind: 'Secret' },
    scope: 'Namespaced',
    singularResource: 'secret',
    verbs: ['get', 'list'],
  };
  const core = { metadata: { name: '' }, versions: [{ version: 'v1', resources: [secrets] }] };
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'x', namespace: 'shop' },
    data: { key: secretValue },
  };
  const given: Readonly<Record<string, unknown>> = {
    '/api': { kind: 'APIGroupDiscoveryList', items: [core] },
    '/api/v1/secrets': { kind: 'SecretList', items: [secret] },
    '/api/v1/namespaces/shop/secrets/x': secret,
  };
  return {
    ...api,
    ask: async (asked, body, type) => {
      const own = given[asked.url.split('?')[0] ?? ''];
      if (own === undefined) return api.ask(asked, body, type);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(own) };
    },
  };
}
