import type { shortcuts as english, editor as englishEditor } from '../english/keys.ts';

/** The list of shortcuts. */
export const shortcuts: typeof english = {
  shortcuts: '键盘快捷键',
  computed: '每个步骤在输入时即时计算，无需运行：别处用来运行的按键，在这里用于进入下一步。',
  goToStep: '前往该步骤',
  goToStepKeys: '1 到 9',
  singleKeys: '单键快捷键',
  singleKeysHint: '如果你使用语音输入，或容易误触按键，可以停用它们。其他快捷键仍然有效。',
  editor: '编辑器中',
  editorLeave: '离开编辑器',
  editorTab: '切换 Tab 是离开编辑器还是缩进',
  editorComplete: '补全光标处的内容',
  editorFind: '查找',
  editorProblem: '下一个问题',
  elsewhere: '其他位置',
  lines: '在对象的各行、表格的各行和选项卡之间移动',
  linesEnds: '第一个和最后一个',
  handle: '调整当前分隔条两侧窗格的大小，按住 Shift 幅度更大，双击还原',
  close: '关闭对话框或菜单',
  listKeys: '方向键',
};

/** The editor: how to enter and leave it by keys. */
export const editor: typeof englishEditor = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab 缩进 · 先 Esc 再 Tab 离开 · Ctrl+M 切换',
    leaves: 'Tab 离开编辑器 · Ctrl+M 切换',
    next: '现在按 Tab 离开编辑器',
  },
};

/** Returns the accessible name of an editor in which Tab indents, with the keys to leave it. */
function labelWithKeys(label: string): string {
  return `${label} Tab 用于缩进；先按 Escape 再按 Tab 可离开。Ctrl+M 切换 Tab 是否缩进。Ctrl+Space 补全。`;
}
