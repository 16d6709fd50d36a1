import type { Tool } from './tool.ts';

/** The program that printed a text around the server's message. `terraform-kubectl`: by the resource kubectl_manifest. */
export type ErrorTool =
  | 'kubectl'
  | 'argo-cd'
  | 'flux'
  | 'helm'
  | 'terraform'
  | 'terraform-kubectl'
  | 'pulumi'
  | 'log'
  | 'status';

/** The managers as which tools apply server-side, by the start of their names. */
const managers: readonly (readonly [start: string, tool: Tool])[] = [
  ['argocd', 'argo-cd'],
  ['kustomize-controller', 'flux-kustomize'],
  ['helm-controller', 'flux-helm'],
  // Helm 3 never applies server-side.
  ['helm', 'helm-4'],
  ['Terraform', 'terraform-kubernetes'],
  ['HashiCorp', 'terraform-kubernetes'],
  ['pulumi', 'pulumi'],
  ['provider-kubernetes/', 'crossplane'],
  ['apiextensions.crossplane.io/', 'crossplane'],
];

/** The tool that applies as a manager; kubectl where the name says nothing. */
export function toolOfManager(manager: string): Tool {
  return managers.find(([start]) => manager.startsWith(start))?.[1] ?? 'kubectl';
}

/**
 * The tool that printed a conflict. Only Helm 4 meets one, because Helm 3 does not apply server-side; a log is that of a
 * controller.
 */
export function toolOfMessage(tool: ErrorTool | undefined): Tool {
  switch (tool) {
    case 'argo-cd':
    case 'terraform-kubectl':
    case 'pulumi':
      return tool;
    case 'flux':
      return 'flux-kustomize';
    case 'helm':
      return 'helm-4';
    case 'terraform':
      return 'terraform-kubernetes';
    case 'log':
      return 'controller-runtime';
    default:
      return 'kubectl';
  }
}
