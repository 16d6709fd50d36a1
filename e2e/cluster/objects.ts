import type { Api } from './exchange.ts';

/** An object that the tests find in the cluster: how it is written, by whom, and where. */
interface Put {
  readonly path: string;
  readonly object: object;
  readonly manager?: string;
}

const shop = '/api/v1/namespaces/shop';
const apply = 'application/apply-patch+yaml';

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }] },
    },
  },
};

// Written out, and not that of a package's tests: the recorded answers hold this one.
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'bakeries.playground.example' },
  spec: {
    group: 'playground.example',
    names: { kind: 'Bakery', plural: 'bakeries', singular: 'bakery', shortNames: ['bk'] },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  ovens: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, heat: { type: 'integer' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const bakery = {
  apiVersion: 'playground.example/v1',
  kind: 'Bakery',
  metadata: { name: 'corner', namespace: 'shop' },
  spec: {
    ovens: [
      { name: 'left', heat: 220 },
      { name: 'right', heat: 180 },
    ],
  },
};

const puts: readonly Put[] = [
  { path: '/api/v1/namespaces/shop', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } },
  { path: '/apis/apps/v1/namespaces/shop/deployments/web', object: web, manager: 'argocd-controller' },
  {
    path: '/apis/apps/v1/namespaces/shop/deployments/web',
    object: { ...web, metadata: { name: 'web', namespace: 'shop', annotations: { team: 'bread' } }, spec: undefined },
    manager: 'platform',
  },
  {
    path: `${shop}/configmaps/flags`,
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'flags', namespace: 'shop' },
      data: { bread: 'warm' },
    },
    manager: 'helm',
  },
  {
    path: `${shop}/secrets/oven-key`,
    object: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'oven-key', namespace: 'shop' },
      stringData: { key: 'hunter2' },
    },
    manager: 'helm',
  },
  { path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/bakeries.playground.example', object: definition },
  { path: '/apis/playground.example/v1/namespaces/shop/bakeries/corner', object: bakery, manager: 'baker' },
];

/** Puts the objects of the tests into the cluster; that of a custom kind as soon as its kind is served. */
export async function fillCluster(api: Api): Promise<void> {
  for (const { path, object, manager = 'setup' } of puts) {
    const url = `${path}?fieldManager=${manager}&force=true`;
    let status = 0;
    for (let tries = 0; tries < 60 && status !== 200 && status !== 201; tries++) {
      status = await api.write('PATCH', url, apply, JSON.stringify(object));
      if (status === 404) await new Promise((done) => setTimeout(done, 250));
    }
    if (status >= 300) throw new Error(`${path} could not be made: ${status}`);
  }
}

/** Takes the objects of the tests away again. */
export async function clearCluster(api: Api): Promise<void> {
  for (const path of new Set(puts.map((put) => put.path).toReversed())) {
    // The namespace stays: nothing in a lone API server would ever finish its deletion.
    if (path !== '/api/v1/namespaces/shop') await api.write('DELETE', path, 'application/json', '');
  }
}
