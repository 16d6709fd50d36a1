import type { Outcome, StepKind } from '@managed-fields/scenario';
import type { steps as english } from '../english/steps.ts';
import { spaced } from './counting.ts';

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: '活动对象',
  apply: '服务器端应用',
  create: '创建',
  update: '更新',
  'merge-patch': '合并补丁',
  'strategic-merge-patch': '策略性合并补丁',
  'json-patch': 'JSON 补丁',
  scale: '扩缩容',
  status: '状态',
  reset: '重置 managedFields',
  delete: '删除',
  crd: 'CRD',
  kubectl: 'kubectl 命令',
};

/** What a kind of step is for, in the menu and over an empty editor. */
const kindHints: Readonly<Record<StepKind, string>> = {
  live: '粘贴 kubectl get -o yaml --show-managed-fields 的输出',
  apply: '声明某个管理器想要拥有的字段',
  create: '用 POST 发送整个对象',
  update: '用 PUT 发送整个对象，多数控制器如此',
  'merge-patch': '更改部分字段；列表整个替换',
  'strategic-merge-patch': '更改部分字段；列表按键合并',
  'json-patch': '一组针对路径的操作',
  scale: '通过 /scale 设置 replicas，与 HPA 一样',
  status: '写状态，与控制器一样',
  reset: '用空列表替换 managedFields',
  delete: '删除对象',
  crd: '安装或替换 CustomResourceDefinition',
  kubectl: '一行 kubectl 命令',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: '已创建',
  changed: '已更改',
  unchanged: '无变化',
  deleted: '已删除',
  read: '已读取',
  installed: '已安装',
  conflict: '冲突',
  error: '错误',
  skipped: '空',
};

/** The timeline of steps. */
export const steps: typeof english = {
  steps: '步骤列表',
  step: '步骤',
  addStep: '添加步骤',
  add: '添加',
  moveUp: '上移',
  moveDown: '下移',
  rename: '重命名…',
  duplicate: '创建副本',
  remove: '移除',
  switchOff: '停用',
  switchOn: '启用',
  off: '停用',
  forced: '强制',
  moreActions: '操作：步骤',
  previousStep: '上一步',
  nextStep: '下一步',
  noStep: '没有步骤。添加一个即可开始。',
  emptyObject: '这里还没有内容',
  stepsPane: '场景的步骤',
  kindNames,
  kindHints,
  outcomeNames,
  placeSentence,
  announcement,
};

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `第 ${place} 步，共 ${count} 步${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** What is said aloud of a step when it was chosen or ends differently; `message` in the server's own words. */
function announcement(
  place: number,
  kind: string,
  manager: string | undefined,
  outcome: string,
  message: string | undefined,
): string {
  const who = manager === undefined ? kind : `由${spaced(manager)}执行的${spaced(kind).trimEnd()}`;
  return [`第 ${place} 步，${who}：${outcome}`, message].filter(Boolean).join('。');
}
