import type { palette as english } from '../english/palette.ts';

/** The command palette. */
export const palette: typeof english = {
  paletteHint: '查找命令、步骤、示例或草稿',
  open: '命令…',
  none: '没有这样的命令。',
  notNow: '目前不可用',
  groups: {
    go: '前往',
    step: '选中的步骤',
    add: '添加步骤',
    view: '结果',
    scenario: '场景',
    page: '页面',
    drafts: '此浏览器中的草稿',
    examples: '示例',
  },
  nextPane: '下一个窗格',
  previousPane: '上一个窗格',
  renameScenario: '重命名场景',
  besideOn: '在步骤旁显示活动对象',
  besideOff: '隐藏步骤旁的活动对象',
  share: '分享…',
  undo: '撤销对场景的上一次更改',
  redo: '重做对场景的上一次更改',
  renameStep: '重命名步骤',
  noteStep: '写步骤的说明',
  formatStep: '整理步骤的文本',
  removeStep: '移除步骤',
  duplicateStep: '创建步骤的副本',
  moveUp: '上移步骤',
  moveDown: '下移步骤',
  switchOff: '停用步骤',
  switchOn: '启用步骤',
  nextStepWords: '运行 继续 前进 run continue forward',
  previousStepWords: '返回 后退 back',
  copyLink: '复制链接',
  shareWords: '链接 网址 保存 复制 嵌入 机密 link url save copy markdown iframe embed',
  settingsWords: '设置 偏好 外观 颜色 settings preferences',
  languageWords: '语言 翻译 language translation',
  goToStep,
  addStep,
  showView,
  theme,
  language,
  countSentence,
  movedSentence,
};

/** The command that selects a step, by its place and name. */
function goToStep(place: number, name: string): string {
  return `第 ${place} 步：${name}`;
}

/** The command that adds a step, by the name of its kind. */
function addStep(kind: string): string {
  return `添加：${kind}`;
}

/** The command that opens a view of the result, by its name. */
function showView(view: string): string {
  return `显示：${view}`;
}

/** The command that switches to a theme, by its name. */
function theme(name: string): string {
  return `主题：${name}`;
}

/** The command that switches to a language, by its own name for itself. */
function language(name: string): string {
  return `语言：${name}`;
}

/** Says how much a search found. */
function countSentence(count: number): string {
  return `${count} 条命令`;
}

/** Says where a step is after it was moved. */
function movedSentence(place: number, count: number): string {
  return `已移动：第 ${place} 步，共 ${count} 步`;
}
