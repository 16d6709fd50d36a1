import type { editor as english } from '../english/editor.ts';

/** The editor of texts: how to get in and out of it by keys. */
export const editor: typeof english = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab 缩进 · 先 Esc 再 Tab 离开 · Ctrl+M 切换',
    leaves: 'Tab 离开编辑器 · Ctrl+M 切换',
    next: '现在按 Tab 离开编辑器',
  },
};

/** The accessible name of an editor in which Tab indents, and how to get out of it. */
function labelWithKeys(label: string): string {
  return `${label} Tab 用于缩进；先按 Escape 再按 Tab 可离开。Ctrl+M 切换 Tab 是否缩进。Ctrl+Space 补全。`;
}
