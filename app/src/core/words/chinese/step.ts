import type { step as english } from '../english/step.ts';

/** The selected step: its settings and its text. */
export const step: typeof english = {
  showRequest: '以 HTTP、curl、kubectl 和 RBAC 显示请求',
  installIt: '如何把它安装到集群',
  readIt: '如何从集群读取它',
  openLensHere: '模式',
  openLensHereTitle: '此对象的模式：哪些会合并，哪些整个替换',
  request: '请求',
  menu: '此步骤的更多操作',
  apiVersion: 'API 版本',
  name: '名称',
  nameHint: '默认取管理器和步骤类型',
  note: '说明',
  noteHint: '给逐步浏览者看的一句话',
  changeNote: '更改',
  rename: '重命名…',
  writeNote: '写一句说明…',
  done: '完成',
  format: '整理格式',
  formatHint: '整理 YAML；保留注释',
  formatted: '已整理',
  alreadyTidy: '无需整理',
  notFormatted: {
    unreadable: '文本无法解析，因此不能整理格式',
    'would-change': '整理格式会改变文本的含义，因此保持原样',
  },
  copyText: '复制文本',
  manager: '管理器',
  managerHint: '取自 UA',
  userAgent: 'User-Agent',
  force: '强制',
  subresource: '子资源',
  noSubresource: '无',
  validation: '验证',
  validations: { '': '默认', Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' },
  dryRun: '试运行',
  objectOf: '对象',
  objectFromBefore: '与前一步相同',
  chooseObject: '指定对象',
  objectFields: { apiVersion: 'apiVersion', kind: 'kind', namespace: 'namespace', name: 'name' },
  useObjectFromBefore: '使用前一步的对象',
  beside: '并排',
  besideTitle: '在此步骤旁显示活动对象',
  editText: '编辑文本',
  doneEditing: '完成',
  editorPane: '选中的步骤',
  besidePane: '活动对象',
  editorLoading: '正在加载编辑器…',
  editorFailed: '编辑器无法加载，改用普通文本框。',
  editorLabel,
};

/** Returns the accessible name of a code view or an editor. */
function editorLabel(place: number, kind: string, manager: string | undefined): string {
  const by = manager === undefined ? '' : `，管理器 ${manager}`;
  return `第 ${place} 步的 YAML，${kind}${by}。`;
}
