import type { MigrationView, StuckFields, ThreeWayRow, UnplayedView } from '@managed-fields/player';
import type { command as english } from '../english/command.ts';
import { countOf, listOf } from './counting.ts';

/** What a client-side apply does with a field, in a word or two. */
const effectNames: Readonly<Record<ThreeWayRow['effect'], string>> = {
  added: '新增',
  set: '设置',
  deleted: '删除',
  kept: '保留',
  'left-alone': '不动',
};

/** What a directive of a patch means. */
const directiveSentences = {
  order: '文件中列出的各项的顺序',
  takeOut: '从列表中去掉这些项',
  retain: '只保留这些键',
  deleteItem: '删除此项',
  replace: '整个替换',
  null: 'null 表示删除',
  lastApplied: '文件内容，供下一次应用使用',
};

/** A kubectl command, and the way from client-side to server-side apply. */
export const command: typeof english = {
  commandLine: '命令行',
  files: '文件',
  addFile: '添加文件',
  removeFile: '移除文件',
  noFiles: '没有文件。用 -f 读取文件的命令需要在这里提供。',
  emptyFile: '此文件的文本',
  fileFromBefore: '来自之前的命令；在这里的更改从此步骤起生效',
  standardInput: '标准输入',
  editedText: '$EDITOR：编辑后的文本',
  renameFile: '重命名…',
  rename: '重命名',
  add: '添加',
  cancel: '取消',
  fileRole: '类型',
  file: '文件',
  fileName: '文件名',
  nameProblems: {
    empty: '文件需要名称。',
    folder: '以此结尾的名称表示文件夹。',
    'too-long': '名称的某一部分超过 255 字节，文件系统不接受。',
    'hidden-character': '名称中有看不见的字符。',
    taken: '此步骤已有它。',
  },
  missingFile: '命令要读取的文件不存在：',
  addMissing: '添加它',
  missingInput: '命令要读取标准输入，但没有内容。',
  writeInput: '编写标准输入',
  opened: '这里会打开编辑器，但没有人修改其中的文本。',
  edit: '编辑文本',
  inLine: '命令行中含有命令要读取的文本。',
  takeOut: '作为标准输入编辑',
  variablesStay: '这里不知道 shell 变量的值，因此以下内容保持原样：',
  terminal: '终端',
  otherTerminal: '另一种方式的终端',
  nothingPrinted: '没有输出',
  exitCode: '退出码',
  sides: { server: '服务器端', client: '客户端' },
  sameBothWays: '两种方式得到的值和所有者都相同。',
  differences: '差异',
  objectInstead: '另一种方式得到的对象',
  requests: '请求',
  noRequests: '此命令没有发送请求。',
  before: '之前的管理器',
  sent: '发送',
  answer: '响应',
  objectAfter: '请求之后的对象',
  allFields: '所有字段',
  original: '原始',
  originalIs: 'last-applied',
  modified: '修改后',
  modifiedIs: '文件',
  current: '当前',
  currentIs: '活动对象',
  effect: 'kubectl 做什么，为什么',
  nothingToDo: '文件中的内容对象都已具备。',
  patchSent: '补丁',
  patchTypes: { strategic: '策略性合并补丁', merge: 'JSON 合并补丁' },
  emptyPatch: '补丁为空，因此什么也不发送。',
  deletedFields: '已删除',
  nothingDeleted: '没有字段被删除。',
  unownedFields: '不再有所有者',
  stuckFields: '卡住',
  nothingStuck: '没有字段留在其他管理器名下。',
  dropEntry: '移除此条目',
  handOver: '移交字段的补丁',
  nothingHandedOver: '不需要补丁。',
  wayBack: '回到客户端应用',
  effectNames,
  directiveSentences,
  effectSentence,
  migrationSentence,
  freeSentence,
  wayBackSentence,
  fileLabel,
  unplayedSentence,
};

/** Says why a client-side apply does what it does with a field. */
function effectSentence({ effect, original, current, drifted, owners }: ThreeWayRow): string {
  switch (effect) {
    case 'added':
      return original === undefined ? '文件中新增' : '以前应用过，后来没了：重新写入';
    case 'set':
      if (!drifted) return original === undefined ? '文件中新增，覆盖当前值' : '文件改了它';
      return `文件与上次相同，而对象中${current === undefined ? '没有' : `为 ${current}`}：改回去`;
    case 'deleted':
      return '上次应用过，文件中不再有';
    case 'kept':
      return '对象已是如此';
    case 'left-alone': {
      if (owners.length === 0) return '文件中从没有过，因此应用不动它：默认值';
      return `由 ${listOf(owners)} 设置，应用从未设置过，因此文件中没有它并不说明什么`;
    }
  }
}

/** Says what a migration is about. */
function migrationSentence({ object, manager, forced }: MigrationView): string {
  const taken = `${manager} 从客户端应用接管 ${object}。`;
  return forced ? `因冲突被拒绝。加上 --force-conflicts 后：${taken}` : taken;
}

/** Says how to free fields that another entry still owns. */
function freeSentence({ fields, fieldCount }: StuckFields): string {
  const more = fieldCount - fields.length;
  const also = more > 0 ? `（这也会让它拥有的另外 ${countOf(more, 'field')}失去该所有者）` : '';
  return [
    '要删除它，先以另一个值加 --force-conflicts 应用，然后从文件中去掉，再应用。',
    `或者以当前值应用，移除该条目${also}，然后从文件中去掉，再应用。`,
  ].join('');
}

/** Says how to return to client-side apply. */
function wayBackSentence({ annotated }: MigrationView): string {
  return annotated
    ? '执行不带 --server-side 的 kubectl apply 即可：last-applied-configuration 仍在，因此从文件中去掉的内容仍会被删除。'
    : 'last-applied-configuration 没有了，因为只有管理器 kubectl 会保留它。请先用 kubectl apply set-last-applied --create-annotation 写入，再执行不带 --server-side 的 kubectl apply；否则在此之前从文件中去掉的内容不会被删除。';
}

/** Says what is not played here; kubectl or a shell has it. */
function unplayedSentence(unplayed: UnplayedView): string {
  switch (unplayed.kind) {
    case 'program':
      return `这里不运行 ${unplayed.program}，因此整行都不执行。能运行的是 kubectl、cat、echo 和 printf。`;
    case 'syntax':
      return `这里不支持 ${unplayed.syntax}：请写出 shell 会代入的内容，或把这一行拆成两个步骤。`;
    case 'editor':
      return `这里不运行 ${unplayed.editor}。请写出编辑器保存后的文本，命令会用它继续执行。`;
    case 'no-program':
      return '这里的变量只对一条命令有效：请写在 kubectl 之前。';
    case 'command':
      return `这里不执行 kubectl ${unplayed.command}。能执行的是写入对象或读取对象的命令。`;
    case 'help':
      return `kubectl 在此会打印帮助：在终端中运行 kubectl${unplayed.command === '' ? '' : ` ${unplayed.command}`} --help 可以看到。`;
    case 'flag':
      return `这里不支持 ${unplayed.flag}：去掉它，命令就能执行。`;
    case 'format':
      return `这里不输出格式 ${unplayed.format}：可用 yaml、json 和 name。`;
    case 'url':
      return `这里不会下载任何内容。请把 ${unplayed.url} 的文本添加为文件，并用 -f 指定它。`;
  }
}

/** The accessible name of the editor of a command's file. */
function fileLabel(name: string): string {
  return `文件 ${name} 的 YAML。Ctrl+M 切换 Tab 是否移动焦点。`;
}
