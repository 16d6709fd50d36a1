import { expect, test } from 'vitest';
import { httpRequestOf, type ReadRequest } from '../request.ts';
import { type AdmittedObject, readAdmission } from './read-admission.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';

const list = (kind: string, items: readonly object[], next = '') => ({
  kind: `${kind}List`,
  apiVersion: kind.includes('Policy') ? 'admissionregistration.k8s.io/v1' : 'v1',
  metadata: next === '' ? {} : { continue: next },
  items,
});
const policy = (name: string, resource: string, paramKind?: object) => ({
  metadata: { name, managedFields: [{ manager: 'platform' }] },
  spec: {
    matchConstraints: { resourceRules: [{ resources: [resource] }] },
    ...(paramKind === undefined ? {} : { paramKind }),
  },
});
const binding = (name: string, policyName: string, paramRef?: object) => ({
  metadata: { name },
  spec: { policyName, ...(paramRef === undefined ? {} : { paramRef }) },
});
const core = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: [
    { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['get', 'list'] },
    { name: 'secrets', kind: 'Secret', namespaced: true, verbs: ['get', 'list'] },
  ],
};

const web: AdmittedObject = { group: 'apps', resource: 'deployments', namespace: 'shop', object: '' };

/** Reads of a server that has these answers, by path; a number is the code of an error. Returns what was sent, too. */
async function read(about: AdmittedObject, answers: Readonly<Record<string, object | number>>) {
  const sent: string[] = [];
  const { objects, unread } = await readAdmission(about, async (request: ReadRequest) => {
    const checked = httpRequestOf(request);
    if (checked.kind === 'refused') return checked;
    const { method, address } = checked.request;
    sent.push(`${method} ${address}`);
    const answer = answers[request.path] ?? answers[decodeURIComponent(address)] ?? 404;
    return typeof answer === 'number'
      ? { kind: 'answered', code: answer, text: '{}', warnings: [] }
      : { kind: 'answered', code: 200, text: JSON.stringify(answer), warnings: [] };
  });
  const parsed = objects.map((each) => JSON.parse(each));
  return { names: parsed.map(({ kind, metadata }) => `${kind} ${metadata.name}`), parsed, unread, sent };
}

const policies = (...items: readonly object[]) => ({
  [`${registration}/mutatingadmissionpolicies`]: list('MutatingAdmissionPolicy', items),
});
const bindings = (...items: readonly object[]) => ({
  [`${registration}/mutatingadmissionpolicybindings`]: list('MutatingAdmissionPolicyBinding', items),
});
const none = { [`${registration}/validatingadmissionpolicies`]: list('ValidatingAdmissionPolicy', []) };

test('policies that are bound and may be for the resource are read, each with its kind', async () => {
  const { names, parsed, sent } = await read(web, {
    ...none,
    ...policies(
      policy('a', 'deployments'),
      policy('b', '*'),
      policy('c', 'pods'),
      policy('d', 'deployments/scale'),
      policy('e', '*/*'),
    ),
    ...bindings(binding('a', 'a'), binding('b', 'b'), binding('c', 'c'), binding('e', 'e')),
    '/api/v1/namespaces/shop': { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop' } },
    '/api/v1/namespaces/shop/resourcequotas': list('ResourceQuota', [{ metadata: { name: 'q', namespace: 'shop' } }]),
  });
  expect(names).toEqual([
    'Namespace shop',
    'ResourceQuota q',
    ...['a', 'b', 'e'].map((name) => `MutatingAdmissionPolicy ${name}`),
    ...['a', 'b', 'e'].map((name) => `MutatingAdmissionPolicyBinding ${name}`),
  ]);
  expect(parsed[2]).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingAdmissionPolicy' });
  expect(parsed.every(({ metadata }) => metadata.managedFields === undefined)).toBe(true);
  expect(sent.sort()).toEqual([
    'GET /api/v1/namespaces/shop',
    'GET /api/v1/namespaces/shop/resourcequotas?limit=500',
    `GET ${registration}/mutatingadmissionpolicies?limit=500`,
    `GET ${registration}/mutatingadmissionpolicybindings?limit=500`,
    `GET ${registration}/mutatingwebhookconfigurations?limit=500`,
    `GET ${registration}/validatingadmissionpolicies?limit=500`,
    `GET ${registration}/validatingwebhookconfigurations?limit=500`,
  ]);
});

test('an older server is asked at the version that it has', async () => {
  const old = '/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolic';
  const { names } = await read(web, {
    ...none,
    [`${old}ies`]: list('MutatingAdmissionPolicy', [policy('a', 'deployments')]),
    [`${old}ybindings`]: list('MutatingAdmissionPolicyBinding', [binding('a', 'a')]),
  });
  expect(names).toEqual(['MutatingAdmissionPolicy a', 'MutatingAdmissionPolicyBinding a']);
});

test('parameters are read by name and by labels, and those in Secrets are not', async () => {
  const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' };
  const { names, unread, sent } = await read(web, {
    ...none,
    ...policies(
      policy('named', 'deployments', configMaps),
      policy('secret', 'deployments', { apiVersion: 'v1', kind: 'Secret' }),
      policy('hostile', 'deployments', { apiVersion: 'v1/../../api/v1', kind: 'Secret' }),
    ),
    ...bindings(
      binding('1', 'named', { name: 'team', namespace: 'other' }),
      binding('2', 'named', {
        selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] },
      }),
      binding('3', 'secret', { name: 'team', namespace: 'other' }),
      binding('4', 'hostile', { name: 'team' }),
      binding('5', 'named', { name: '../secrets/team' }),
    ),
    '/api/v1': core,
    '/api/v1/namespaces/other/configmaps/team': { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'team' } },
    '/api/v1/namespaces/shop/configmaps?labelSelector=a=b,c&limit=500': list('ConfigMap', [
      { metadata: { name: 'byLabel' } },
    ]),
  });
  expect(names.slice(0, 2)).toEqual(['ConfigMap team', 'ConfigMap byLabel']);
  expect(unread).toContainEqual({ path: '/api/v1/secrets', why: 'secrets' });
  expect(sent.filter((each) => each.includes('secrets'))).toEqual([]);
});

test('a Pod, a claim and an Ingress need what they name, and classes', async () => {
  const pod = { spec: { runtimeClassName: 'gvisor', serviceAccountName: 'baker' } };
  const shop = '/api/v1/namespaces/shop';
  const of = async (group: string, resource: string, object: object) =>
    (await read({ group, resource, namespace: 'shop', object: JSON.stringify(object) }, none)).sent
      .map((each) => each.slice('GET '.length).replace('?limit=500', ''))
      .filter((each) => !each.includes('admissionregistration') && each !== shop && !each.endsWith('quotas'));
  expect(await of('', 'pods', pod)).toEqual([
    `${shop}/limitranges`,
    '/apis/scheduling.k8s.io/v1/priorityclasses',
    '/apis/node.k8s.io/v1/runtimeclasses/gvisor',
    `${shop}/serviceaccounts/baker`,
  ]);
  expect(await of('', 'persistentvolumeclaims', {})).toEqual([
    `${shop}/limitranges`,
    '/apis/storage.k8s.io/v1/storageclasses',
  ]);
  expect(await of('networking.k8s.io', 'ingresses', {})).toEqual(['/apis/networking.k8s.io/v1/ingressclasses']);
});

test('what is forbidden is told, and what is not there is no failure', async () => {
  const { objects, unread } = await readAdmission({ ...web, namespace: '' }, async ({ path }) =>
    path.endsWith('/mutatingadmissionpolicies')
      ? { kind: 'answered', code: 403, text: '{}', warnings: [] }
      : { kind: 'unreached', message: 'cut' },
  );
  expect(objects).toEqual([]);
  expect(unread).toContainEqual({ path: `${registration}/mutatingadmissionpolicies`, why: 'status', code: 403 });
  expect(unread).toContainEqual({ path: `${registration}/validatingadmissionpolicies`, why: 'unanswered' });
});

test('a list of several pages is read to its end, and one without an end is not', async () => {
  const pages = await readAdmission(web, async ({ path, query = [] }) => {
    const isLast = query.some(([name, value]) => name === 'continue' && value === 'more');
    const items = path.endsWith('quotas') ? [{ metadata: { name: isLast ? 'second' : 'first' } }] : [];
    const text = JSON.stringify(list('ResourceQuota', items, path.endsWith('quotas') && !isLast ? 'more' : ''));
    return { kind: 'answered', code: 200, text, warnings: [] };
  });
  expect(pages.objects.map((each) => JSON.parse(each).metadata.name)).toEqual(['first', 'second']);
  let asked = 0;
  await readAdmission(web, async () => {
    asked++;
    return { kind: 'answered', code: 200, text: JSON.stringify(list('X', [], 'again')), warnings: [] };
  });
  expect(asked).toBeLessThan(150);
});

test('configurations of webhooks that may be for the resource are read', async () => {
  const hooks = (...resources: readonly string[]) => ({
    metadata: { name: resources.join(), managedFields: [{ manager: 'x' }] },
    webhooks: [{ name: 'none.example.com' }, { name: 'a.example.com', rules: [{ resources }] }],
  });
  const of = (kind: string, ...items: readonly object[]) => ({
    ...list(kind, items),
    apiVersion: 'admissionregistration.k8s.io/v1',
  });
  const { names, parsed } = await read(web, {
    [`${registration}/mutatingwebhookconfigurations`]: of(
      'MutatingWebhookConfiguration',
      hooks('pods'),
      hooks('deployments'),
      hooks('*/*'),
    ),
    [`${registration}/validatingwebhookconfigurations`]: of(
      'ValidatingWebhookConfiguration',
      hooks('deployments/scale'),
    ),
  });
  expect(names).toEqual([
    'MutatingWebhookConfiguration deployments',
    'MutatingWebhookConfiguration */*',
    'ValidatingWebhookConfiguration deployments/scale',
  ]);
  expect(parsed.every(({ metadata }) => metadata.managedFields === undefined)).toBe(true);
});
