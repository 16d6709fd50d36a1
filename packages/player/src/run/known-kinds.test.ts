import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

function play(steps: readonly NewStep[], selected = steps.length) {
  return run(newScenario('', steps), { catalog, selected: `s${selected}` });
}

function certificate(version: string, spec: string): string {
  return `apiVersion: cert-manager.io/${version}
kind: Certificate
metadata:
  name: web
  namespace: shop
  managedFields:
  - manager: helm
    operation: Apply
    apiVersion: cert-manager.io/${version}
    time: '2026-01-01T00:00:00Z'
    fieldsType: FieldsV1
    fieldsV1: {f:spec: {f:secretName: {}, f:usages: {}}, f:status: {f:conditions: {'k:{"type":"Ready"}': {.: {}, f:type: {}}}}}
spec: ${spec}
status: {conditions: [{type: Issuing, status: 'False'}, {type: Ready, status: 'True'}]}
`;
}

const live = certificate('v1', '{secretName: web-tls, usages: [server auth], issuerRef: {name: ca}}');
const applied = live.replace(/ {2}managedFields:[\s\S]*(?=spec:)/, '');

function own(schema: string, versions = 'v1'): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: certificates.cert-manager.io}
spec:
  group: cert-manager.io
  scope: Namespaced
  names: {kind: Certificate, plural: certificates, singular: certificate, listKind: CertificateList}
  versions:
  - name: ${versions}
    served: true
    storage: true
    schema: {openAPIV3Schema: ${schema}}
`;
}

const ownLoose = own('{type: object, x-kubernetes-preserve-unknown-fields: true}');
const codesOf = (steps: readonly NewStep[], selected?: number) =>
  play(steps, selected).view?.notices.map(({ code }) => code);

describe('a kind that nobody defined', () => {
  test('is read by the known definition of a project, and whose it is is said', () => {
    const { view, outcomes } = play([{ kind: 'live', text: live }]);
    expect(outcomes).toMatchObject([{ status: 'read', problems: [] }]);
    expect(view?.notices).toEqual([
      { code: 'known-schema', data: { kind: 'Certificate', project: 'cert-manager', release: 'v1.21.2' } },
    ]);
    const item = view?.result?.fields.find(({ path }) => path === '.status.conditions[type="Ready"].type');
    expect(item).toMatchObject({ state: 'owned', preview: 'Ready' });
  });

  test.each<readonly [way: string, step: NewStep]>([
    ['an apply', { kind: 'apply', manager: 'a', text: applied }],
    ['a create', { kind: 'create', manager: 'a', text: applied }],
    ['kubectl', { kind: 'kubectl', text: 'kubectl apply -f web.yaml', files: { 'web.yaml': applied } }],
    [
      'kubectl with a list',
      {
        kind: 'kubectl',
        text: 'kubectl create -f list.yaml',
        files: { 'list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${applied.trimEnd().replaceAll('\n', '\n  ')}\n` },
      },
    ],
  ])('is created by %s', (_way, step) => {
    const { outcomes, view } = play([step]);
    expect(outcomes).toMatchObject([{ status: 'created' }]);
    expect(view?.notices.map(({ code }) => code)).toContain('known-schema');
  });

  test('is validated by the known definition', () => {
    const [outcome] = play([{ kind: 'create', manager: 'a', text: applied.replace('server auth', 'server') }]).outcomes;
    expect(outcome).toMatchObject({ status: 'error', code: 422 });
    expect(outcome?.message).toContain('Unsupported value: "server"');
  });

  test('stays in force for the steps that follow, which say so too', () => {
    const steps: NewStep[] = [
      { kind: 'live', text: live },
      { kind: 'merge-patch', manager: 'b', text: 'spec: {secretName: other}' },
    ];
    expect(play(steps).outcomes).toMatchObject([{ status: 'read' }, { status: 'changed' }]);
    expect(codesOf(steps)).toContain('known-schema');
  });

  test('keeps the fields that its known definition lacks, with their owners', () => {
    const newer = certificate('v1', '{secretName: web-tls, later: [1], issuerRef: {name: ca}}').replace(
      'f:secretName',
      'f:later',
    );
    const { view, outcomes } = play([{ kind: 'live', text: newer }]);
    expect(outcomes).toMatchObject([{ status: 'read', problems: [] }]);
    expect(view?.notices.map(({ code }) => code)).toEqual(['known-schema-lacks']);
    expect(view?.result?.fields.find(({ path }) => path === '.spec.later')?.owners).toHaveLength(1);
  });

  test('of a version that its known definition does not serve is deduced', () => {
    expect(codesOf([{ kind: 'live', text: certificate('v1alpha9', '{secretName: x}') }])).toEqual(['deduced-schema']);
    const [outcome] = play([{ kind: 'apply', manager: 'a', text: applied.replace('/v1', '/v1alpha9') }]).outcomes;
    expect(outcome?.message).toBe('no matches for kind "Certificate" in version "cert-manager.io/v1alpha9"');
  });

  test('is known in groups of Kubernetes too', () => {
    const route = 'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: web}\nspec: {}\n';
    expect(play([{ kind: 'apply', manager: 'a', text: route }]).outcomes).toMatchObject([{ status: 'created' }]);
  });
});

describe('a resource that kubectl is told by its name alone', () => {
  const create: NewStep = { kind: 'create', manager: 'a', text: applied.replace('  namespace: shop\n', '') };

  test.each([
    ['get certificates web', 'certificates.cert-manager.io "web" not found'],
    ['get Certificate web', 'certificates.cert-manager.io "web" not found'],
    ['get cert/web', 'certificates.cert-manager.io "web" not found'],
    ['get certificates.cert-manager.io web', 'certificates.cert-manager.io "web" not found'],
    ['get certificates.v1.cert-manager.io web', 'certificates.cert-manager.io "web" not found'],
    ['get cert.cert web', 'certificates.cert-manager.io "web" not found'],
    ['label httproute/x a=b', 'httproutes.gateway.networking.k8s.io "x" not found'],
    ['annotate httproute x a=b', 'httproutes.gateway.networking.k8s.io "x" not found'],
    [`patch certificate web --type=merge -p '{"spec":{}}'`, 'certificates.cert-manager.io "web" not found'],
    ['scale rollout/web --replicas=3', 'rollouts.argoproj.io "web" not found'],
    ['delete ksvc web', 'services.serving.knative.dev "web" not found'],
    ['edit cert web', 'certificates.cert-manager.io "web" not found'],
    // Names that several projects use mean the group that comes first.
    ['get gateway web', 'gateways.gateway.networking.k8s.io "web" not found'],
    ['get vs web', 'virtualservices.networking.istio.io "web" not found'],
    ['get gateway.networking.istio.io web', 'gateways.networking.istio.io "web" not found'],
    // Kinds of the server win.
    ['get services web', 'services "web" not found'],
    [
      'get deploy,cert web',
      'deployments.apps "web" not found\nError from server (NotFound): certificates.cert-manager',
    ],
    ['get cert,nosuch,httproute web', 'error: the server doesn\'t have a resource type "nosuch"\n'],
    ['get certificates.v9.cert-manager.io web', 'error: the server doesn\'t have a resource type "certificates"\n'],
    ['get CERT web', 'error: the server doesn\'t have a resource type "CERT"\n'],
  ])('kubectl %s: %s', (words, told) => {
    const [outcome] = play([{ kind: 'kubectl', text: `kubectl ${words}` }]).outcomes;
    expect(outcome?.message).toContain(told.trimEnd());
  });

  test('is the one that a step before it made, and whose it is is said', () => {
    const label: NewStep = { kind: 'kubectl', text: 'kubectl label cert/web a=b' };
    expect(play([create, label]).outcomes).toMatchObject([{ status: 'created' }, { status: 'changed' }]);
    expect(codesOf([create, label])).toEqual(['known-schema']);
    expect(codesOf([{ kind: 'kubectl', text: 'kubectl get cert' }])).toEqual(['known-schema']);
  });

  test('may be the parent of a set', () => {
    const files = { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' };
    const line = 'KUBECTL_APPLYSET=true kubectl apply -f a.yaml --prune --applyset=cert/web -n shop';
    const [outcome] = play([{ kind: 'kubectl', text: line, files }]).outcomes;
    expect(outcome?.message).toContain('resource "cert-manager.io/v1, Resource=certificates" is not permitted');
  });

  test('is that of a definition which the scenario holds, once that is there', () => {
    const get: NewStep = { kind: 'kubectl', text: 'kubectl get certificates' };
    const { outcomes } = play([get, { kind: 'crd', text: ownLoose }, get]);
    expect(outcomes.map(({ status }) => status)).toEqual(['error', 'installed', 'unchanged']);
    expect(codesOf([get, { kind: 'crd', text: ownLoose }, get])).toEqual([]);
  });
});

describe('a definition in the scenario wins', () => {
  test('over the known one, before an object and after it', () => {
    expect(
      codesOf([
        { kind: 'crd', text: ownLoose },
        { kind: 'live', text: live },
      ]),
    ).toEqual([]);
    const before: NewStep[] = [
      { kind: 'live', text: live },
      { kind: 'crd', text: ownLoose },
    ];
    expect(codesOf(before, 1)).toEqual(['deduced-schema']);
    expect(codesOf(before, 2)).toEqual([]);
  });

  test('so that an apply before it finds no kind, as on a server', () => {
    const steps: NewStep[] = [
      { kind: 'apply', manager: 'a', text: applied },
      { kind: 'crd', text: ownLoose },
      { kind: 'apply', manager: 'a', text: applied },
    ];
    expect(play(steps).outcomes.map(({ status }) => status)).toEqual(['error', 'installed', 'created']);
    const off = steps.map((step) => (step.kind === 'crd' ? { ...step, off: true } : step));
    expect(play(off).outcomes.map(({ status }) => status)).toEqual(['created', 'skipped', 'unchanged']);
  });

  test('wherever it stands: in a file of a command, in a list', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${ownLoose.trimEnd().replaceAll('\n', '\n  ')}\n`;
    const files = { 'all.yaml': list };
    const steps: NewStep[] = [
      { kind: 'kubectl', text: 'kubectl apply -f all.yaml', files },
      { kind: 'apply', manager: 'a', text: applied },
    ];
    expect(play(steps).outcomes.map(({ status }) => status)).toEqual(['created', 'created']);
    expect(codesOf(steps)).toEqual([]);
  });

  test('also where it does not serve the version of the object', () => {
    const other = own('{type: object}', 'v2');
    expect(
      codesOf([
        { kind: 'crd', text: other },
        { kind: 'live', text: live },
      ]),
    ).not.toContain('known-schema');
  });
});
