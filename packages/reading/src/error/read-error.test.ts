import '@managed-fields/player/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { AnyStep } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { readPasted } from '../read-pasted.ts';
import type { ErrorScenario } from './error-scenario.ts';
import { readErrors } from './read-error.ts';

const catalog = await loadKubernetesTypes();

const readError = (text: string) => readErrors(text)[0];

const single =
  'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas';
const several =
  'Apply failed with 3 conflicts: conflicts with "alice":\n- .metadata.labels.app.kubernetes.io/name\nconflicts with "helm" using apps/v1:\n- .spec.replicas\n- .spec.template.spec.containers[name="we\\"b"].image';
const hint = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

describe('a conflict is read', () => {
  const told = (text: string) => {
    const facts = readError(text);
    const managers = facts?.managers.map(({ manager, operation, subresource, apiVersion, paths }) =>
      [manager, operation, subresource, apiVersion, ...paths].filter((word) => word !== '').join(' '),
    );
    return [facts?.tool, ...(managers ?? [])];
  };
  const replicas = 'kube-controller-manager Update scale apps/v1 .spec.replicas';
  const three = [
    'alice Apply .metadata.labels.app.kubernetes.io/name',
    'helm Update apps/v1 .spec.replicas .spec.template.spec.containers[name="we\\"b"].image',
  ];
  test.each<readonly [name: string, text: string, is: readonly unknown[]]>([
    ['as the server says it', single, [undefined, replicas]],
    ['of several managers', several, [undefined, ...three]],
    ['as kubectl prints it', `error: ${single}${hint}`, ['kubectl', replicas]],
    [
      'of several, as kubectl prints it',
      `$ kubectl apply --server-side -f x\nerror: ${several}${hint}\n`,
      ['kubectl', ...three],
    ],
    ['on one line', several.replaceAll('\n', ' '), [undefined, ...three]],
    [
      'with colours and Windows line ends',
      `\u001b[31merror: ${several.replaceAll('\n', '\r\n')}\u001b[0m`,
      [expect.anything(), ...three],
    ],
    [
      'with the time of older servers',
      single.replace('apps/v1:', 'apps/v1 at 2021-03-04T05:06:07Z:'),
      [undefined, replicas],
    ],
    [
      'from Argo CD',
      `one or more objects failed to apply, reason: error when patching "/dev/shm/1234567": ${single}`,
      ['argo-cd', replicas],
    ],
    ['from Flux', `Deployment/shop/web dry-run failed (Conflict): ${single}\n`, ['flux', replicas]],
    [
      'from Helm',
      `Error: UPGRADE FAILED: conflict occurred while applying object shop/web apps/v1, Kind=Deployment: ${single}`,
      ['helm', replicas],
    ],
    [
      'from Terraform',
      `╷\n│ Error: There was a field manager conflict when trying to apply the manifest for "shop/web"\n│ \n│ The API returned the following conflict: ${JSON.stringify(single)}\n│ \n╵`,
      ['terraform', replicas],
    ],
    [
      'from kubectl_manifest of Terraform',
      `╷\n│ Error: shop/web failed to run apply: ${single}${hint}\n╵`,
      ['terraform-kubectl', replicas],
    ],
    [
      'from Pulumi',
      `error: resource shop/web was not successfully created by the Kubernetes API server : Server-Side Apply field conflict detected: ${single}`,
      ['pulumi', replicas],
    ],
    ['from a log of JSON lines', JSON.stringify({ level: 'error', error: several }), [expect.anything(), ...three]],
    [
      'from a log of key and value',
      `E1121 controller.go:1 "Reconciler error" err=${JSON.stringify(single)} name="web"`,
      ['log', replicas],
    ],
    [
      'from a Status',
      JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: several, code: 409 }, null, 2),
      ['status', ...three],
    ],
  ])('%s', (_, text, is) => {
    expect(told(text)).toEqual(is);
  });

  test('and is said to be cut off where fields are missing', () => {
    expect(readError(several.slice(0, 120))?.data).toEqual({ count: '3', cut: 'true' });
  });
});

test.each<readonly [text: string, code: string, object: object, fields: readonly string[]]>([
  [
    'Error from server: failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.replica: field not declared in schema',
    'undeclared-field',
    { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
    ['.spec.replica'],
  ],
  [
    'failed to create typed patch object (/x; /v1, Kind=Pod): errors:\n  .spec.a: field not declared in schema\n  .spec.hostNetwork: expected boolean, got &{1}',
    'undeclared-field',
    { apiVersion: 'v1', kind: 'Pod', name: 'x' },
    ['.spec.a', '.spec.hostNetwork'],
  ],
  [
    '.spec.template.spec.containers[name="a"].env: duplicate entries for key [name="X"]',
    'duplicate-key',
    {},
    ['.spec.template.spec.containers[name="a"].env'],
  ],
  ['metadata.managedFields must be nil', 'managed-fields-sent', {}, []],
  [
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    'no-manager',
    {},
    [],
  ],
  ['The PatchOptions "" is invalid: fieldManager: Required value: is required for apply patch', 'no-manager', {}, []],
  [
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    'bad-manager',
    {},
    [],
  ],
  [
    'Error from server (BadRequest): error when creating "f.yaml": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
    'unknown-field',
    { kind: 'Deployment' },
    ['spec.replica'],
  ],
  ['Warning: unknown field "spec.replica"', 'unknown-field', {}, ['spec.replica']],
  [
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    'stale-version',
    { resource: 'deployments', group: 'apps', name: 'web' },
    [],
  ],
  [
    'foos.example.com "x" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    'no-resource-version',
    {},
    [],
  ],
  [
    'The Deployment "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
    'immutable',
    { kind: 'Deployment', name: 'web' },
    ['spec.selector'],
  ],
  [
    'The Deployment "web" is invalid: \n* spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is \'Recreate\'\n* spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'union-leftover',
    { kind: 'Deployment', name: 'web' },
    ['spec.strategy.rollingUpdate', 'spec.replicas'],
  ],
  [
    'Service "s" is invalid: spec.ports[1].name: Duplicate value: "http"',
    'duplicate-value',
    { kind: 'Service' },
    ['spec.ports[1].name'],
  ],
  [
    'Foo.example.com "x" is invalid: [spec.a: Required value, spec.m[0].v: Too many: 3: must have at most 2 items]',
    'invalid',
    { kind: 'Foo' },
    ['spec.a', 'spec.m[0].v'],
  ],
  [
    'error: resource mapping not found for name: "d" namespace: "" from "f.yaml": no matches for kind "Foo" in version "example.com/v1"\nensure CRDs are installed first',
    'no-kind-match',
    {},
    [],
  ],
  [
    'Warning: resource configmaps/cm is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply.',
    'no-last-applied',
    { resource: 'configmaps', name: 'cm' },
    [],
  ],
  ['etcdserver: request is too large', 'too-large', {}, []],
  ['metadata.annotations: Too long: may not be more than 262144 bytes', 'too-large', {}, []],
  [
    'deployments.apps "web" is forbidden: User "u" cannot patch resource "deployments" in API group "apps" in the namespace "shop"',
    'forbidden',
    { resource: 'deployments', group: 'apps' },
    [],
  ],
  ['admission webhook "x.y.z" denied the request: no', 'webhook', {}, []],
  ['Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress', 'helm-busy', {}, []],
])('%s', (text, code, object, fields) => {
  const facts = readError(text);
  expect(facts?.code).toBe(code);
  expect(facts?.object).toMatchObject(object);
  expect(facts?.fields.map(({ path }) => path)).toEqual(fields);
});

test.each(['hello', 'kubectl get pods', '{"a": 1}', 'error: something else went wrong'])(
  '%s is no known error',
  (text) => {
    expect(readError(text)).toBeUndefined();
  },
);

describe('a scenario is made that ends in the message:', () => {
  const made = (text: string): ErrorScenario | undefined => {
    const pasted = readPasted(text, catalog);
    if (pasted.kind !== 'error') throw new Error(pasted.kind);
    return pasted.errors[0]?.scenario;
  };
  test.each<readonly [text: string, kind: string]>([
    [single, 'apps/v1 Deployment'],
    [several, 'apps/v1 Deployment'],
    ['Apply failed with 1 conflict: conflict with "a": .data.my.key', 'v1 ConfigMap'],
    [
      'Apply failed with 1 conflict: conflict with "a" using v1: .spec.ports[port=80,protocol="TCP"].targetPort',
      'v1 Service',
    ],
    [
      'Apply failed with 1 conflict: conflict with "a" using networking.k8s.io/v1: .spec.rules',
      'networking.k8s.io/v1 Ingress',
    ],
    [
      'Apply failed with 1 conflict: conflict with "a" using autoscaling/v1: .spec.maxReplicas',
      'autoscaling/v1 HorizontalPodAutoscaler',
    ],
    [
      'Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "status" using apps/v1: .status.replicas',
      'apps/v1 Deployment',
    ],
    [
      'Apply failed with 2 conflicts: conflicts with "me":\n- .spec.paused\nconflicts with "me" using apps/v1:\n- .spec.paused',
      'apps/v1 Deployment',
    ],
    [
      'Apply failed with 1 conflict: conflict with "op" using acme.io/v1beta1: .spec.nodeSets[name="a"].count',
      'acme.io/v1beta1 Example',
    ],
    [
      'Apply failed with 1 conflict: conflict with "gw" using gateway.networking.k8s.io/v1: .spec.gatewayClassName',
      'gateway.networking.k8s.io/v1 Gateway',
    ],
    [
      'failed to create typed patch object (/x; autoscaling.k8s.io/v1, Kind=VerticalPodAutoscaler): .spec.mode: field not declared in schema',
      'autoscaling.k8s.io/v1 VerticalPodAutoscaler',
    ],
    [
      'Apply failed with 1 conflict: conflict with "op" with subresource "status" using acme.io/v1: .status.phase',
      'acme.io/v1 Example',
    ],
    [
      'conflict occurred while applying object shop/w acme.io/v1, Kind=Widget: Apply failed with 1 conflict: conflict with "a": .spec.size',
      'acme.io/v1 Widget',
    ],
    [
      'failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.replica: field not declared in schema',
      'apps/v1 Deployment',
    ],
    [
      'failed to create typed patch object (/x; acme.io/v1, Kind=Widget): .spec.size.big: field not declared in schema',
      'acme.io/v1 Widget',
    ],
    [
      'failed to create typed patch object (/x; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="a"].env: duplicate entries for key [name="X"]',
      'apps/v1 Deployment',
    ],
    [
      'failed to create typed patch object (/cm; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:1}',
      'v1 ConfigMap',
    ],
    [
      'failed to create typed patch object (/x; acme.io/v1, Kind=Widget): .spec.on: expected boolean, got &{yes}',
      'acme.io/v1 Widget',
    ],
    ['metadata.managedFields must be nil', 'v1 ConfigMap'],
    [
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      'v1 ConfigMap',
    ],
    ['PatchOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes', 'v1 ConfigMap'],
    ['no matches for kind "Deploymen" in version "apps/v1"', 'v1 ConfigMap'],
    [
      'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
      'apps/v1 Deployment',
    ],
    [
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
      'apps/v1 Deployment',
    ],
    [
      'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
      'apps/v1 Deployment',
    ],
    [
      'Deployment.apps "web" is invalid: spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is \'Recreate\'',
      'apps/v1 Deployment',
    ],
    [
      'Deployment.apps "web" is invalid: spec.template.spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
      'apps/v1 Deployment',
    ],
    ['Service "s" is invalid: spec.ports[1].name: Duplicate value: "http"', 'v1 Service'],
    [
      'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'apps/v1 Deployment',
    ],
    [
      'Warning: resource configmaps/cm is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply.',
      'v1 ConfigMap',
    ],
  ])('%s', (text, kind) => {
    expect(made(text)).toMatchObject({ kind, reproduced: true });
  });

  test('the command above names the manager', () => {
    const steps = made(`$ kubectl apply --server-side --field-manager=ci -f x\nerror: ${single}${hint}`)?.steps;
    expect(steps?.at(-1)).toMatchObject({ kind: 'apply', manager: 'ci' });
  });

  test.each([
    'etcdserver: request is too large',
    'admission webhook "x" denied the request: no',
    'Apply failed with 1 conflict: conflict with "a" using networking.k8s.io/v1: .spec.noSuchField',
    'failed to create typed patch object (/x; networking.k8s.io/v1, Kind=Ingres): .spec.a: field not declared in schema',
  ])('none for %s', (text) => {
    expect(made(text)).toBeUndefined();
  });
});

describe('a kind whose definition is known', () => {
  const using = 'Apply failed with 1 conflict: conflict with "cert-manager" using cert-manager.io/v1: .spec';
  const typed =
    'failed to create typed patch object (shop/web; cert-manager.io/v1, Kind=Certificate): .spec.secretNam: field not declared in schema';
  const made = (text: string) => {
    const pasted = readPasted(text, catalog);
    const {
      kind,
      guessed,
      placeholder,
      reproduced,
      steps = [],
    } = (pasted.kind === 'error' ? pasted.errors[0]?.scenario : undefined) ?? {};
    return [kind, guessed, placeholder, reproduced, ...steps.map((step) => step.kind)];
  };

  test.each<readonly [name: string, text: string, is: readonly unknown[]]>([
    [
      'by its name and version',
      `Error from server (Conflict): error when applying patch:\n{}\nto:\nResource: "cert-manager.io/v1, Resource=certificates", GroupVersionKind: "cert-manager.io/v1, Kind=Certificate"\nName: "web", Namespace: "shop"\n${using}.secretName`,
      ['cert-manager.io/v1 Certificate', false, false, true, 'live', 'apply'],
    ],
    [
      'by its name and a manager',
      `Certificate/shop/web dry-run failed: ${using}.secretName`,
      ['cert-manager.io/v1 Certificate', false, false, true, 'live', 'apply'],
    ],
    [
      'by its name alone',
      'Rollout/shop/web dry-run failed: Apply failed with 1 conflict: conflict with "hpa": .spec.replicas',
      ['argoproj.io/v1alpha1 Rollout', false, false, true, 'live', 'apply'],
    ],
    [
      'by its fields',
      `${using}.privateKey.rotationPolicy`,
      ['cert-manager.io/v1 Certificate', true, false, true, 'live', 'apply'],
    ],
    ['by its misfit', typed, ['cert-manager.io/v1 Certificate', false, false, true, 'apply']],
    [
      'by a complaint',
      'The Certificate "web" is invalid: spec.usages[0]: Unsupported value: "server"',
      // The server would complain about more of so small an object.
      ['cert-manager.io/v1 Certificate', false, false, false, 'apply'],
    ],
    [
      'of another release, with a field that the known one lacks',
      `Certificate/shop/web dry-run failed: ${using}.later`,
      ['cert-manager.io/v1 Certificate', false, true, true, 'crd', 'live', 'apply'],
    ],
    [
      'of another release, without a field that the known one has',
      typed.replace('secretNam:', 'secretName:'),
      ['cert-manager.io/v1 Certificate', false, true, true, 'crd', 'apply'],
    ],
    [
      'at a version that the known release does not serve',
      `Certificate/shop/web dry-run failed: ${using.replace('/v1', '/v1alpha2')}.secretName`,
      ['cert-manager.io/v1alpha2 Certificate', false, true, true, 'crd', 'live', 'apply'],
    ],
    [
      'by a name that the server has too',
      'Service/shop/web dry-run failed: Apply failed with 1 conflict: conflict with "a": .spec.type',
      ['v1 Service', false, false, true, 'live', 'apply'],
    ],
  ])('%s', (_, text, is) => {
    expect(made(text)).toEqual(is);
  });
});

describe('texts as people post them', () => {
  const ansible = `fatal: [localhost]: FAILED! => {"changed": false, "msg": "Failed to apply object: b'{\\"kind\\":\\"Status\\",\\"apiVersion\\":\\"v1\\",\\"status\\":\\"Failure\\",\\"message\\":\\"Apply failed with 1 conflict: conflict with \\\\\\"kubectl-client-side-apply\\\\\\" using apiextensions.k8s.io/v1: .spec.versions\\",\\"reason\\":\\"Conflict\\"}\\\\n'", "reason": "Conflict"}`;
  const pulumi = `  kubernetes:apps/v1:Deployment (web):
    error: The resource managed by field manager "pulumi-kubernetes-9880894e" had an apply conflict: Apply failed with 2 conflicts: conflicts with "gkebackup" using apps/v1:
    - .spec.template.spec.containers[name="project"].image
    - .spec.template.spec.containers[name="project"].env[name="alfresco.url"].value
`;
  const registry = `error: Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data..dockerconfigjson${hint}`;
  const box = `╷
│ Error: kube-system/aws-auth failed to run apply: Apply failed with 1 conflict: conflict with "vpcLambda" using v1: .data.mapRoles
│ Please review the fields above--they currently have other managers. Here
╵`;
  test.each<readonly [name: string, text: string, kind: string, manager: string]>([
    ['Ansible, quoted three times', ansible, 'apiextensions.k8s.io/v1 CustomResourceDefinition', 'me'],
    ['Pulumi with its own manager', pulumi, 'apps/v1 Deployment', 'pulumi-kubernetes-9880894e'],
    ['a key that starts with a dot', registry, 'v1 Secret', 'kubectl'],
    ['a box of Terraform with kubectl_manifest', box, 'v1 ConfigMap', 'kubectl'],
    [
      'a whole spec',
      'error: Apply failed with 1 conflict: conflict with "kustomize-controller": .spec',
      'example.com/v1 Example',
      'kubectl',
    ],
    [
      'an aggregated role',
      'Error: kubeflow-mpijobs-admin failed to run apply: Apply failed with 1 conflict: conflict with "clusterrole-aggregation-controller": .rules\n\nPlease review the fields above--they currently have other managers.',
      'rbac.authorization.k8s.io/v1 ClusterRole',
      'kubectl',
    ],
    [
      'a custom resource',
      'update dry-run for \'argocd/apps\' failed: Apply failed with 1 conflict: conflict with "argocd-application-controller" using argoproj.io/v1alpha1: .spec.source.helm.parameters',
      'argoproj.io/v1alpha1 Application',
      'argocd-controller',
    ],
  ])('%s', (_, text, kind, manager) => {
    const pasted = readPasted(text, catalog);
    const scenario = pasted.kind === 'error' ? pasted.errors[0]?.scenario : undefined;
    const last: Partial<AnyStep> = scenario?.steps.at(-1) ?? {};
    expect([scenario?.kind, last.manager, scenario?.reproduced]).toEqual([kind, manager, true]);
  });

  test('several objects, each conflict once', () => {
    const other =
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using networking.k8s.io/v1: .spec.ingress';
    const facts = readErrors(
      `serviceaccount/a serverside-applied\n${single}${hint}\n${other}${hint}\n${single}${hint}\n`,
    );
    expect(facts.map(({ message }) => message)).toEqual([single, other]);
  });

  test('the same conflict cut off and whole', () => {
    expect(readErrors(`${several.slice(0, 150)}…\n\n${several}`).map(({ message }) => message)).toEqual([several]);
  });

  test('a log of the API server, the message in it twice', () => {
    const words =
      'failed to create typed patch object (default/ssa; apps/v1, Kind=Deployment): errors:\n  .spec.template.spec.containers[name="c"].env: duplicate entries for key [name="FOO"]\n  .spec.template.spec.containers[name="c"].ports: duplicate entries for key [containerPort=93,protocol="TCP"]';
    const [facts] = readErrors(
      `E1101 17:51:35.316459 status.go:71] apiserver received an error that is not an metav1.Status: &errors.errorString{s:${JSON.stringify(words)}}: ${words}`,
    );
    expect([facts?.code, facts?.message, facts?.fields.length]).toEqual(['duplicate-key', words, 2]);
  });
});
