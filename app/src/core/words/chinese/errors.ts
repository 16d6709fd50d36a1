import type { ErrorCode, ErrorFacts } from '@managed-fields/reading';
import type { ErrorTool } from '@managed-fields/tools';
import type { errors as english } from '../english/errors.ts';
import { countOf, listOf, spaced } from './counting.ts';

/** The title of each error message. */
const titles: Readonly<Record<ErrorCode, string>> = {
  conflict: '与其他管理器冲突',
  'undeclared-field': '模式中没有的字段',
  'duplicate-key': '两个列表项的键相同',
  'wrong-type': '值的类型错误',
  'missing-key': '列表项缺少键',
  'set-of-maps': '与列表不符的列表项',
  'managed-fields-sent': '配置中带有 managedFields',
  'no-manager': '没有字段管理器',
  'bad-manager': '字段管理器名称不合法',
  'unknown-field': '未知或重复的字段',
  'stale-version': '别人先写了一步',
  'no-resource-version': '没有 resourceVersion',
  immutable: '不可更改的字段',
  'union-leftover': '两个互斥的字段',
  'duplicate-value': '必须唯一的值',
  invalid: '未通过验证',
  'no-kind-match': '未知的类别',
  'unknown-patch-type': '该类别不接受的补丁',
  'no-last-applied': '没有 last-applied-configuration',
  'migration-failed': '注解无法移交',
  'too-large': '太大',
  'gone-version': '已不存在的 API 版本',
  undecodable: '该类别容纳不了的值',
  malformed: '既不是 YAML 也不是 JSON',
  'missing-merge-key': '列表项缺少合并键',
  'hidden-duplicate': '两项的键相同',
  forbidden: '没有权限',
  webhook: '被准入 Webhook 拒绝',
  'helm-busy': 'Helm 正在处理此 Release',
  'not-found': '未找到',
  'already-exists': '已存在',
};

const tools: Readonly<Record<ErrorTool, string>> = {
  kubectl: 'kubectl',
  'argo-cd': 'Argo CD',
  flux: 'Flux',
  helm: 'Helm',
  terraform: 'Terraform',
  'terraform-kubectl': 'Terraform (kubectl_manifest)',
  pulumi: 'Pulumi',
  log: '日志',
  status: '服务器响应',
};

/** Error texts: what they mean, and a scenario made of them. */
export const errors: typeof english = {
  titles,
  manager: '管理器',
  fields: '字段',
  unknownText:
    '其中没有这里认识的消息。这里认识的是 API 服务器和 kubectl 有关应用、更新和补丁的消息，以及 Argo CD、Flux、Helm、Terraform 和 Pulumi 包裹在外面的文字。',
  cutOff: '文本被截断：它计数的冲突多于列出的冲突。',
  scenarioTitle: '由此生成的场景',
  noScenario: '单凭请求不会产生此消息，因此没有可推演的。',
  reproduced: '在这里推演，最后一步正好得到此消息。',
  notReproduced: '在这里推演，得到的与此消息不完全相同。请用你的对象补全。',
  guessed: '消息没有说明类别。如果是别的类别，请在步骤中更改。',
  placeholder: '该类别不是内置的；其定义由这些字段拼成。请换成真正的定义。',
  complete: '其中的值是占位符：请换成你的值。',
  scenarioName,
  fromTool,
  explanation,
  advice,
  ownerSentence,
  kindSentence,
};

/** Returns the title of a scenario that is made of a message. */
function scenarioName({ code }: ErrorFacts): string {
  return titles[code];
}

/** Says which tool printed the message. */
function fromTool(tool: ErrorTool): string {
  return `来自${spaced(tools[tool]).trimEnd()}`;
}

/** Says which kind the scenario is about. */
function kindSentence(kind: string): string {
  return `涉及 ${kind}。`;
}

/** Describes the owner that the conflict is with. */
function ownerSentence({ operation, subresource, apiVersion }: ErrorFacts['managers'][number]): string {
  const how = operation === 'Apply' ? '通过服务器端应用' : '通过更新';
  const where = subresource === '' ? '' : `，经由 /${subresource}`;
  return `${how}${where}${apiVersion === '' ? '' : `，版本 ${apiVersion}`}`;
}

/** Explains a message. */
function explanation({ code, managers, fields, data }: ErrorFacts): string {
  const paths = listOf(fields.map(({ path }) => path));
  switch (code) {
    case 'conflict': {
      const count = managers.reduce((sum, manager) => sum + manager.paths.length, 0);
      const who = [...new Set(managers.map(({ manager }) => manager))];
      return `${countOf(count, 'field')}归 ${listOf(who)} 所有，而你的配置想要别的值。什么也没有写入。冲突不是服务器的故障：它是在问该由谁决定。`;
    }
    case 'undeclared-field':
      return `${paths}：此版本的模式没有这样的字段。不论 --validate 如何设置，应用始终按模式检查。多半是拼写错误、缩进层级错误，或该版本还没有这个字段。`;
    case 'duplicate-key':
      return `${paths}：此列表的列表项以键区分，而有两项的键相同。应用会拒绝这种情况，尽管服务器可能已存有更新造成的这种重复。`;
    case 'wrong-type':
      return `${paths}：模式要求另一种类型的值。在 YAML 中，不带引号的 true、1 或 null 不是文本；加上引号才是。`;
    case 'missing-key':
      return `${paths}：此列表的列表项以键区分，而有一项缺少键。`;
    case 'set-of-maps':
      return `${paths}：此列表现在是普通值的集合，而有一项是映射。写入时它可能是另一种类型的列表。`;
    case 'managed-fields-sent':
      return '应用不能带有 metadata.managedFields。把 kubectl get --show-managed-fields 的输出原样应用时就会这样。';
    case 'no-manager':
      return '应用必须说明应用者是谁：查询参数 fieldManager 缺失或为空。';
    case 'bad-manager':
      return '字段管理器的名称最多 128 字节，且必须全部是可打印字符。';
    case 'unknown-field':
      return data['strict'] === 'false'
        ? `${paths}：服务器发出警告，并略去该字段。使用 --validate=strict 时则会拒绝。`
        : `${paths}：在严格字段验证下，服务器会拒绝该类别没有的字段，也会拒绝重复的字段。`;
    case 'stale-version':
      return '请求带有较旧状态的 resourceVersion，而对象此后已被写过。服务器端应用不需要 resourceVersion，不会遇到这种情况。';
    case 'no-resource-version':
      return '此类别的 PUT 必须带有先前读到的 resourceVersion。';
    case 'immutable':
      return `${paths} 在对象创建之后不可更改。所有权在这里无济于事，强制也一样：必须有人删除对象再重新创建。`;
    case 'union-leftover':
      return `${paths}：你设置的另一个字段与它互斥，而它仍在对象中。没有所有者的默认值，或其他管理器的字段，不会因为你的配置不写它而被删除。`;
    case 'duplicate-value':
      return `${paths}：该值在列表项之间必须唯一。常见的情况是某一项换了键（例如端口号），而旧的那一项还有别的所有者，因此留下。`;
    case 'invalid':
      return `${paths}：合并后的对象没有通过其类别的验证。这与字段管理器无关，除非有问题的部分属于另一个管理器。`;
    case 'no-kind-match':
      return `服务器在${spaced(data['apiVersion'] ?? '此版本')}中找不到类别 ${data['kind'] ?? ''}：其 CRD 没有安装，或该版本已不再提供。`;
    case 'unknown-patch-type':
      return '自定义资源不接受策略性合并补丁，而且补丁需要用 Content-Type 说明类型。';
    case 'no-last-applied':
      return '对象不是由 kubectl apply 创建的，因此客户端应用不知道可以删除什么。它现在会写入注解；文件中没有的字段会留下。';
    case 'migration-failed':
      return 'kubectl apply --server-side 试图接管客户端应用的注解，遇到了冲突。应用本身已成功。';
    case 'too-large':
      return '对象太大，etcd 容纳不下；或者注解太大：全部注解合计最多 262,144 字节。客户端应用把整个配置存入一个注解；服务器端应用则不需要它。';
    case 'gone-version':
      return 'managedFields 的某个条目使用了 CRD 已不再包含的 API 版本，因此服务器无法判断它拥有什么。';
    case 'undecodable':
      return '某个值不符合该类别为它规定的类型。';
    case 'malformed':
      return '文本无法读取。YAML 的缩进只能用空格，不能用制表符。';
    case 'missing-merge-key':
      return `策略性合并补丁以键 ${data['key'] ?? ''} 查找列表项，而有一项缺少它。`;
    case 'hidden-duplicate':
      return '列表中有两项的键相同。服务器会保留两项，但客户端应用或补丁可能会丢掉其中一项。';
    case 'forbidden':
      return `RBAC 不允许对${spaced(data['resource'] ?? '此资源')}执行动词 ${data['verb'] ?? ''}。服务器端应用需要 patch，创建新对象时还需要 create。`;
    case 'webhook':
      return `准入 Webhook ${data['webhook'] ?? ''} 在合并之后拒绝了请求。这里不推演 Webhook。`;
    case 'helm-busy':
      return '此 Release 的某个 Helm 操作尚未结束，或已被终止。这与字段管理器无关：请查看 helm history 和 helm rollback。';
    case 'not-found':
      return '没有这个对象。应用会创建它；补丁或更新不会。';
    case 'already-exists':
      return '创建时遇到同名的对象。应用则会更改它。';
  }
}

/**
 * Returns what can be done about a conflict, in the order of the documentation; empty for other messages, whose
 * explanation says it.
 */
function advice({ code, managers }: ErrorFacts): readonly string[] {
  if (code !== 'conflict') return [];
  const scaled = managers.some(({ subresource }) => subresource === 'scale');
  return [
    ...(scaled
      ? [
          'replicas 是通过 /scale 设置的，HorizontalPodAutoscaler 就是如此。请在配置中不写 replicas：这样双方都能正常工作。',
        ]
      : []),
    '不写这些字段：对方管理器保留它们，你不再声明所有权。',
    '采用当前值：双方共同拥有这些字段，谁也不能单独更改。',
    '强制：以你的值为准，只有你拥有这些字段。',
  ];
}
