import type { share as english } from '../english/share.ts';
import { bytesOf } from './counting.ts';

/** The dialog for sharing, and the secrets that it found. */
export const share: typeof english = {
  title: '分享此场景',
  ways: '分享方式',
  wayNames: { link: '链接', markdown: 'Markdown', frame: 'iframe', element: '元素', file: '文件' },
  wayUses: {
    link: '在任何浏览器中以副本打开。全部内容位于地址的 # 之后，不会发送给任何服务器。',
    markdown: '用于 issue、pull request 和 README。',
    frame: '用于可写 HTML 的页面：可阅读、可逐步浏览，读者要求时才加载编辑器。',
    element: '用于可加脚本的页面：内容相同，高度自适应，并跟随页面的主题。',
    file: '用于代码仓库，以及会截断长链接的聊天工具。可通过打开、拖放或粘贴载入演练场。',
  },
  boxNames: {
    link: '链接内容',
    markdown: 'Markdown 文本',
    frame: 'iframe 代码',
    element: '元素代码',
    file: '文件内容',
  },
  copyNames: {
    link: '复制链接',
    markdown: '复制 Markdown',
    frame: '复制代码',
    element: '复制代码',
    file: '复制文本',
  },
  copied: '已复制',
  copyByHand: '浏览器不允许此页面复制。文本已选中，请手动复制。',
  send: '发送…',
  download: '下载',
  fileForms: { yaml: 'YAML', json: 'JSON' },
  fileForm: '文件格式',
  elementForms: { packed: '压缩', written: '页面中的 YAML' },
  elementForm: '场景的写法',
  unwritable: '此场景带有文件或单独指定了对象，无法写进页面：请使用压缩形式。',
  opensAt: '打开时所在步骤',
  stepSentence: (place: number, name: string) => `${place} · ${name}`,
  theme: '主题',
  themes: { auto: '跟随读者', light: '浅色', dark: '深色' },
  withView: (view: string) => `包含当前视图：${view}`,
  looking: '正在查找不应让他人看到的内容…',
  lookFailed: '引擎无法查找机密内容。分享前请自行检查。',
  asIs: '我已检查：原样分享',
  inside: '其中包含',
  exampleSentence: '未改动的示例：链接只包含其名称。',
  sizeSentence: (documents: number, bytes: number) => `${documents} 个文档，${bytesOf(bytes)}`,
  noSecrets: '没有发现像机密的内容。名称、标签和说明会原样分享。',
  uncheckedNote: '这些文本提到 Secret、密码或令牌，但无法读取，因此不知道其中哪些是机密。勾选后会整段略去。',
  replaced: '已替换为 redacted-1 之类的占位文本。字段及其所有者保持不变，相同的值使用相同的占位文本。',
  keptSentence: (count: number) => `${count} 个像机密的值会原样分享。`,
  kinds: {
    unchecked: '无法检查',
    secret: 'Secret 中的值',
    'last-applied': '只在 last-applied 注解中留存',
    named: '名称像密码、令牌或密钥',
    token: '形式像令牌或密钥',
    'sign-in': '请求头、地址和选项中的登录信息',
  },
  signs: {
    unreadable: '无法读取',
    'in-secret': '位于 Secret 中',
    comment: '注释',
    file: 'Secret 的文件',
    data: 'Secret 中的 base64',
    'string-data': 'Secret 中的文本',
    remembered: '别处没有',
    name: '根据名称',
    'private-key': '私钥',
    jwt: 'JWT 令牌',
    aws: 'AWS 访问密钥',
    github: 'GitHub 令牌',
    gitlab: 'GitLab 令牌',
    slack: 'Slack 令牌',
    service: '某服务的令牌',
    entropy: '像随机生成',
    header: 'Authorization 请求头',
    address: '地址中的密码',
    option: '命令选项',
  },
  placeSentence: (place: number | undefined, line: number) =>
    place === undefined ? '场景' : `步骤 ${place}，第 ${line} 行`,
  inAnnotation: '位于注解中',
  anyway: '仍会替换：另一个勾选的分组中有相同的值。',
  leftSentence: '保留：它标识列表中的一项，换成别的文本会改变所有权。',
  placesSentence: (count: number) => `${count} 处`,
  whereSentence: (kind: string, count: number) => `${kind}：${count} 处`,
  more: (count: number) => `另有 ${count} 个`,
  meter: '链接长度',
  lengthSentence,
  tooLong: '请以文件发送，或把它拆成两个场景。',
};

/** Says which chat programs cut a link of this length. */
function lengthSentence(length: number): string {
  const characters = `${length.toLocaleString('zh-CN')} 个字符`;
  if (length <= 2000) return `${characters}：足够短，随处可用。`;
  if (length <= 4000) return `${characters}：有些聊天工具会在 2,000 个之后截断，用 Markdown 或文件更稳妥。`;
  return `${characters}：聊天工具会在 2,000 或 4,000 个之后截断，请用 Markdown 或发送文件。`;
}
