import type { ProgramName } from './run-tool.ts';

// Alone in a file: the first view of a page names the tool of a step, and needs nothing else of the tools.

/** What the tools that are played are called, which no language translates. */
export const programTitles: Readonly<Record<ProgramName, string>> = {
  kubectl: 'kubectl apply --server-side',
  'kubectl-client-side': 'kubectl apply',
  helm: 'Helm',
  argocd: 'Argo CD',
  flux: 'Flux',
  'controller-runtime': 'controller-runtime',
  terraform: 'Terraform',
  pulumi: 'Pulumi',
  'flux-helm': 'Flux (HelmRelease)',
  crossplane: 'Crossplane',
  capi: 'Cluster API',
};
