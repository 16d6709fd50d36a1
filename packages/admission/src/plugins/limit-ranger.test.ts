import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isMap, listAt, mapAt, mapFromPlain, metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../limit-range/defaults.ts';
import { claimComplaints, limitRanger, podComplaints } from './limit-ranger.ts';
import { serverInTests } from './requests-in-tests.ts';

/** What upstream makes of a Pod or a claim by one LimitRange. Its complaints about several resources have no order. */
interface Case {
  readonly limits: readonly object[];
  readonly pod?: object;
  readonly claim?: object;
  readonly admitted?: {
    readonly annotation?: string;
    readonly containers: readonly object[];
    readonly initContainers?: readonly object[];
  };
  readonly complaints: readonly string[];
  readonly inAnyOrder?: boolean;
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../limit-range/limits.cases.json', import.meta.url), 'utf8'),
);

const annotationOf = (pod: ValueMap) => stringAt(mapAt(metadataOf(pod), 'annotations'), 'kubernetes.io/limit-ranger');
const resourcesOf = (pod: ValueMap, key: string) =>
  (listAt(mapAt(pod, 'spec'), key) ?? []).filter(isMap).map((container) => mapAt(container, 'resources') ?? new Map());
const admittedOf = (pod: ValueMap) => ({
  annotation: annotationOf(pod),
  containers: resourcesOf(pod, 'containers'),
  initContainers: resourcesOf(pod, 'initContainers'),
});
const inMaps = ({ annotation, containers, initContainers = [] }: NonNullable<Case['admitted']>) => ({
  annotation,
  containers: containers.map(mapFromPlain),
  initContainers: initContainers.map(mapFromPlain),
});
const once = (texts: readonly string[]) => [...new Set(texts)];

describe('a LimitRange', () => {
  it('does what it does upstream', () => {
    const wrong = cases.flatMap((one) => {
      const items = one.limits.map(mapFromPlain);
      const given = mapFromPlain(one.pod ?? one.claim);
      const pod = one.admitted === undefined ? given : withDefaults(given, items);
      const found = once(
        one.pod === undefined ? claimComplaints(items, given, false) : podComplaints(items, pod, false),
      );
      const complaints = one.inAnyOrder === true ? found.toSorted() : found;
      const got = { admitted: one.admitted && admittedOf(pod), complaints };
      const expected = { admitted: one.admitted && inMaps(one.admitted), complaints: one.complaints };
      return isDeepStrictEqual(got, expected) ? [] : [{ given: JSON.stringify(one), got }];
    });
    expect(wrong).toEqual([]);
  });

  it('leaves a Pod as it is that lacks nothing', () => {
    const items = [mapFromPlain({ type: 'Container', default: { cpu: '1' } })];
    const pod = mapFromPlain({ spec: { containers: [{ name: 'a', resources: { limits: { cpu: '2' } } }] } });
    expect(withDefaults(pod, items)).toBe(pod);
  });

  it('writes what it adds in the order of names, and keeps the rest of the Pod', () => {
    const items = [mapFromPlain({ type: 'Container', default: { memory: '1', cpu: '2' } })];
    const pod = mapFromPlain({
      metadata: { name: 'p', annotations: { z: '1', a: '2' } },
      spec: {
        hostPID: true,
        containers: [{ name: 'a', image: 'x', resources: { limits: { 'a.b/c': '1', zz: '1' } } }],
      },
    });
    const limits = { 'a.b/c': '1', cpu: '2', memory: '1', zz: '1' };
    const text = 'LimitRanger plugin set: cpu, memory limit for container a';
    const annotations = { a: '2', 'kubernetes.io/limit-ranger': text, z: '1' };
    const spec = { hostPID: true, containers: [{ name: 'a', image: 'x', resources: { limits } }] };
    const wanted = mapFromPlain({ metadata: { name: 'p', annotations }, spec });
    const got = withDefaults(pod, items);
    expect(got).toEqual(wanted);
    expect([...(mapAt(metadataOf(got), 'annotations') ?? [])].map(([key]) => key)).toEqual(Object.keys(annotations));
    expect([...(mapAt(resourcesOf(got, 'containers')[0], 'limits') ?? [])].map(([key]) => key)).toEqual(
      Object.keys(limits),
    );
  });
});

const ranges = '/api/v1/namespaces/ns/limitranges';
const pods = '/api/v1/namespaces/ns/pods';
const claims = '/api/v1/namespaces/ns/persistentvolumeclaims';
const pod = (name: string, resources: object = {}, more: object = {}) => ({
  metadata: { name, ...more },
  spec: { containers: [{ name: 'c', image: 'x', resources }] },
});
const claim = (name: string, storage: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});

async function serverWith(...limits: readonly object[]) {
  const server = await serverInTests();
  server.put('/api/v1/namespaces', { metadata: { name: 'ns' } });
  server.put('/api/v1/namespaces', { metadata: { name: 'other' } });
  for (const [index, limit] of limits.entries()) {
    const created = server.put(ranges, { metadata: { name: `l${index}` }, spec: { limits: [limit] } });
    expect(created.code).toBe(201);
  }
  return server;
}

describe('LimitRanger', () => {
  it('is a plugin that every server has', () => {
    expect(limitRanger).toMatchObject({ name: 'LimitRanger', plain: true });
  });

  it('holds Pods to the LimitRanges of their namespace', async () => {
    const server = await serverWith({ type: 'Container', max: { memory: '1Gi', cpu: '1' } });
    const message =
      'pods "a" is forbidden: [maximum cpu usage per Container is 1, but limit is 2, maximum memory usage per Container is 1Gi, but limit is 2Gi]';
    const large = { limits: { cpu: '2', memory: '2Gi' } };
    expect(server.post(pods, pod('a', large))).toMatchObject({ code: 403, message });
    const one = 'pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2';
    expect(server.post(pods, pod('a', { limits: { cpu: '2' } }))).toMatchObject({ code: 403, message: one });
    expect(server.post('/api/v1/namespaces/other/pods', pod('a', large))).toMatchObject({ code: 201 });
    expect(server.post(pods, pod('b'))).toMatchObject({ code: 201 });
  });

  it('says the same once', async () => {
    const server = await serverWith({ type: 'Container', min: { cpu: '1' } });
    const container = (name: string) => ({ name, image: 'x', resources: { requests: { cpu: '500m' } } });
    const two = { metadata: { name: 'a' }, spec: { containers: [container('a'), container('b')] } };
    const message = 'pods "a" is forbidden: minimum cpu usage per Container is 1, but request is 500m';
    expect(server.post(pods, two)).toMatchObject({ code: 403, message });
  });

  it('asks one LimitRange after the other', async () => {
    const server = await serverWith(
      { type: 'Container', default: { cpu: '1' } },
      { type: 'Container', default: { cpu: '2', memory: '1Gi' } },
      { type: 'Pod', max: { memory: '1Mi' } },
      { type: 'Pod', max: { cpu: '1m' } },
    );
    const message = 'pods "a" is forbidden: maximum memory usage per Pod is 1Mi, but limit is 1Gi';
    expect(server.post(pods, pod('a'))).toMatchObject({ code: 403, message });
  });

  it('sets defaults that nobody owns', async () => {
    const server = await serverWith({ type: 'Container', default: { cpu: '1' } });
    const { body } = server.post(pods, pod('a'));
    const created = isMap(body) ? body : new Map();
    expect(annotationOf(created)).toBe(
      'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
    );
    expect(resourcesOf(created, 'containers')).toEqual([
      mapFromPlain({ limits: { cpu: '1' }, requests: { cpu: '1' } }),
    ]);
    expect(JSON.stringify(listAt(metadataOf(created), 'managedFields'), plain)).not.toContain('limit-ranger');
  });

  it('names a Pod by its generated name', async () => {
    const server = await serverWith({ type: 'Container', min: { memory: '1Gi' } });
    const generated = { metadata: { generateName: 'g-' }, spec: pod('', { requests: { memory: '1Mi' } }).spec };
    expect(server.post(pods, generated).message).toMatch(
      /^pods "g-\w+" is forbidden: minimum memory usage per Container is 1Gi, but request is 1Mi$/,
    );
  });

  it('leaves updates of Pods alone but for their size', async () => {
    const server = await serverWith();
    server.put(pods, pod('a', { requests: { cpu: '1' }, limits: { cpu: '1' } }));
    server.put(pods, pod('gone', { requests: { cpu: '1' }, limits: { cpu: '1' } }, { finalizers: ['a.b/c'] }));
    server.delete(`${pods}/gone`);
    server.put(ranges, { metadata: { name: 'l' }, spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } });
    expect(server.patch(`${pods}/a`, { metadata: { labels: { a: 'b' } } })).toMatchObject({ code: 200 });
    expect(server.patch(`${pods}/a/status`, { status: { phase: 'Running' } })).toMatchObject({ code: 200 });
    const larger = { requests: { cpu: '1' }, limits: { cpu: '2' } };
    const resized = { spec: { containers: [{ name: 'c', image: 'x', resources: larger }] } };
    const message = 'pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 2';
    expect(server.patch(`${pods}/a/resize`, resized)).toMatchObject({ code: 403, message });
    expect(server.patch(`${pods}/gone/resize`, resized).message).not.toContain('maximum');
    expect(server.delete(`${pods}/a`)).toMatchObject({ code: 200 });
  });

  it('holds claims to their bounds whenever they are written', async () => {
    const server = await serverWith();
    server.put(claims, claim('a', '5Gi'));
    const item = { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } };
    server.put(ranges, { metadata: { name: 'l' }, spec: { limits: [item] } });
    const large = 'is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 5Gi';
    const small = 'is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi';
    const refused = (name: string, why: string) => ({ code: 403, message: `persistentvolumeclaims "${name}" ${why}` });
    expect(server.post(claims, claim('b', '5Gi'))).toMatchObject(refused('b', large));
    expect(server.post(claims, claim('b', '1Mi'))).toMatchObject(refused('b', small));
    expect(server.post(claims, claim('b', '1Gi'))).toMatchObject({ code: 201 });
    expect(server.patch(`${claims}/a`, { metadata: { labels: { a: 'b' } } })).toMatchObject(refused('a', large));
    expect(server.patch(`${claims}/a/status`, { status: { phase: 'Bound' } })).toMatchObject({ code: 200 });
    expect(server.delete(`${claims}/a`)).toMatchObject({ code: 200 });
  });

  it('has nothing to say of other kinds', async () => {
    const server = await serverWith({ type: 'Container', min: { cpu: '1' }, default: { cpu: '1' } });
    const template = { metadata: { labels: { a: 'b' } }, spec: pod('').spec };
    expect(server.post('/api/v1/namespaces/ns/podtemplates', { metadata: { name: 'a' }, template }).code).toBe(201);
  });
});

function plain(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : typeof value === 'bigint' ? String(value) : value;
}
