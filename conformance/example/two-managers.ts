import { emptyCluster, serve } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { decodeBody, printYaml } from '@managed-fields/source';

const path = '/api/v1/namespaces/default/configmaps/settings';
const contentType = 'application/apply-patch+yaml';
const config = (data: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: ${data}}`;
let cluster = emptyCluster(await loadKubernetesTypes());
for (const [manager, data] of [
  ['alice', '{a: "1", b: "1"}'],
  ['bob', '{b: "2", c: "2"}'],
] as const) {
  const body = decodeBody(config(data), contentType);
  const query = new Map([['fieldManager', manager]]);
  const served = serve(cluster, { method: 'PATCH', path, query, contentType, body }, '2026-01-01T00:00:00Z');
  cluster = served.cluster;
  console.log(printYaml(served.response.body).text);
}
