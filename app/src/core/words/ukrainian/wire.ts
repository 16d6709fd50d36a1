import type { AccessView, KubectlDifference } from '@managed-fields/player';
import type { wire as english } from '../english/wire.ts';
import { listOf } from './counting.ts';

/** The request of a step as HTTP, curl and a kubectl line, and the permissions that it needs. */
export const wire: typeof english = {
  label: 'Запит в інших формах',
  forms: { http: 'HTTP', curl: 'curl', kubectl: 'kubectl', access: 'RBAC' },
  copy: 'Копіювати',
  working: 'Записуємо…',
  curlHint:
    'APISERVER і TOKEN — вашого кластера. З kubectl proxy: APISERVER=http://127.0.0.1:8001, а токен не потрібен.',
  noKubectl: 'Жодна команда kubectl такого запиту не надсилає. curl — надсилає.',
  sameAs: 'Команда надсилає такий самий запит.',
  almost: 'Виходить те саме, але запит відрізняється ось чим:',
  differenceSentence,
  accessSentence,
  whenNewSentence,
  kubectlAccessSentence,
  noAccess: 'RBAC не знає ресурсу за цим шляхом.',
};

/** Says how a kubectl line differs from the request. */
function differenceSentence({ code, data }: KubectlDifference): string {
  const manager = data['manager'] ?? '';
  switch (code) {
    case 'manager':
      return `Цей запит записують за його User-Agent на ${manager}; kubectl надсилає свій, тому менеджера названо в команді.`;
    case 'kubectl-manager':
      return `kubectl scale не може назвати менеджера: його записують як kubectl, а цей запит — як ${manager}.`;
    case 'as-json':
      return 'kubectl надсилає об’єкт як JSON, із вписаним простором імен.';
    case 'reads-first':
      return 'kubectl спершу читає об’єкт.';
    case 'resource-version':
      return 'kubectl дописує в об’єкт resourceVersion, яку прочитав.';
    case 'no-validation':
      return `kubectl patch не може попросити перевірку полів ${data['value'] ?? ''}; сервер лише попередить.`;
    case 'delete-options':
      return 'kubectl просить видалити у фоні (propagationPolicy).';
    case 'migrates':
      return 'До об’єкта застосовували Client-Side Apply: kubectl передає володіння додатковими запитами.';
    case 'all-documents':
      return `kubectl надсилає всі документи (${data['count'] ?? ''}); цей запит несе перший.`;
  }
}

/** Says which permissions the request needs. */
function accessSentence({ verbs, resource, apiGroup, namespace }: AccessView): string {
  const group = apiGroup === '' ? 'основна група API' : `група API ${apiGroup}`;
  const where = namespace === '' ? '' : `, простір імен ${namespace}`;
  return `Цьому запиту потрібно ${listOf(verbs)} для ${resource} (${group}${where}).`;
}

/** Says which permissions it needs besides for an object that does not exist. */
function whenNewSentence(verbs: readonly string[]): string {
  return `Якби об’єкт був новий, знадобилося б і ${listOf(verbs)}.`;
}

/** Says which permissions the kubectl line needs besides. */
function kubectlAccessSentence(verbs: readonly string[]): string {
  return `Команді kubectl потрібно ще ${listOf(verbs)}, бо спершу вона читає.`;
}
