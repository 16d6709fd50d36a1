import type { LinkFailure } from '@managed-fields/share-link';
import type { links as english } from '../english/links.ts';
import { bytesOf } from './counting.ts';

/** Links to share, and links that cannot be opened. */
export const links: typeof english = {
  share: '分享',
  copied: '已复制 ✓',
  copyLinkText: '复制链接文本',
  linkSentence,
  unshareableSentence,
};

/** Says why a link could not be opened, and what can be done. */
function linkSentence({ code, length, limit, version, codec }: LinkFailure): string {
  switch (code) {
    case 'cut-off':
      return '此链接被截断：缺少结尾。请对方以文件形式，或用不会截断长链接的消息重新发送。';
    case 'altered':
      return '此链接在传送途中被改动：校验和不符。请对方重新发送。';
    case 'too-long':
      return `此链接太长：${length === undefined ? '超出上限' : `有 ${length} 个字符`}，最多读取 ${limit ?? 65536} 个。请对方以文件形式发送场景。`;
    case 'too-large':
      return `此链接的内容太大，无法打开${limit === undefined ? '' : `（超过 ${bytesOf(limit)}）`}。请对方发送较小的场景。`;
    case 'newer-version':
      return `此链接由更新版本的演练场生成${version === undefined ? '' : `（格式 ${version}）`}。请重新加载页面以获取新版本。`;
    case 'unknown-codec':
      return `此链接的打包方式（${codec ?? '?'}）是本版本不认识的。请重新加载页面以获取最新版本。`;
    case 'not-a-scenario':
      return '此链接完好，但其中不是场景。请制作者修正；可复制文本以说明收到的内容。';
    case 'not-a-link':
      return '此地址不含场景：# 之后的内容不是演练场的链接。请与收到它的消息对照。';
  }
}

/** Says why a scenario cannot be put into a link. */
function unshareableSentence({ code, length, limit }: LinkFailure): string {
  switch (code) {
    case 'too-long':
      return `太大，放不进链接：${length === undefined ? '字符数超出上限' : `需要 ${length} 个字符`}，最多容纳 ${limit ?? 65536} 个。草稿保存在此浏览器中。`;
    case 'too-large':
      return `太大，放不进链接${limit === undefined ? '' : `（超过 ${bytesOf(limit)}）`}。草稿保存在此浏览器中。`;
    default:
      return '此场景无法放进链接。';
  }
}
