import type { AccessView, KubectlDifference } from '@managed-fields/player';

/** The request of a step as HTTP, curl and a kubectl line, and the permissions that it needs. */
export const wire = {
  label: 'The request in other forms',
  forms: { http: 'HTTP', curl: 'curl', kubectl: 'kubectl', access: 'RBAC' },
  copy: 'Copy',
  working: 'Writing it down…',
  curlHint:
    'APISERVER and TOKEN are those of your cluster. With kubectl proxy: APISERVER=http://127.0.0.1:8001, and no token.',
  noKubectl: 'No kubectl command sends this request. curl does.',
  sameAs: 'This sends the same request.',
  almost: 'This comes to the same, with these differences on the wire:',
  differenceSentence,
  accessSentence,
  whenNewSentence,
  kubectlAccessSentence,
  noAccess: 'This path is no resource that RBAC knows.',
};

/** Says how a kubectl line differs from the request. */
function differenceSentence({ code, data }: KubectlDifference): string {
  const manager = data['manager'] ?? '';
  switch (code) {
    case 'manager':
      return `The request is recorded as ${manager} by its User-Agent; kubectl sends its own, so the line names the manager.`;
    case 'kubectl-manager':
      return `kubectl scale cannot name a manager: it is recorded as kubectl, where this request is recorded as ${manager}.`;
    case 'as-json':
      return 'kubectl sends the object as JSON, with the namespace written into it.';
    case 'reads-first':
      return 'kubectl reads the object first.';
    case 'resource-version':
      return 'kubectl puts the resourceVersion that it read into the object.';
    case 'no-validation':
      return `kubectl patch cannot ask for field validation ${data['value'] ?? ''}; the server warns.`;
    case 'delete-options':
      return 'kubectl asks for deletion in the background (propagationPolicy).';
    case 'migrates':
      return 'The object was applied client-side: kubectl hands the ownership over by more requests.';
    case 'all-documents':
      return `kubectl sends all ${data['count'] ?? ''} documents; this request carries the first.`;
  }
}

/** Says which permissions the request needs. */
function accessSentence({ verbs, resource, apiGroup, namespace }: AccessView): string {
  const group = apiGroup === '' ? 'the core API group' : `API group ${apiGroup}`;
  const where = namespace === '' ? '' : `, namespace ${namespace}`;
  return `This request needs ${verbs.join(' and ')} on ${resource} (${group}${where}).`;
}

/** Says which permissions it needs besides for an object that does not exist. */
function whenNewSentence(verbs: readonly string[]): string {
  return `Were the object new, it would need ${verbs.join(' and ')} as well.`;
}

/** Says which permissions the kubectl line needs besides. */
function kubectlAccessSentence(verbs: readonly string[]): string {
  return `The kubectl line needs ${verbs.join(' and ')} as well, because it reads first.`;
}
