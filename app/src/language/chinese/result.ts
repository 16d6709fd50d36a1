import type { ManagerView, Notice } from '@managed-fields/scenario';
import type { result as english } from '../english/result.ts';
import { bytesOf, countOf, spaced } from './counting.ts';

/** The object after a step. */
export const result: typeof english = {
  object: '对象',
  resultYaml: '结果的 YAML。用方向键逐行移动。',
  after: '结果：步骤',
  staleBadge: '非最新',
  stale: '不是此步骤的结果：此步骤失败了。这是最近一次成功的结果。',
  noResult: '还没有对象',
  installedText: '定义已安装；之后的步骤可以使用其类别。',
  noResultText: '此步骤没有留下可显示的对象。',
  resultPane: '选中步骤的结果',
  views: '结果视图',
  viewNames: {
    object: '对象',
    changes: '变更',
    entries: 'managedFields',
    table: '表格',
    requests: '请求',
    'three-way': '三方',
    migration: '迁移',
  },
  insteadNames: { server: '若用服务器端', client: '若用客户端' },
  lastApplied: 'last-applied',
  lastAppliedTitle: '用下划线标出客户端应用认为自己拥有的内容：last-applied-configuration 注解中的字段',
  inLastApplied: '在 last-applied 中',
  foldedSentence,
  lastAppliedSentence,
  noticeSentence,
};

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}，${bytesOf(bytes)}`;
}

/** What the layer of the last-applied annotation draws. */
function lastAppliedSentence(count: number): string {
  return `客户端应用认为自己拥有的内容：last-applied-configuration 中的 ${countOf(count, 'field')}`;
}

/** What the engine cannot know, or what the object lacks. An unknown code is shown as it is, never hidden. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? '该类别';
  switch (code) {
    case 'no-managed-fields':
      return '此对象没有 managedFields，因此其中的字段没有所有者。除非特意要求，kubectl 不会输出它；自 Kubernetes 1.18 以来从未写入过的对象也可能没有：';
    case 'unmodelled-defaults':
      return `未模拟${spaced(kind)}的默认值：真实的服务器会添加这里缺少的字段。所有权是准确的。`;
    case 'unmodelled-strategy':
      return `未模拟服务器对${spaced(kind)}所做的重置或补全；所有权只依据模式。`;
    case 'unmodelled-validation':
      return `未模拟${spaced(kind)}的验证：在这里通过的，真实的服务器可能会拒绝。`;
    case 'unmodelled-rules':
      return `这里不评估${spaced(kind)}的验证规则（x-kubernetes-validations）。`;
    case 'unmodelled-conversion':
      return `${spaced(kind).trimStart()}通过 Webhook 在版本之间转换，这里不会调用它。`;
    case 'deduced-schema':
      return `没有${spaced(kind)}的模式：类型由对象推断，所有列表都是原子的。`;
    case 'several-documents':
      return `此文本包含${data['count'] === undefined ? '多个' : ` ${data['count']} 个`}文档，只有第一个有效。`;
    case 'cel-not-modelled':
      return '此定义带有验证规则（x-kubernetes-validations），这里不评估。';
    case 'older-managed-fields':
      return `${spaced(data['managers'] || '某些条目').trimStart()}的 managedFields 采用 Kubernetes 1.16 的形式（fields 而非 fieldsV1）；这里按如今的形式读取。`;
    case 'untracked-subresource':
      return `${spaced(data['managers'] || '某些管理器').trimStart()}写状态时，服务器还不记录子资源（Kubernetes 1.22 之前），或者该类别还没有 /status：对服务器来说，该条目与通过 /status 写入的条目是两个所有者。`;
    case 'unknown-kind':
      return `${spaced(data['apiVersion'] ?? '此版本').trimStart()}中没有${spaced(kind)}这个类别。可以在此步骤之前添加 CRD 步骤来定义它。`;
    case 'no-name':
      return '文本没有指明对象：缺少 metadata.name。';
    case 'no-object':
      return '文本没有指明对象，之前的步骤也没有。';
    case 'empty-text':
      return '这里还没有内容。';
    default:
      return [code, ...Object.entries(data).map(([key, value]) => `${key}: ${value}`)].join(' · ');
  }
}
