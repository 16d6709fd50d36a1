import '../whole.ts';
import { knownKinds } from '@managed-fields/known-definitions';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { describe, expect, test } from 'vitest';
import { newScenario } from '../edits.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

/** Objects as their authors write them, one or more of each project. */
const samples: readonly (readonly [apiVersion: string, kind: string, rest: string])[] = [
  [
    'cert-manager.io/v1',
    'Certificate',
    'spec: {secretName: web-tls, dnsNames: [shop.example.com], duration: 2160h, issuerRef: {name: ca, kind: ClusterIssuer}}',
  ],
  [
    'gateway.networking.k8s.io/v1',
    'Gateway',
    'spec: {gatewayClassName: public, listeners: [{name: http, port: 80, protocol: HTTP}]}',
  ],
  [
    'gateway.networking.k8s.io/v1',
    'HTTPRoute',
    'spec: {parentRefs: [{name: public}], rules: [{matches: [{path: {type: PathPrefix, value: /}}], backendRefs: [{name: web, port: 80}]}]}',
  ],
  [
    'argoproj.io/v1alpha1',
    'Application',
    'spec: {project: default, source: {repoURL: "https://git.example.com/shop", path: deploy}, destination: {namespace: shop, name: here}}',
  ],
  [
    'argoproj.io/v1alpha1',
    'Rollout',
    'spec: {replicas: 3, selector: {matchLabels: {app: web}}, strategy: {canary: {steps: [{setWeight: 20}, {pause: {}}]}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1", ports: [{containerPort: 80, protocol: TCP}]}]}}}',
  ],
  [
    'source.toolkit.fluxcd.io/v1',
    'GitRepository',
    'spec: {interval: 5m, url: "https://git.example.com/shop", ref: {branch: main}}',
  ],
  [
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    'spec: {interval: 10m, prune: true, path: ./deploy, sourceRef: {kind: GitRepository, name: shop}}',
  ],
  [
    'monitoring.coreos.com/v1',
    'ServiceMonitor',
    'spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: metrics, interval: 30s}]}',
  ],
  [
    'monitoring.coreos.com/v1',
    'PrometheusRule',
    'spec: {groups: [{name: shop, rules: [{alert: Down, expr: up == 0, for: 5m, labels: {severity: page}}]}]}',
  ],
  [
    'keda.sh/v1alpha1',
    'ScaledObject',
    'spec: {scaleTargetRef: {name: web}, minReplicaCount: 1, maxReplicaCount: 9, triggers: [{type: cpu, metricType: Utilization, metadata: {value: "60"}}]}',
  ],
  [
    'karpenter.sh/v1',
    'NodePool',
    'spec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}, requirements: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]}}}',
  ],
  [
    'networking.istio.io/v1',
    'VirtualService',
    'spec: {hosts: [shop.example.com], http: [{route: [{destination: {host: web, subset: v2}, weight: 100}]}]}',
  ],
  ['networking.istio.io/v1beta1', 'DestinationRule', 'spec: {host: web, subsets: [{name: v2, labels: {version: v2}}]}'],
  [
    'serving.knative.dev/v1',
    'Service',
    'spec: {template: {spec: {containers: [{image: "web:1", env: [{name: TARGET, value: shop}]}]}}}',
  ],
  [
    'external-secrets.io/v1',
    'ExternalSecret',
    'spec: {refreshInterval: 1h, secretStoreRef: {name: vault, kind: SecretStore}, target: {name: db}, data: [{secretKey: password, remoteRef: {key: shop/db}}]}',
  ],
  [
    'kyverno.io/v1',
    'ClusterPolicy',
    'spec: {rules: [{name: labels, match: {any: [{resources: {kinds: [Pod]}}]}, validate: {failureAction: Enforce, message: a team, pattern: {metadata: {labels: {team: "?*"}}}}}]}',
  ],
  [
    'cilium.io/v2',
    'CiliumNetworkPolicy',
    'spec: {endpointSelector: {matchLabels: {app: web}}, ingress: [{fromEndpoints: [{matchLabels: {app: front}}], toPorts: [{ports: [{port: "80", protocol: TCP}]}]}]}',
  ],
  [
    'snapshot.storage.k8s.io/v1',
    'VolumeSnapshot',
    'spec: {volumeSnapshotClassName: fast, source: {persistentVolumeClaimName: data}}',
  ],
  [
    'autoscaling.k8s.io/v1',
    'VerticalPodAutoscaler',
    'spec: {targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, updatePolicy: {updateMode: "Off"}}',
  ],
  [
    'cluster.x-k8s.io/v1beta2',
    'MachineDeployment',
    'spec: {clusterName: shop, replicas: 3, selector: {matchLabels: {}}, template: {spec: {clusterName: shop, bootstrap: {dataSecretName: boot}, infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: DockerMachineTemplate, name: shop}}}}',
  ],
  ['velero.io/v1', 'Schedule', 'spec: {schedule: 0 1 * * *, template: {includedNamespaces: [shop], ttl: 720h}}'],
  ['metallb.io/v1beta1', 'IPAddressPool', 'spec: {addresses: [192.0.2.0/24], autoAssign: true}'],
  [
    'bitnami.com/v1alpha1',
    'SealedSecret',
    'spec: {encryptedData: {password: AgBy3i4OJSWK}, template: {metadata: {name: db}}}',
  ],
];

test('every project has a sample', () => {
  const sampled = (apiVersion: string, kind: string) =>
    samples.some(([version, name]) => version === apiVersion && name === kind);
  const projects = knownKinds().flatMap(({ apiVersion, kind, of }) => (sampled(apiVersion, kind) ? [of.project] : []));
  expect([...new Set(projects)].sort()).toEqual([...new Set(knownKinds().map(({ of }) => of.project))].sort());
});

describe.each(samples)('%s %s', (apiVersion, kind, rest) => {
  const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: sample\n${rest}\n`;

  test('is applied without a complaint, and at last without a change; a field that it does not have is refused', () => {
    const misspelt = text.replace('spec: {', 'spec: {misspelt: 1, ');
    // Where the status has a default, it comes into storage with the second write.
    const steps = [text, text, text, misspelt].map((each) => ({ kind: 'apply', manager: 'a', text: each }) as const);
    const { outcomes, view } = run(newScenario('', steps), { catalog, selected: 's1' });
    expect(outcomes.map(({ status }) => status)).toEqual(['created', expect.any(String), 'unchanged', 'error']);
    expect(outcomes[0]?.problems).toEqual([]);
    expect(outcomes[0]?.warnings.filter((warning) => !warning.includes(' is deprecated'))).toEqual([]);
    expect(outcomes[3]?.message).toContain('.spec.misspelt: field not declared in schema');
    expect(view?.notices.map(({ code }) => code)).toContain('known-schema');
  });
});
