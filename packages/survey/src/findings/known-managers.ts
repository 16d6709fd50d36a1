/** The manager of a client-side apply without `--field-manager`. Upstream: k8s.io/kubectl pkg/cmd/apply FieldManagerClientSideApply. */
export const clientSideApply = 'kubectl-client-side-apply';

/** The updater that the first apply makes of an object without managedFields. Upstream: apimachinery managedfields skipnonapplied.go. */
export const beforeFirstApply = 'before-first-apply';

/** The updater into which the oldest ones fold. Upstream: apimachinery managedfields capmanagers.go. */
export const ancientChanges = 'ancient-changes';

/** The annotation in which client-side apply keeps what was applied. */
export const lastAppliedName = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manager as which kubectl applies that annotation alone. Upstream: k8s.io/kubectl pkg/cmd/apply. */
export const lastAppliedOwner = 'kubectl-last-applied';

/** Managers of commands and programs with which people change objects by hand. */
const byHand: ReadonlySet<string> = new Set([
  'kubectl-edit',
  'kubectl-patch',
  'kubectl-set',
  'kubectl-rollout',
  'kubectl-label',
  'kubectl-annotate',
  'kubectl-replace',
  'kubectl-scale',
  // Lens and the programs made from it, dashboards that hand on the browser's requests, and k9s.
  'node-fetch',
  'Mozilla',
  'k9s',
]);

/** Whether an entry is of a change by hand. `kubectl scale` writes as `kubectl`, through the subresource. */
export function isByHand(manager: string, subresource: string): boolean {
  return byHand.has(manager) || (manager === 'kubectl' && subresource === 'scale');
}

/** Updaters that send whole manifests, as client-side apply does. */
export function isClientSide(manager: string): boolean {
  return manager === clientSideApply || manager === 'helm' || manager === 'argocd-controller';
}

/** Programs that apply what people wrote. Those of Flux send it through the structs of Go. */
const releaseTools: ReadonlySet<string> = new Set([
  'kubectl',
  'helm',
  'argocd-controller',
  'kustomize-controller',
  'helm-controller',
  'flux',
]);

/** Whether a manager is a program that applies files of others. */
export function isReleaseTool(manager: string): boolean {
  return releaseTools.has(manager);
}
