import { chinese } from '@managed-fields/rendering';
import type { StepKind } from '@managed-fields/scenario';
import type { steps as english } from '../english/steps.ts';
import { spaced } from './counting.ts';

/** What each kind of step is for; shown in the menu and in an empty editor. */
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

/** The list of steps. */
export const steps: typeof english = {
  ...chinese.steps,
  addStep: '添加步骤',
  add: '添加',
  moveUp: '上移',
  moveDown: '下移',
  rename: '重命名…',
  duplicate: '创建副本',
  remove: '移除',
  switchOff: '停用',
  switchOn: '启用',
  moreActions: '操作：步骤',
  noStep: '没有步骤。添加一个即可开始。',
  emptyObject: '这里还没有内容',
  stepsPane: '场景的步骤',
  kindHints,
  announcement,
};

/** The announcement for a step when it is selected or ends differently; `message` is in the server's own words. */
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
