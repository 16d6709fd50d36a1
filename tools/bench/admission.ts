import '@managed-fields/admission/whole';
import { type AdmissionSettings, type Cluster, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { median } from '../../conformance/median.ts';

const now = '2026-01-01T00:00:00Z';
const rounds = 400;
/** The first rounds compile; they are not counted. */
const warm = 30;
const applies = 15;
const group = '/apis/admissionregistration.k8s.io/v1';
const path = '/apis/apps/v1/namespaces/default/deployments/web';

/**
 * Times an apply of a Deployment on servers without admission, with all plugins and nothing that asks them, and with five
 * policies that validate and five that change it. The servers take turns every few applies, each round in another order, and
 * a server is compared with the first one of its own round, so that what slows the machine slows both. The first server stands
 * among them twice: how far its second line is from 1.000 is what such a run can tell.
 */
export async function timeAdmission(): Promise<void> {
  const catalog = await loadKubernetesTypes();
  const start = (admission?: AdmissionSettings) => emptyCluster(catalog, admission === undefined ? {} : { admission });
  const installed: AdmissionSettings = { plugins: 'installed', controllers: true };
  const servers: readonly (readonly [string, Cluster])[] = [
    ['no admission', start()],
    ['no admission, once more', start()],
    ['all plugins, no policy', start(installed)],
    ['all plugins, ten policies', withPolicies(start(installed))],
  ];
  const clusters = servers.map(([, cluster]) => cluster);
  const times = servers.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const place of servers.keys()) {
      const index = (round + place) % servers.length;
      const timed = timeOf(clusters[index] ?? start(), round);
      clusters[index] = timed.cluster;
      if (round >= warm) times[index]?.push(timed.time);
    }
  }
  for (const [index, [name]] of servers.entries()) {
    const own = times[index] ?? [];
    const ratio = median(own.map((time, round) => time / (times[0]?.[round] ?? time)));
    console.log(`${name.padEnd(28)}${median(own).toFixed(3)} ms an apply, ${ratio.toFixed(3)} of that without`);
  }
}

/** Milliseconds of the processor an apply that changes the object, and the server after them. */
function timeOf(start: Cluster, round: number): { readonly time: number; readonly cluster: Cluster } {
  let cluster = start;
  const began = process.cpuUsage();
  for (let at = 1; at <= applies; at++) cluster = applied(cluster, (round * applies + at) % 100);
  const { user, system } = process.cpuUsage(began);
  return { time: (user + system) / 1000 / applies, cluster };
}

function applied(cluster: Cluster, replicas: number): Cluster {
  const query = new Map([['fieldManager', 'alice']]);
  const value = mapFromPlain({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'app:1', ports: [{ containerPort: 80 }] }] },
      },
    },
  });
  const body = { kind: 'value', value, duplicates: [] } as const;
  const request = { method: 'PATCH', path, query, contentType: 'application/apply-patch+yaml', body } as const;
  const served = serve(cluster, request, now);
  if (served.response.code >= 300) throw new Error(`the apply was answered ${served.response.code}`);
  return served.cluster;
}

function withPolicies(cluster: Cluster): Cluster {
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE'],
    resources: ['deployments'],
  };
  let made = cluster;
  for (let number = 0; number < 5; number++) {
    const expression = `Object{metadata: Object.metadata{labels: {"policy-${number}": "yes"}}}`;
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }];
    const validations = [{ expression: `object.spec.replicas < ${1000 + number} && has(object.spec.template)` }];
    const matchConstraints = { resourceRules: [rule] };
    made = created(made, 'mutating', number, { matchConstraints, reinvocationPolicy: 'Never', mutations }, {});
    made = created(made, 'validating', number, { matchConstraints, validations }, { validationActions: ['Deny'] });
  }
  return made;
}

function created(cluster: Cluster, kind: string, number: number, spec: object, binding: object): Cluster {
  const metadata = { name: `${kind}-${number}` };
  const policy = mapFromPlain({ metadata, spec });
  const bound = mapFromPlain({ metadata, spec: { policyName: metadata.name, ...binding } });
  return post(post(cluster, `${kind}admissionpolicies`, policy), `${kind}admissionpolicybindings`, bound);
}

function post(cluster: Cluster, resource: string, value: ValueMap): Cluster {
  const body = { kind: 'value', value, duplicates: [] } as const;
  const request = { method: 'POST', path: `${group}/${resource}`, query: new Map(), body } as const;
  const served = serve(cluster, { ...request, contentType: 'application/json' }, now);
  if (served.response.code !== 201) throw new Error(`${resource}: answered ${served.response.code}`);
  return served.cluster;
}
