import type { LaterWords } from '../english/later.ts';
import { spaced } from './counting.ts';

const numbers = new Intl.NumberFormat('zh-CN');

export const survey: LaterWords['survey'] = {
  open: '总览多个对象…',
  openWords: 'kubectl get all 列表 文件 文件夹 命名空间 热图 管理器 发现 survey',
  title: '总览',
  close: '关闭',
  closeHint: '显示场景。总览保留在此标签页中。',
  back: (objects) => `返回总览（${objectsOf(objects)}）`,
  discard: '丢弃总览',
  number: (count) => numbers.format(count),
  size: sizeOf,
  objects: objectsOf,
  summary: (objects, managers, kinds) =>
    `${objectsOf(objects)}，${numbers.format(managers)} 个管理器，${numbers.format(kinds)} 种类型`,

  emptyTitle: '多个对象的字段归谁所有',
  emptyText:
    '把文件或文件夹拖到这里，或粘贴文本。kubectl 输出的内容都能读取：YAML 或 JSON、列表、多个文档、gzip 压缩。',
  emptyCommand: '从这样的导出开始：',
  privacy: '对象只留在此标签页：不发送、不存储，也不进入地址。',
  addFiles: '添加文件…',
  chooseFiles: '选择文件…',
  chooseFolder: '选择文件夹…',

  reading: (bytes, of) => (of === undefined ? '正在读取…' : `已读取 ${sizeOf(bytes)}，共 ${sizeOf(of)}`),
  readingLabel: '读取进度',
  cancel: '取消',
  stopped: (bytes, of) =>
    of === undefined
      ? '读取已取消。已读的内容保留。'
      : `读取已取消：${sizeOf(of)} 中读了 ${sizeOf(bytes)}。已读的内容保留。`,
  failed: '读取因此页面的错误而中断：',
  readAgain: '重新读取',
  nothingRead: (parts) => `打开的内容都不能作为对象读取。以下 ${numbers.format(parts)} 处的内容及原因：`,
  auditEvents: (events) =>
    `读取的内容中有 ${numbers.format(events)} 个审计日志事件。作为日志打开，可逐个对象查看写入了什么、由谁写入。`,
  openAsLog: '作为审计日志打开',
  nothingFound: '读取的内容里没有对象。',
  done: (objects) => `已读取 ${objectsOf(objects)}。`,

  views: {
    objects: '对象',
    heat: '热图',
    managers: '管理器',
    findings: '发现',
    forecast: '预测',
    unread: '未读取',
  },
  filter: '筛选',
  filterHelp: (examples) => `单词，或条件，例如${spaced(examples)}`,
  filterHint: '按 / 键来到这里。',
  understood: '理解为',
  completions: '匹配的名称',
  completionCount: (objects) => `在 ${objectsOf(objects)}中`,
  shown: (shown, all) => (shown === all ? objectsOf(all) : `${numbers.format(shown)} / ${objectsOf(all)}`),
  noneFits: '没有对象符合筛选。',
  word: (text, not) => (not ? `任何名称都不含“${text}”` : `某个名称含“${text}”`),
  names: {
    manager: '管理器',
    kind: '类型',
    namespace: '命名空间',
    name: '名称',
    owner: '属主',
    operation: '操作',
    subresource: '子资源',
    version: '版本',
    finding: '发现',
    file: '文件',
  },
  condition: (name, values, not) => `${name}${not ? '不是' : '是'}${spaced(values.join(' 或 '))}`,
  anyValue: (name) => `${name}：尚未输入完`,
  counts: {
    managers: '个管理器',
    fields: '个有属主的字段',
    shared: '个共有字段',
    bytes: '字节',
    findings: '个发现',
  },
  comparison: (count, sign, number, not) =>
    `${not ? '不' : ''}${{ '>': '多于', '<': '少于', '=': '等于' }[sign]} ${numbers.format(number)} ${count}`,
  unknownName: (name) => `没有“${name}:”这个条件，所以没有匹配。`,

  groupBy: '分组',
  groups: {
    nothing: '不分组',
    kind: '类型',
    namespace: '命名空间',
    manager: '管理器',
    owner: '属主引用',
  },
  noGroup: {
    kind: '无类型',
    namespace: '无命名空间',
    manager: '无管理器',
    owner: '无属主',
  },
  table: '总览中的对象',
  columns: {
    kind: '类型',
    namespace: '命名空间',
    name: '名称',
    managers: '管理器',
    fields: '字段',
    shared: '共有',
    written: '最近写入',
    bytes: '大小',
    managedFieldsBytes: 'managedFields',
    findings: '发现',
  },
  columnHints: {
    kind: '对象的类型',
    namespace: '对象的命名空间',
    name: '对象的名称',
    managers: '在 managedFields 中有条目的管理器；按其数量排序',
    fields: '有属主的字段',
    shared: '由多个管理器拥有的字段',
    written: 'managedFields 中最新条目的时间（UTC）',
    bytes: '对象的 JSON 大小',
    managedFieldsBytes: 'managedFields 的 JSON 大小',
    findings: '规则在对象中的发现',
  },
  more: (count) => `+${count}`,
  noManagers: '无',
  opened: (name) => `已从总览打开 ${name}。`,
  gone: '此对象已无法读取。',

  heatLabel: '各对象中各管理器的字段',
  heatLegend: '管理器在对象中拥有的字段',
  heatShared: '其中一些是共有的',
  heatCell: (manager, fields, shared) =>
    fields === 0
      ? `${manager}：无`
      : `${manager}：${numbers.format(fields)} 个字段，其中共有 ${numbers.format(shared)} 个`,
  heatManagers: (shown, all) => `对象最多的 ${shown} 个管理器，共 ${numbers.format(all)} 个`,

  totals: '按管理器合计',
  totalColumns: {
    manager: '管理器',
    operations: '操作',
    objects: '对象',
    fields: '字段',
    alone: '独有',
    shared: '共有',
    oldest: '最早写入',
    newest: '最近写入',
    bytes: 'managedFields',
  },
  showObjects: (manager) => `显示${spaced(manager)}的对象`,

  unreadLabel: '未读取的内容',
  unreadColumns: { file: '文件', line: '行', reason: '原因', detail: '发现的内容' },
  pasted: '粘贴的文本',
  reasons: {
    syntax: '既不是 YAML 也不是 JSON',
    'not-object': '不是对象：缺少 apiVersion 或 kind',
    'too-large': '超过集群可存储的大小',
    cut: '文本在其中结束',
    binary: '不是文本',
    damaged: '文件无法打开或解压',
    'too-many': '对象数量超过读取上限',
  },

  noFindings: '规则在这些对象中没有发现。',
  why: '为什么重要',
  todo: '怎么办',
  showInTable: '显示这些对象',
  example: '打开相关示例',
  exampleNamed: (title) => `示例：${title}`,
  switchOff: '关闭此规则',
  tryIt: '试一试',
  tryHint: '打开能说明它的场景',
  commands: '命令',
  repairAll: '全部修复…',
  repairs: '修复',
  repairTitle: (title) => `修复：${title}`,
  repairNote: '这里不发送任何内容。每条命令都在读取到的对象上演算过；如果对象此后有变化，服务器会拒绝。',
  scriptHead: '由 managedFields playground 生成。运行前请先阅读：尚未发送任何内容。',
  repairing: (done, of) => `已预览 ${numbers.format(done)} / ${numbers.format(of)} 项修复…`,
  repaired: (count, refused) =>
    refused === 0
      ? `${numbers.format(count)} 项修复。`
      : `${numbers.format(count)} 项修复，其中 ${numbers.format(refused)} 项被拒绝。`,
  noneLeft: '没有剩下任何条目：下一次服务端应用会生成 before-first-apply 条目，其中有对象的全部字段。',
  unrepaired: (count) => `有 ${objectsOf(count)}没有现成的修复。`,
  before: '之前',
  after: '之后',
  refused: '被拒绝：',
  copyScript: '复制脚本',
  saveScript: '保存脚本',
  moreFields: (count) => `另有 ${numbers.format(count)} 个字段`,
  moreFindings: (count) => `显示更多，还有 ${numbers.format(count)} 项`,
  rules: (all, off) => (off === 0 ? `${all} 条规则全部启用` : `${all} 条规则中关闭了 ${off} 条`),
  saveRules: '把此选择保存为文件',
  takeRules: '从文件读取选择…',
  noRules: '此文件中没有规则的选择。',

  exportLabel: '导出显示的内容',
  exportButton: '导出',
  exportScope: (objects) => `筛选显示的内容：${objectsOf(objects)}`,
  exportForms: {
    csv: '表格（CSV）',
    markdown: '表格（Markdown）',
    json: '全部（JSON）',
    html: '报告（HTML，无脚本）',
  },

  fromCluster: '从集群读取…',
  clusterTitle: '从集群读取对象',
  clusterNamespaces: '命名空间，以空格分隔',
  clusterKinds: '类型',
  clusterFilter: '筛选类型',
  clusterNote: '列表按页读取。不写入任何内容，也不读取 Secret。',
  clusterRead: (kinds) => `读取 ${numbers.format(kinds)} 种类型`,
  readingLists: (done, of) => `已读取 ${numbers.format(done)} / ${numbers.format(of)} 个列表`,
  unreadLists: (count) => `有 ${numbers.format(count)} 个列表无法读取`,

  bringHint: (objects) => `对一个场景来说，${objectsOf(objects)}太多了。`,
  bringOpen: '作为总览打开',
};

function objectsOf(count: number): string {
  return `${numbers.format(count)} 个对象`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
