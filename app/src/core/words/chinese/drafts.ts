import type { drafts as english } from '../english/drafts.ts';
import { countOf } from './counting.ts';

/** The open scenario, and the drafts in the browser. */
export const drafts: typeof english = {
  untitled: '未命名场景',
  scenarioTitle: '场景标题',
  open: '打开',
  openDraft: '打开草稿',
  sharedBanner: (title: string) => `你正在查看分享的场景${title === '' ? '' : `“${title}”`}。你自己的草稿未受影响。`,
  exampleBanner: '你正在查看示例。你自己的草稿未受影响。',
  changedBanner: '在这里所做的更改会作为单独的草稿保存在此浏览器中。',
  changedInTab: '在这里所做的更改只保存在此标签页中：浏览器无法再保存更多内容。',
  editCopy: '编辑副本',
  backToDraft: '返回我的草稿',
  openMenu: '打开、示例与主题',
  drafts: '此浏览器中的草稿',
  newDraft: '新建场景',
  noDrafts: '还没有：你写的内容会保存在这里。',
  deleteDraft: '删除此草稿',
  manage: '所有草稿…',
  rename: '重命名',
  duplicate: '创建副本',
  delete: '删除',
  onScreen: '当前打开',
  whereKept: '草稿只保存在此浏览器中。要在别处使用，请下载场景或复制其链接。',
  startOver: '重新开始',
  startOverDraft: '清空并重新开始',
  downloadScenario: '下载场景',
  downloadScenarioWords: '保存 导出 文件 save export yaml file',
  copyOf,
  renameSentence: (name: string) => `重命名 ${name}`,
  duplicateSentence: (name: string) => `创建 ${name} 的副本`,
  deleteSentence: (name: string) => `删除 ${name}`,
  openAsText: '作为文本打开',
  openAsTextSentence: (name: string) => `将 ${name} 作为文本打开`,
  download: '下载',
  downloadSentence: (name: string) => `下载 ${name}`,
  showList: '查看草稿',
  elsewhere: '此地址指向另一个浏览器中的草稿，或已被删除的草稿。请向发送者索取链接：“分享”会生成链接。',
  unopenedSentence: (title: string) =>
    `草稿${title === '' ? '' : `“${title}”`}上次未能显示出来，因此没有再次打开。可以将其作为文本打开、下载或删除。`,
  deletedSentence,
  draftSentence,
  storageSentence,
};

/** Returns the title of a copy. */
function copyOf(title: string): string {
  return title === '' ? '副本' : `${title}（副本）`;
}

/** Says that a draft was deleted. */
function deletedSentence(title: string): string {
  return title === '' ? '草稿已删除。' : `草稿“${title}”已删除。`;
}

/** Says that the draft is not being stored, and why. */
function storageSentence(reason: 'blocked' | 'full'): string {
  const where = '草稿只保存在此标签页中，关闭后即丢失；可用“分享”生成链接或文件';
  return reason === 'full' ? `此浏览器的存储空间已满：${where}。` : `此浏览器禁止存储：${where}。`;
}

/** Says how many steps a draft has and when it was stored; `saved` as RFC 3339. */
function draftSentence(steps: number, saved: string): string {
  const when = new Date(saved).toLocaleString('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
  return `${countOf(steps, 'step')} · ${when}`;
}
