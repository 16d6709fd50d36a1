import { readFileSync } from 'node:fs';
import { fieldErrorsText, mapFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { minorOf, policyOf, policyText } from '../pod-security/policy.ts';
import { podSecurity } from './pod-security.ts';
import { serverInTests } from './requests-in-tests.ts';

/** What upstream makes of the labels of a namespace, and of a namespace with Pods that gets them. */
interface Case {
  readonly labels: Readonly<Record<string, string>>;
  readonly enforce: string;
  readonly warn: string;
  readonly errors?: string;
  /** The labels before; absent for a new namespace. */
  readonly before?: Readonly<Record<string, string>>;
  readonly pods?: readonly { readonly name: string; readonly is: string; readonly controller?: string }[];
  readonly message?: string;
  readonly warnings?: readonly string[];
}

const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('../pod-security/namespaces.cases.json', import.meta.url), 'utf8'),
);

const namespaces = '/api/v1/namespaces';
const pods = `${namespaces}/ns/pods`;
const label = (name: string) => `pod-security.kubernetes.io/${name}`;
const labels = (wanted: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(wanted).map(([name, value]) => [label(name), value]));

function podOf({ name, is, controller }: NonNullable<Case['pods']>[number]): object {
  const reference = (of: string) => ({ apiVersion: 'v1', kind: 'X', name: of, uid: of });
  const owners = [reference('other'), { ...reference(controller ?? ''), controller: true }];
  const securityContext = is === 'privileged' || is === 'both' ? { privileged: true } : {};
  return {
    metadata: { name, ...(controller === undefined ? {} : { ownerReferences: owners }) },
    spec: {
      ...(is === 'network' || is === 'both' ? { hostNetwork: true } : {}),
      containers: [{ name: 'c', image: 'x', securityContext }],
    },
  };
}

describe('the labels of a namespace', () => {
  it('are read as upstream reads them', () => {
    for (const one of cases) {
      const { enforce, warn, errors } = policyOf(mapFromPlain({ metadata: { labels: one.labels } }));
      const read = {
        enforce: policyText(enforce),
        warn: warn.level === 'privileged' ? warn.level : policyText(warn),
        errors: fieldErrorsText(errors),
      };
      expect(read, JSON.stringify(one.labels)).toEqual({
        enforce: one.enforce,
        warn: one.warn,
        errors: one.errors ?? '',
      });
    }
  });

  it('ask nothing where there are none', () => {
    const latest = { level: 'privileged', version: 'latest' };
    expect(policyOf(undefined)).toEqual({ enforce: latest, warn: latest, errors: [] });
    expect(policyOf(new Map())).toEqual({ enforce: latest, warn: latest, errors: [] });
  });

  it('name no later version than the server is', () => {
    const minors = ['latest', 'v1.0', 'v1.35', 'v1.36', 'v1.9223372036854775807'].map((version) =>
      minorOf({ level: 'baseline', version }, 35),
    );
    expect(minors).toEqual([35, 0, 35, 35, 35]);
  });
});

describe('a namespace', () => {
  const tenths = Array.from({ length: 10 }, (_, tenth) => tenth);
  it.each(tenths)('is answered as by upstream, with its Pods: tenth %i', async (tenth) => {
    for (const one of cases.filter((_, index) => index % 10 === tenth)) {
      const server = await serverInTests();
      const namespace = { metadata: { name: 'ns', labels: one.labels } };
      if (one.before !== undefined) server.put(namespaces, { metadata: { name: 'ns', labels: one.before } });
      for (const pod of one.pods ?? []) expect(server.put(pods, podOf(pod)).code).toBe(201);
      const gone = Object.fromEntries(Object.keys(one.before ?? {}).map((key) => [key, null]));
      const { code, message, warnings } =
        one.before === undefined
          ? server.post(namespaces, namespace)
          : server.patch(`${namespaces}/ns`, { metadata: { labels: { ...gone, ...one.labels } } });
      const stored = one.before === undefined ? 201 : 200;
      expect({ code, message, warnings }, JSON.stringify(one)).toEqual({
        code: one.message === undefined ? stored : 422,
        message: one.message ?? '',
        warnings: one.warnings ?? [],
      });
    }
  });

  it('is not looked at through its subresources, and when it goes', async () => {
    const server = await serverInTests();
    server.put(namespaces, { metadata: { name: 'ns', labels: labels({ enforce: 'nothing' }) } });
    server.put(pods, podOf({ name: 'a', is: 'network' }));
    const status = { metadata: { labels: labels({ enforce: 'baseline' }) }, status: { phase: 'Active' } };
    expect(server.patch(`${namespaces}/ns/status`, status)).toMatchObject({ code: 200, warnings: [] });
    expect(server.delete(`${namespaces}/ns`)).toMatchObject({ code: 200, warnings: [] });
  });
});

const bare = { containers: [{ name: 'c', image: 'x' }] };
const violation = (level: string, version = 'latest') =>
  `PodSecurity "${level}:${version}": allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`;

async function serverWith(wanted: Readonly<Record<string, string>>, release?: string) {
  const server = await serverInTests(release);
  server.put(namespaces, { metadata: { name: 'ns', labels: labels(wanted) } });
  return server;
}

describe('a Pod', () => {
  it('is held to it by a plugin that every server has', () => {
    expect(podSecurity).toMatchObject({ name: 'PodSecurity', plain: true });
  });

  it('is refused by what is enforced, and warned of by the rest', async () => {
    const pod = { metadata: { name: 'a' }, spec: bare };
    const enforced = await serverWith({ enforce: 'restricted', warn: 'restricted' });
    const message = `pods "a" is forbidden: violates ${violation('restricted')}`;
    expect(enforced.post(pods, pod)).toMatchObject({ code: 403, message, warnings: [] });
    const warned = await serverWith({ enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.25' });
    const warnings = [`would violate ${violation('restricted', 'v1.25')}`];
    expect(warned.post(pods, pod)).toMatchObject({ code: 201, warnings });
    const audited = await serverWith({ audit: 'restricted' });
    expect(audited.post(pods, pod)).toMatchObject({ code: 201, warnings: [] });
  });

  it('is held to a level that does not exist as to the strictest one', async () => {
    const server = await serverWith({ enforce: 'nothing' });
    expect(server.post(pods, { metadata: { name: 'a' }, spec: bare })).toMatchObject({ code: 403 });
  });

  it('is held to what the release of the server has', async () => {
    const pod = (name: string) => ({ metadata: { name }, spec: { ...bare, hostUsers: false } });
    const rooted = (name: string) => ({
      ...pod(name),
      spec: { hostUsers: false, containers: [{ name: 'c', image: 'x', securityContext: { runAsUser: 0 } }] },
    });
    const [old, now] = [await serverWith({ warn: 'restricted' }, 'v1.34.4'), await serverWith({ warn: 'restricted' })];
    expect(old.post(pods, rooted('a')).warnings[0]).toContain('runAsUser=0');
    expect(now.post(pods, rooted('a')).warnings[0]).not.toContain('runAsUser=0');
    expect(old.post(pods, pod('b')).warnings[0]).toContain('runAsNonRoot');
    expect(now.post(pods, pod('b')).warnings[0]).not.toContain('runAsNonRoot');
  });

  const containers = (image: string) => [{ name: 'c', image }];
  const specs: readonly (readonly [about: string, change: object, isLookedAt: boolean])[] = [
    ['a label', { metadata: { labels: { a: 'b' } } }, false],
    ['the image of a container', { spec: { containers: containers('y') } }, true],
    ['the image of an init container', { spec: { initContainers: [{ name: 'i', image: 'y' }] } }, true],
    ['the same images', { spec: { containers: containers('x') } }, false],
    ['a deadline', { spec: { activeDeadlineSeconds: 5 } }, false],
  ];
  it.each(specs)('is looked at again for its images: %s', async (_, change, isLookedAt) => {
    const server = await serverWith({ enforce: 'baseline' });
    const spec = { ...bare, initContainers: [{ name: 'i', image: 'x' }], hostNetwork: true };
    server.put(pods, { metadata: { name: 'a' }, spec });
    const message = 'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)';
    const told = server.patch(`${pods}/a`, change);
    expect(told).toMatchObject(isLookedAt ? { code: 403, message } : { code: 200, warnings: [] });
  });

  it('is looked at again for its ephemeral containers, and not for its status and size', async () => {
    const server = await serverWith({ enforce: 'baseline' });
    server.put(pods, { metadata: { name: 'a' }, spec: { ...bare, hostNetwork: true } });
    const debug = { spec: { ephemeralContainers: [{ name: 'e', image: 'x' }] } };
    expect(server.patch(`${pods}/a/ephemeralcontainers`, debug)).toMatchObject({ code: 403 });
    expect(server.patch(`${pods}/a/status`, { status: { phase: 'Running' } })).toMatchObject({ code: 200 });
    const resized = [{ name: 'c', image: 'x', resources: { requests: { cpu: '1' } } }];
    expect(server.patch(`${pods}/a/resize`, { spec: { containers: resized } }).code).not.toBe(403);
    expect(server.delete(`${pods}/a`)).toMatchObject({ code: 200, warnings: [] });
  });

  it('keeps its ephemeral containers unasked', async () => {
    const server = await serverWith({});
    server.put(pods, { metadata: { name: 'a' }, spec: { ...bare, hostNetwork: true } });
    const debug = { spec: { ephemeralContainers: [{ name: 'e', image: 'x' }] } };
    expect(server.patch(`${pods}/a/ephemeralcontainers`, debug)).toMatchObject({ code: 200 });
    server.patch(`${namespaces}/ns`, { metadata: { labels: labels({ enforce: 'baseline' }) } });
    expect(server.patch(`${pods}/a`, { metadata: { labels: { a: 'b' } } })).toMatchObject({ code: 200 });
  });
});

describe('a template', () => {
  const selector = { matchLabels: { app: 'a' } };
  const template = { metadata: { labels: { app: 'a' } }, spec: { ...bare, restartPolicy: 'Always' } };
  const job = { template: { spec: { ...bare, restartPolicy: 'Never' } } };
  const kinds: readonly (readonly [resource: string, body: object])[] = [
    ['/api/v1/namespaces/ns/podtemplates', { template }],
    ['/api/v1/namespaces/ns/replicationcontrollers', { spec: { selector: { app: 'a' }, template } }],
    ['/apis/apps/v1/namespaces/ns/replicasets', { spec: { selector, template } }],
    ['/apis/apps/v1/namespaces/ns/deployments', { spec: { selector, template } }],
    ['/apis/apps/v1/namespaces/ns/daemonsets', { spec: { selector, template } }],
    ['/apis/apps/v1/namespaces/ns/statefulsets', { spec: { selector, serviceName: 'a', template } }],
    ['/apis/batch/v1/namespaces/ns/jobs', { spec: job }],
    ['/apis/batch/v1/namespaces/ns/cronjobs', { spec: { schedule: '* * * * *', jobTemplate: { spec: job } } }],
  ];
  it.each(kinds)('is warned of, and not refused: %s', async (path, body) => {
    const server = await serverWith({ enforce: 'restricted', 'enforce-version': 'v1.25' });
    const warnings = [`would violate ${violation('restricted', 'v1.25')}`];
    expect(server.post(path, { metadata: { name: 'a' }, ...body })).toMatchObject({ code: 201, warnings });
    expect(server.patch(`${path}/a`, { metadata: { labels: { a: 'b' } } })).toMatchObject({ code: 200, warnings });
    expect(server.delete(`${path}/a`).warnings.join()).not.toContain('PodSecurity');
  });

  it('is not looked at through subresources, and in other kinds', async () => {
    const server = await serverWith({ enforce: 'restricted' });
    const path = '/apis/apps/v1/namespaces/ns/deployments';
    server.put(path, { metadata: { name: 'a' }, spec: { selector, template } });
    expect(server.patch(`${path}/a/scale`, { spec: { replicas: 2 } })).toMatchObject({ code: 200, warnings: [] });
    expect(server.patch(`${path}/a/status`, { status: { replicas: 2 } })).toMatchObject({ code: 200, warnings: [] });
    const map = { metadata: { name: 'a' }, data: { a: 'b' } };
    expect(server.post('/api/v1/namespaces/ns/configmaps', map)).toMatchObject({ code: 201, warnings: [] });
  });
});
