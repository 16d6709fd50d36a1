import type { LaterWords } from '../words/english-later.ts';

/** What a well-known manager name stands for: a code for the words, and how the name comes about. */
export interface KnownManager {
  readonly code: ManagerCode;
  /**
   * `set` by the program itself, by the `server`, or taken from the `agent`: without a manager in its request, a
   * client is called by its User-Agent up to the first slash, which for Go programs begins with the name of the binary.
   */
  readonly from: keyof LaterWords['managers']['origins'];
}

/** What there are words for. */
export type ManagerCode = keyof LaterWords['managers']['meanings'];

/** Names that stand for one thing each. */
const exact = {
  'before-first-apply': 'server',
  'ancient-changes': 'server',
  unknown: 'server',
  'kube-apiserver': 'agent',
  'api-priority-and-fairness-config-producer-v1': 'set',
  'api-priority-and-fairness-config-consumer-v1': 'set',
  'kube-controller-manager': 'agent',
  'clusterrole-aggregation-controller': 'set',
  ResourceClaimController: 'set',
  'kube-scheduler': 'agent',
  kubelet: 'agent',
  'kube-proxy': 'agent',
  kubeadm: 'agent',
  'cloud-controller-manager': 'agent',
  'cluster-autoscaler': 'agent',
  k3s: 'agent',
  'cluster-version-operator': 'agent',
  eks: 'set',
  kubectl: 'set',
  'kubectl-client-side-apply': 'set',
  'kubectl-last-applied': 'set',
  'kubectl-create': 'set',
  'kubectl-edit': 'set',
  'kubectl-patch': 'set',
  'kubectl-replace': 'set',
  'kubectl-set': 'set',
  'kubectl-label': 'set',
  'kubectl-annotate': 'set',
  'kubectl-rollout': 'set',
  'kubectl-run': 'set',
  'kubectl-expose': 'set',
  'kubectl-autoscale': 'set',
  'kubectl-taint': 'set',
  helm: 'set',
  'argocd-controller': 'set',
  'argocd-application-controller': 'agent',
  'kustomize-controller': 'set',
  'helm-controller': 'set',
  'source-controller': 'set',
  'cert-manager-cainjector': 'agent',
  cainjector: 'agent',
  Terraform: 'set',
  HashiCorp: 'agent',
  'pulumi-kubernetes': 'set',
  'crossplane-kubernetes-provider': 'agent',
  'apiextensions.crossplane.io/composite': 'set',
  'apiextensions.crossplane.io/claim': 'set',
  'capi-topology': 'set',
  'capi-machinedeployment': 'set',
  'capi-machineset': 'set',
  'capi-machineset-metadata': 'set',
  'machinepool-controller': 'set',
  'capi-kubeadmcontrolplane': 'set',
  'capi-kubeadmcontrolplane-metadata': 'set',
  fabric8: 'set',
  'fabric8-kubernetes-client': 'agent',
  rancher: 'agent',
  dashboard: 'agent',
  manager: 'agent',
  'node-fetch': 'agent',
  okhttp: 'agent',
  Mozilla: 'agent',
  'OpenAPI-Generator': 'agent',
  'python-requests': 'agent',
  curl: 'agent',
  'Go-http-client': 'agent',
} as const satisfies Readonly<Partial<Record<ManagerCode, KnownManager['from']>>>;

/** Names that begin the same. */
const families = [
  { prefix: 'pulumi-kubernetes-', code: 'pulumi-kubernetes-suffix', from: 'set' },
  { prefix: 'provider-kubernetes/', code: 'provider-kubernetes', from: 'set' },
  { prefix: 'apiextensions.crossplane.io/composed/', code: 'crossplane-composed', from: 'set' },
  { prefix: 'terraform-provider-', code: 'terraform-provider', from: 'agent' },
  { prefix: 'kubectl-', code: 'kubectl-other', from: 'agent' },
] as const satisfies readonly (KnownManager & { readonly prefix: string })[];

/**
 * What a manager name stands for, where it is well known; undefined for the names that people give. A name proves
 * nothing: everybody may write as whom they like.
 */
export function knownManager(name: string): KnownManager | undefined {
  if (isExact(name)) return { code: name, from: exact[name] };
  const plain = name.replace(/\.exe$/, '');
  if (plain !== name && isExact(plain)) return { code: plain, from: exact[plain] };
  const family = families.find(({ prefix }) => plain.startsWith(prefix) && plain.length > prefix.length);
  return family === undefined ? undefined : { code: family.code, from: family.from };
}

function isExact(name: string): name is keyof typeof exact {
  return Object.hasOwn(exact, name);
}
