/**
 * Managers of commands and programs with which people change objects by hand; nobody repeats what they did. Upstream: the
 * commands of k8s.io/kubectl pkg/cmd, which write as `kubectl-` and their name.
 */
export const handWriters: ReadonlySet<string> = new Set([
  ...['kubectl-edit', 'kubectl-patch', 'kubectl-set', 'kubectl-rollout', 'kubectl-label', 'kubectl-annotate'],
  ...['kubectl-replace', 'kubectl-scale', 'kubectl-create', 'kubectl-expose', 'kubectl-run', 'kubectl-autoscale'],
  ...['kubectl-taint', 'kubectl-cordon', 'kubectl-drain', 'kubectl-debug', 'k9s'],
  // Lens and the programs made from it, and dashboards that hand on the browser's requests.
  ...['node-fetch', 'Mozilla'],
]);

/** Programs of Kubernetes that write what they compute, each time it differs. */
export const controllers: ReadonlySet<string> = new Set([
  ...['kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-apiserver', 'cloud-controller-manager'],
]);
