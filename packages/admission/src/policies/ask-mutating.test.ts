import '@managed-fields/api-server/whole';
import { formatJson, isMap, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { type ServerInTests, serverInTests } from '../plugins/requests-in-tests.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const secrets = '/api/v1/namespaces/default/secrets';

/** A policy of some name that changes Secrets, and its binding. */
function policy(server: ServerInTests, name: string, spec: object, binding: object = {}): void {
  const resources = ['secrets'];
  const matchConstraints = {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources }],
  };
  const whole = { failurePolicy: 'Fail', reinvocationPolicy: 'Never', matchConstraints, ...spec };
  expect(server.put(`${group}/mutatingadmissionpolicies`, { metadata: { name }, spec: whole }).message).toBe('');
  const bound = { policyName: name, ...binding };
  expect(server.put(`${group}/mutatingadmissionpolicybindings`, { metadata: { name }, spec: bound }).code).toBe(201);
}

/** A mutation that counts how often it is made in a label. */
const counting = (label: string) => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: {
    expression: `Object{metadata: Object.metadata{labels: {"${label}": string(has(object.metadata.labels.${label}) ? int(object.metadata.labels.${label}) + 1 : 1)}}}`,
  },
});

function labelsOf(server: ServerInTests): unknown {
  const { body, message } = server.post(secrets, { metadata: { name: 'x', labels: { sent: '1' } } });
  const metadata = mapAt(isMap(body) ? body : undefined, 'metadata');
  return message === '' ? JSON.parse(formatJson(mapAt(metadata, 'labels') ?? null)) : message;
}

/** Upstream: apiserver pkg/admission/plugin/policy/mutating/dispatcher.go dispatchInvocations, reinvocationcontext.go. */
describe('policies are asked again', () => {
  it('where they want to be, after one of them changed the object', async () => {
    const server = await serverInTests();
    policy(server, 'a', { reinvocationPolicy: 'IfNeeded', mutations: [counting('a')] });
    policy(server, 'b', { mutations: [counting('b')] });
    expect(labelsOf(server)).toEqual({ sent: '1', a: '2', b: '1' });
  });

  it('not where they had nothing to do the first time', async () => {
    const server = await serverInTests();
    const matchConditions = [{ name: 'c', expression: 'has(object.metadata.labels.b)' }];
    policy(server, 'a', { reinvocationPolicy: 'IfNeeded', matchConditions, mutations: [counting('a')] });
    policy(server, 'b', { reinvocationPolicy: 'IfNeeded', mutations: [counting('b')] });
    expect(labelsOf(server)).toEqual({ sent: '1', b: '2' });
  });

  it('with those parameters alone with which they had something to do', async () => {
    const server = await serverInTests();
    for (const name of ['p1', 'p2'])
      server.put(configMaps, { metadata: { name, labels: { params: 'yes' } }, data: { name } });
    const matchConditions = [
      { name: 'c', expression: 'params.data.name == "p1" || has(object.metadata.labels.later)' },
    ];
    const mutations = ['p1', 'p2'].map((name) => ({
      patchType: 'ApplyConfiguration',
      applyConfiguration: {
        expression: `Object{metadata: Object.metadata{labels: params.data.name == "${name}" ? {"${name}": "yes"} : {"sent": "1"}}}`,
      },
    }));
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
    const paramRef = { selector: { matchLabels: { params: 'yes' } }, parameterNotFoundAction: 'Deny' };
    policy(server, 'a', { reinvocationPolicy: 'IfNeeded', paramKind, matchConditions, mutations }, { paramRef });
    policy(server, 'later', { mutations: [counting('later')] });
    expect(labelsOf(server)).toEqual({ sent: '1', p1: 'yes', later: '1' });
  });

  it('by the binding alone by which they had something to do', async () => {
    const server = await serverInTests();
    const matchResources = { objectSelector: { matchLabels: { later: '1' } } };
    policy(server, 'a', { reinvocationPolicy: 'IfNeeded', mutations: [counting('a')] });
    const more = { policyName: 'a', matchResources };
    server.put(`${group}/mutatingadmissionpolicybindings`, { metadata: { name: 'b' }, spec: more });
    policy(server, 'later', { mutations: [counting('later')] });
    expect(labelsOf(server)).toEqual({ sent: '1', a: '2', later: '1' });
  });
});

it('what policies refuse has the words of each, and the reason of the first', async () => {
  const server = await serverInTests();
  const wrong = (field: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression: `Object{${field}: 1}` } }); // biome-ignore format: a line
  policy(server, 'a', { mutations: [wrong('y')] });
  policy(server, 'b', { mutations: [wrong('z')] });
  policy(server, 'c', { failurePolicy: 'Ignore', mutations: [wrong('x')] });
  const { body, message, code } = server.post(secrets, { metadata: { name: 'x' } });
  const refused = (name: string, field: string) =>
    `policy '${name}' with binding '${name}' denied request: error applying patch: failed to convert patch object to typed object: .${field}: field not declared in schema`;
  expect([code, message]).toEqual([403, refused('a', 'y')]);
  const causes = [{ message: refused('a', 'y') }, { message: refused('b', 'z') }];
  expect(JSON.parse(formatJson(body))).toMatchObject({ reason: 'Invalid', details: { causes } });
});

it('what each policy makes of an object is a step, unless it makes nothing', async () => {
  const server = await serverInTests();
  policy(server, 'a', { mutations: [counting('a')] });
  policy(server, 'b', { mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "x"}]' } }] }); // biome-ignore format: a line
  policy(server, 'c', { mutations: [counting('c'), counting('c')] });
  const { steps } = server.post(secrets, { metadata: { name: 'x', labels: { sent: '1' } } });
  const labels = (object: ValueMap) => JSON.parse(formatJson(mapAt(mapAt(object, 'metadata'), 'labels') ?? null));
  expect(steps.map(({ plugin, by, before, after }) => [plugin, by, labels(before), labels(after)])).toEqual([
    ['MutatingAdmissionPolicy', 'a', { sent: '1' }, { sent: '1', a: '1' }],
    ['MutatingAdmissionPolicy', 'c', { sent: '1', a: '1' }, { sent: '1', a: '1', c: '2' }],
  ]);
});

it('a fault of the server comes before what policies refuse', async () => {
  const server = await serverInTests();
  policy(server, 'a', { mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{y: 1}' } }] }); // biome-ignore format: a line
  policy(server, 'b', { mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/zz", value: 1}]' } }] }); // biome-ignore format: a line
  const { code, message } = server.post(secrets, { metadata: { name: 'x' } });
  expect([code, message]).toEqual([500, 'Internal error occurred: strict decoding error: unknown field "zz"']);
});

it('what is wrong with a policy itself has no reason', async () => {
  const server = await serverInTests();
  policy(server, 'a', { paramKind: { apiVersion: 'v1', kind: 'Foo' }, mutations: [counting('a')] });
  const { body } = server.post(secrets, { metadata: { name: 'x' } });
  expect(JSON.parse(formatJson(body))).toMatchObject({ reason: 'Forbidden', code: 403 });
});

it('a policy that is not for an object does not change it', async () => {
  const server = await serverInTests();
  policy(server, 'a', { mutations: [counting('a')] });
  expect(server.post(configMaps, { metadata: { name: 'x', labels: { sent: '1' } } }).steps).toEqual([]);
});
