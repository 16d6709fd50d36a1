import type { AccessView, KubectlDifference } from '@managed-fields/player';
import type { wire as english } from '../english/wire.ts';
import { listOf } from './counting.ts';

/** The request of a step as HTTP, curl and a kubectl line, and the permissions that it needs. */
export const wire: typeof english = {
  label: '请求的其他形式',
  forms: { http: 'HTTP', curl: 'curl', kubectl: 'kubectl', access: 'RBAC' },
  copy: '复制',
  working: '正在生成…',
  curlHint: 'APISERVER 和 TOKEN 取自你的集群。使用 kubectl proxy 时：APISERVER=http://127.0.0.1:8001，且不需要令牌。',
  noKubectl: '没有 kubectl 命令会发送此请求。可以用 curl。',
  sameAs: '这会发送相同的请求。',
  almost: '结果相同，但实际传输的内容有以下差异：',
  differenceSentence,
  accessSentence,
  whenNewSentence,
  kubectlAccessSentence,
  noAccess: '此路径不是 RBAC 认识的资源。',
};

/** Says how a kubectl line differs from the request. */
function differenceSentence({ code, data }: KubectlDifference): string {
  const manager = data['manager'] ?? '';
  switch (code) {
    case 'manager':
      return `此请求按其 User-Agent 记为 ${manager}；kubectl 发送自己的 User-Agent，因此命令行中写明了管理器。`;
    case 'kubectl-manager':
      return `kubectl scale 无法指定管理器：它记为 kubectl，而此请求记为 ${manager}。`;
    case 'as-json':
      return 'kubectl 以 JSON 发送对象，并写入命名空间。';
    case 'reads-first':
      return 'kubectl 会先读取对象。';
    case 'resource-version':
      return 'kubectl 会把读到的 resourceVersion 写入对象。';
    case 'no-validation':
      return `kubectl patch 无法指定字段验证 ${data['value'] ?? ''}；服务器只会警告。`;
    case 'delete-options':
      return 'kubectl 要求在后台删除（propagationPolicy）。';
    case 'migrates':
      return '该对象曾以客户端方式应用：kubectl 会通过更多请求移交所有权。';
    case 'all-documents':
      return `kubectl 会发送全部${data['count'] === undefined ? '' : ` ${data['count']} 个`}文档；此请求只携带第一个。`;
  }
}

/** Says which permissions the request needs. */
function accessSentence({ verbs, resource, apiGroup, namespace }: AccessView): string {
  const group = apiGroup === '' ? '核心 API 组' : `API 组 ${apiGroup}`;
  const where = namespace === '' ? '' : `，命名空间 ${namespace}`;
  return `此请求需要对 ${resource}（${group}${where}）的 ${listOf(verbs)} 权限。`;
}

/** Says which permissions it needs besides for an object that does not exist. */
function whenNewSentence(verbs: readonly string[]): string {
  return `如果对象尚不存在，还需要 ${listOf(verbs)} 权限。`;
}

/** Says which permissions the kubectl line needs besides. */
function kubectlAccessSentence(verbs: readonly string[]): string {
  return `kubectl 命令还需要 ${listOf(verbs)} 权限，因为它会先读取。`;
}
