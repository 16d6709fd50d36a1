import type { embed as english } from '../english/embed.ts';

/** The text of a frame whose scripts are blocked. In an export of its own, because nothing else can be fetched then. */
export const blocked =
  '浏览器不允许此框架加载自己的脚本。其服务器需要发送 Access-Control-Allow-Origin，或者框架的 sandbox 中需要有 allow-same-origin。';

/** The page embedded in another page. */
export const embed: typeof english = {
  steps: '步骤',
  previous: '上一步',
  next: '下一步',
  stepName: (place, who, outcome) => `第 ${place} 步：${who}${outcome === undefined ? '' : `，${outcome}`}`,
  views: '视图',
  viewNames: {
    object: '对象',
    changes: '变更',
    managedfields: 'managedFields',
    table: '表格',
    conflict: '冲突',
  },
  noConflict: '此步骤没有遇到冲突。',
  ways: '解决办法',
  field: '字段',
  value: '值',
  close: '关闭',
  why: '由来',
  looking: '正在查找…',
  unknownWhy: '引擎没有给出答案。',
  noField: '当前显示的对象没有此字段。',
  redacted: '链接中略去了像机密的内容。',
  unchecked: '没有链接：无法检查此处内容是否含有机密。',
  edit: '在此编辑',
  done: '完成',
  restore: '恢复原样',
  editing: (place) => `第 ${place} 步的文本`,
  problemAt: (line, message) => `第 ${line} 行：${message}`,
  loading: '正在加载…',
  working: '正在计算…',
  empty: '没有可显示的内容：此框架的地址和外围页面都没有给出带步骤的场景。',
  unknownExample: (name) => `没有名为 ${name} 的示例。`,
  unreachable: '无法获取此框架要显示的内容。连接恢复后请重新加载页面。',
  unreachableFile: (address) => `无法获取 ${address} 处的场景。`,
  misplaced: (base) => `演练场不可能位于 ${base}：base 应为其所在文件夹的 http 或 https 地址。`,
  unreadableFile: '此框架收到的内容既不是 YAML 也不是 JSON。',
  notScenario: '此框架收到的内容不是场景。',
  newerScenario: '此场景由更新版本的演练场生成。',
  unanswered: '引擎没有为此步骤给出答案。',
  tooLarge: '此场景太大，无法放入链接。',
  blocked,
  refused: '无法理解此消息。',
};
