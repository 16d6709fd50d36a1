// What people do with @kubernetes/client-node, for `tools/record/rehearsal.ts`: `node client-node.mjs` beside an installed one. What it
// prints is compared too.
import * as k8s from '@kubernetes/client-node';

const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);
const namespace = process.env.NAMESPACE;
const map = (name, data, labels) => ({ metadata: { name, labels }, data });
const as = (type) => k8s.setHeaderOptions('Content-Type', type);

/** Prints what an action comes to, or the answer of the server that refuses it. */
async function says(name, action) {
  try {
    console.log(name, JSON.stringify(await action()));
  } catch (refused) {
    console.log(name, refused.code ?? String(refused), refused.body ?? '');
  }
}

await core.createNamespace({ body: { metadata: { name: namespace } } });
for (let number = 0; number < 5; number++) {
  const body = map(`c${number}`, { n: String(number) }, { odd: String(number % 2) });
  await core.createNamespacedConfigMap({ namespace, body });
}
await says('again', () => core.createNamespacedConfigMap({ namespace, body: map('c0', {}) }));

// Pages, selectors, and a cache that is told of changes.
let next;
do {
  const page = await core.listNamespacedConfigMap({ namespace, limit: 2, _continue: next });
  console.log('page', page.items.map(({ metadata }) => metadata.name).join(), page.metadata.remainingItemCount);
  next = page.metadata._continue;
} while (next);
await says('selector', () => core.listNamespacedConfigMap({ namespace, labelSelector: 'odd in' }));
const list = () => core.listNamespacedConfigMap({ namespace });
const informer = k8s.makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list);
const added = new Promise((done) => informer.on('add', ({ metadata }) => metadata.name === 'late' && done()));
informer.on('error', (error) => console.log('informer', String(error)));
await informer.start();
await core.createNamespacedConfigMap({ namespace, body: map('late', {}) });
await added;
console.log('cached', informer.list().length);
await informer.stop();

// The four patches, and replace.
const own = { name: 'c1', namespace };
const patched = (body, type, more = {}) => core.patchNamespacedConfigMap({ ...own, body, ...more }, as(type));
const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c1' }, data: { applied: '1' } };
await patched([{ op: 'add', path: '/data/json', value: '1' }], k8s.PatchStrategy.JsonPatch);
await patched({ data: { strategic: '1' } }, k8s.PatchStrategy.StrategicMergePatch);
await patched({ data: { n: null } }, k8s.PatchStrategy.MergePatch);
await patched(applied, k8s.PatchStrategy.ServerSideApply, { fieldManager: 'node' });
const taken = { ...applied, data: { strategic: '2' } };
await says('conflict', () => patched(taken, k8s.PatchStrategy.ServerSideApply, { fieldManager: 'other' }));
await patched(taken, k8s.PatchStrategy.ServerSideApply, { fieldManager: 'other', force: true });
await patched({ data: { dry: '1' } }, k8s.PatchStrategy.MergePatch, { dryRun: 'All' });
await says('strict', () => patched({ dat: {} }, k8s.PatchStrategy.MergePatch, { fieldValidation: 'Strict' }));
const live = await core.readNamespacedConfigMap({ name: 'c2', namespace });
live.data.replaced = '1';
await core.replaceNamespacedConfigMap({ name: 'c2', namespace, body: live });
await says('stale', () => core.replaceNamespacedConfigMap({ name: 'c2', namespace, body: live }));

// Subresources.
const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
const spec = { replicas: 1, selector: { matchLabels: labels }, template };
await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: 'web' }, spec } });
const web = { name: 'web', namespace };
await apps.patchNamespacedDeploymentScale(
  { ...web, body: { spec: { replicas: 4 } } },
  as(k8s.PatchStrategy.MergePatch),
);
const scale = await apps.readNamespacedDeploymentScale(web);
await apps.replaceNamespacedDeploymentScale({ ...web, body: { ...scale, spec: { replicas: 3 } } });
const status = { status: { replicas: 3, readyReplicas: 2 } };
await apps.patchNamespacedDeploymentStatus({ ...web, body: status }, as(k8s.PatchStrategy.MergePatch));
const { kind, metadata } = await objects.read({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: web });
console.log('read', kind, metadata.name, metadata.generation);
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
await core.createNamespacedPod({ namespace, body: pod });
await says('log', () => core.readNamespacedPodLog({ name: 'p', namespace }));
await says('exec', () => core.connectPostNamespacedPodExec({ name: 'p', namespace, command: 'ls', stdout: true }));
const socket = new k8s.Exec(config).exec(namespace, 'p', 'c', ['ls'], null, null, null, false);
console.log('exec by WebSocket', await socket.then(String, () => 'refused'));

// Deletes.
await says('none', () => core.deleteNamespacedConfigMap({ name: 'none', namespace }));
await says('uid', () => core.deleteNamespacedConfigMap({ ...own, body: { preconditions: { uid: 'x' } } }));
await core.deleteNamespacedConfigMap({ name: 'c4', namespace, propagationPolicy: 'Foreground' });
await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: 'odd=0' });
await apps.deleteNamespacedDeployment({ ...web, propagationPolicy: 'Orphan' });
console.log('left', (await list()).items.map((each) => each.metadata.name).join());
