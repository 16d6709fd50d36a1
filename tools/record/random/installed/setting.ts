import type { Chance } from '../../../../conformance/chance.ts';
import { any, asObject, type Json, type Maker, make, map } from '../makers.ts';
import type { PlannedRequest } from '../request.ts';
import { jsonText } from '../text.ts';
import { yes } from '../words.ts';
import type { Names } from './names.ts';

const headers = { 'User-Agent': 'curl/8.0', 'Content-Type': 'application/json' };

/** Creates an object in a collection. */
export function post(path: string, object: Json): PlannedRequest {
  return { method: 'POST', path, query: {}, headers, body: jsonText(object) };
}

/** Changes an object by a merge patch. */
export function merge(path: string, change: Json): PlannedRequest {
  const type = 'application/merge-patch+json';
  return { method: 'PATCH', path, query: {}, headers: { ...headers, 'Content-Type': type }, body: jsonText(change) };
}

const level = any('privileged', 'baseline', 'restricted');
const podSecurity = map({
  'pod-security.kubernetes.io/enforce?': any('privileged', 'baseline', 'baseline', 'restricted'),
  'pod-security.kubernetes.io/enforce-version?': any('latest', 'v1.20', 'v1.30'),
  'pod-security.kubernetes.io/warn': level,
  'pod-security.kubernetes.io/audit?': level,
});

/** The labels of a namespace: a team that policies ask for, and the levels of Pod security. */
export const namespaceLabels = map({ 'team!': any('red', 'blue'), '...security': podSecurity });

const quantity = {
  cpu: any('500m', '1', '2'),
  memory: any('128Mi', '1Gi', '2Gi'),
} as const;

/** One resource a map: the order in which the server asks about several is that of a Go map. */
function bounds(resource: 'cpu' | 'memory'): Maker {
  const small = resource === 'cpu' ? any('50m', '100m') : any('32Mi', '64Mi');
  const large = quantity[resource];
  return any(
    map({ 'type!': 'Container', 'max!': map({ [`${resource}!`]: large }) }),
    map({ 'type!': 'Container', 'min!': map({ [`${resource}!`]: small }) }),
    map({ 'type!': 'Container', 'maxLimitRequestRatio!': map({ [`${resource}!`]: any('2', '10') }) }),
    map({
      'type!': 'Container',
      'default!': map({ [`${resource}!`]: large }),
      defaultRequest: map({ [`${resource}!`]: small }),
    }),
    map({ 'type!': 'Pod', 'max!': map({ [`${resource}!`]: large }) }),
  );
}

const limits = map({
  'limits!': (chance) => {
    const items = [any(bounds('cpu'), bounds('memory')), any(bounds('memory'), claimLimit, bounds('cpu'))];
    return items.slice(0, 1 + chance.integer(2)).flatMap((item) => make(chance, item) ?? []);
  },
});
const claimLimit = map({
  'type!': 'PersistentVolumeClaim',
  'max!': map({ 'storage!': any('2Gi', '1Gi') }),
  min: map({ 'storage!': any('600Mi', '1Gi') }),
});

/** Quotas of which no two count the same object, since the server asks them in the order of a Go map. */
const quotas: readonly ((names: Names) => Maker)[] = [
  () =>
    map({
      'hard!': any(
        { pods: '1' },
        { pods: '2', 'requests.cpu': '1' },
        { 'limits.memory': '2Gi', 'requests.cpu': '600m' },
        { 'count/pods': '1' },
        { cpu: '2', memory: '2Gi' },
        { 'requests.ephemeral-storage': '1Gi' },
      ),
      'scopes?': any(['BestEffort'], ['NotBestEffort'], ['NotTerminating'], ['Terminating']),
    }),
  ({ className }) =>
    map({
      'hard!': any(
        { persistentvolumeclaims: '1' },
        { 'requests.storage': '2Gi' },
        { [`${className}.storageclass.storage.k8s.io/requests.storage`]: '1500Mi' },
      ),
    }),
  () => map({ 'hard!': any({ 'count/configmaps': '1' }, { configmaps: '0' }, { services: '1', secrets: '1' }) }),
  () => map({ 'hard!': any({ 'count/deployments.apps': '1' }, { 'count/jobs.batch': '0' }) }),
  ({ className }) =>
    map({
      'hard!': { pods: '1' },
      'scopeSelector!': { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: [className] }] },
    }),
];

/** Makes what stands around the requests of a scenario: its namespace, accounts, classes, limits and quotas. */
export function setting(chance: Chance, names: Names): PlannedRequest[] {
  const { namespace, className } = names;
  const inside = `/api/v1/namespaces/${namespace}`;
  const labels = make(chance, namespaceLabels) ?? {};
  const steps = [post('/api/v1/namespaces', { metadata: { name: namespace, labels } })];
  if (!chance.once(12)) steps.push(post(`${inside}/serviceaccounts`, account(chance)));
  const metadata = { name: className };
  if (chance.once(2)) {
    const body = make(chance, map({ 'value!': any(1000, -5), preemptionPolicy: 'Never', description: 'd' }));
    steps.push(post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata, ...asObject(body) }));
  }
  if (chance.once(2)) {
    const body = map({
      'provisioner!': 'x.io/p',
      allowVolumeExpansion: yes,
      volumeBindingMode: any('Immediate', 'WaitForFirstConsumer'),
    });
    steps.push(post('/apis/storage.k8s.io/v1/storageclasses', { metadata, ...asObject(make(chance, body)) }));
  }
  if (chance.once(2)) {
    const body = map({
      'handler!': 'h',
      overhead: { podFixed: { cpu: '10m' } },
      scheduling: map({ 'nodeSelector!': map({ 'zone!': 'a' }), tolerations: [{ key: 'k', operator: 'Exists' }] }),
    });
    steps.push(post('/apis/node.k8s.io/v1/runtimeclasses', { metadata, ...asObject(make(chance, body)) }));
  }
  if (chance.once(2))
    steps.push(post(`${inside}/limitranges`, { metadata: { name: 'limits' }, spec: limitsOf(chance) }));
  const first = chance.integer(quotas.length * 2);
  for (const [index, quota] of [quotas[first], quotas[(first + 2) % 4]].entries()) {
    if (quota === undefined || (index === 1 && (first === 4 || chance.once(2)))) continue;
    steps.push(...quotaSteps(chance, inside, `quota-${index}`, make(chance, quota(names)) ?? {}));
  }
  return steps;
}

/** The spec of a LimitRange. */
export function limitsOf(chance: Chance): Json {
  return make(chance, limits) ?? {};
}

function account(chance: Chance): Json {
  const annotations = chance.once(6) ? { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } } : {};
  const lists = map({
    secrets: [{ name: 'a' }],
    imagePullSecrets: [{ name: 'c' }],
    'automountServiceAccountToken?': yes,
  });
  return { metadata: { name: 'default', ...annotations }, ...asObject(make(chance, lists)) };
}

/** A quota, and its status as a controller writes it; seldom without that. */
function quotaSteps(chance: Chance, inside: string, name: string, spec: Json): PlannedRequest[] {
  const path = `${inside}/resourcequotas`;
  const hard = asObject(asObject(spec)?.['hard']) ?? {};
  const used = Object.fromEntries(Object.keys(hard).map((resource) => [resource, '0']));
  const steps = [post(path, { metadata: { name }, spec })];
  return chance.once(10) ? steps : [...steps, merge(`${path}/${name}/status`, { status: { hard, used } })];
}
