import type {
  FoundObject,
  Joined,
  MissingFile,
  OtherDocument,
  ReadingProblem,
  StepReading,
} from '@managed-fields/reading';
import type { bring as english } from '../english/bring.ts';
import { countOf, listOf, spaced } from './counting.ts';

/** The dialog for texts that the user pastes, drops or opens: what a text was read as, and what becomes of it. */
export const bring: typeof english = {
  title: '粘贴或打开',
  open: '粘贴或打开…',
  errorTitle: '错误文本',
  openError: '错误文本…',
  searchWords: '导入 上传 文件 拖放 清单 列表 import upload file drop curl http kubectl list manifest',
  errorWords: '消息 终端 冲突 粘贴 解释 message terminal conflict paste explain',
  field: '粘贴的内容',
  placeholder:
    '一个或多个清单、kubectl get -o yaml 的输出、kind: List、JSON、场景文件、HTTP 请求、curl 或 kubectl 命令行，或终端输出的内容',
  errorPlaceholder: 'error: Apply failed with 1 conflict: conflict with "…": .spec.replicas',
  chooseFiles: '选择文件…',
  drop: '文件可以拖放到页面任意位置。',
  dropHere: '松开即可打开',
  reading: '正在读取…',
  files: '文件',
  part: '识别到的内容',
  becomes: '变为',
  leaveOut: '不采用',
  request: '请求',
  nothingYet: '还没有可读取的内容。',
  scenarioFound: '演练场的场景',
  scenarioOpens: '它会作为单独的草稿打开。页面上现有的内容保留在草稿列表中，可用“撤销”返回。',
  openScenario: '打开',
  brokenScenario: '场景文件无法打开：',
  newerScenario: '此文件由更新版本的演练场生成。请重新加载页面以获取新版本。',
  unreadableFile: '无法读取。',
  binary: '不是文本。',
  destination: '放到哪里',
  add: (place: number | undefined) => (place === undefined ? '添加为步骤' : `添加到第 ${place} 步之后`),
  fill: '从它开始',
  intoText: (place: number) => `替换第 ${place} 步的文本`,
  intoStep: (place: number) => `取代第 ${place} 步`,
  joinObject: (place: number) => `与第 ${place} 步的对象合并`,
  joinConflict: (place: number) => `取代第 ${place} 步中虚构的对象`,
  newScenario: '新建场景',
  take: (steps: number) => `采用 ${countOf(steps, 'step')}`,
  undoable: '可以撤销。',
  split: '选择对象或生成步骤…',
  makeStep: '转为步骤…',
  explain: '解释…',
  looksLike: {
    http: '这看起来像 HTTP 请求。',
    curl: '这看起来像 curl 命令。',
    kubectl: '这看起来像 kubectl 命令。',
    error: '这看起来像错误消息。',
    list: '这是对象列表；一个步骤只涉及一个对象。',
    documents: '此文本包含多个文档，只有第一个有效。',
  },
  natures: {
    live: '集群中的样子',
    configuration: '用户编写的样子',
    definition: '类别的定义',
  },
  withManagedFields: '有 managedFields',
  withoutManagedFields: '没有 managedFields',
  joinedSentence,
  joinedEnd,
  takenAtOnce,
  countSentence,
  obstacleSentence,
  otherSentence,
  refusalSentence,
  problemSentence,
};

/** Says how a conflict and a live object were joined. */
function joinedSentence({ kind }: Pick<Joined, 'kind'>, object: string, place: number): string {
  switch (kind) {
    case 'pasted':
      return `${object} 与此消息一同粘贴：步骤为该对象，以及对这些字段应用其他值的一次 apply。`;
    case 'with-object':
      return `${object} 在第 ${place} 步：新步骤对它的这些字段应用其他值。`;
    case 'with-conflict':
      return `此场景由一个冲突生成。${object} 取代虚构的对象，apply 沿用它的类别、命名空间和名称。`;
  }
}

/** Says whether the joined steps end in the conflict. */
function joinedEnd({ missing }: Pick<Joined, 'missing'>): string {
  if (missing.length === 0) return '在这里推演，结果是同一个冲突。apply 中的值是占位符：请换成你的值。';
  const fields = listOf(missing.map(({ manager, paths }) => `${manager} 的 ${listOf(paths)}`));
  return `在这里推演，${fields} 没有冲突。请用 --show-managed-fields 粘贴出现此消息时的对象。`;
}

/** Says that an object became the first step without a question. */
function takenAtOnce(object: string): string {
  return `${object} 已成为第 1 步。可以撤销。`;
}

/** Says how much was found in all. */
function countSentence(objects: number, requests: number, listed: number): string {
  const words = [objects === 0 ? '' : `${objects} 个对象`, requests === 0 ? '' : `${requests} 个请求`].filter(
    (word) => word !== '',
  );
  const from = listed === 0 ? '' : '，来自列表';
  return words.length === 0 ? '没有可以推演的内容。' : `${words.join('和 ')}${from}。`;
}

/** Says why an object may not be what the user meant. */
function obstacleSentence(obstacle: NonNullable<FoundObject['obstacle']>): string {
  switch (obstacle) {
    case 'unknown-kind':
      return '此版本没有这个名称的内置类别，它也不可能是自定义类别。';
    case 'tool-file':
      return '工具使用的文件：服务器不会存储它。';
    case 'credentials':
      return '这是 kubeconfig，其中可能有凭据，因此不予采用。';
    case 'no-name':
      return '没有 metadata.name。';
  }
}

/** Says what a part seems to be that is no object. */
function otherSentence({ code, message }: Pick<OtherDocument, 'code' | 'message'>): string {
  switch (code) {
    case 'unreadable':
      return `既不是 YAML 也不是 JSON${message === undefined || message === '' ? '。' : `：${message}`}`;
    case 'json-patch':
      return 'JSON 补丁。';
    case 'managed-fields':
      return '只有 managedFields 的条目。请连同所在的对象一起粘贴，才能对照对象查看。';
    case 'fragment':
      return '对象的一部分，没有类别。';
    case 'described':
      return 'kubectl describe 的输出，缺少大部分字段。请粘贴 `kubectl get KIND NAME -o yaml --show-managed-fields` 的输出。';
    case 'table':
      return 'kubectl get 的表格，没有字段。请粘贴 `kubectl get KIND NAME -o yaml --show-managed-fields` 的输出。';
    case 'foreign':
      return '不是 Kubernetes 的内容：没有 apiVersion 和 kind。';
  }
}

/** Says why a request cannot become a step. */
function refusalSentence({ code, data }: Extract<StepReading, { readonly kind: 'refused' }>): string {
  switch (code) {
    case 'reads-only':
      return `${data['method'] ?? 'GET'} 不改变任何内容，因此没有可推演的。`;
    case 'not-a-resource':
      return `${spaced(data['path'] ?? '此路径').trimStart()}不是资源的路径。`;
    case 'collection':
      return '路径没有指明对象。针对某个类别所有对象的请求不予推演。';
    case 'subresource':
      return `不推演子资源 ${data['subresource'] ?? ''}。`;
    case 'content-type':
      return data['contentType'] === ''
        ? 'PATCH 没有 Content-Type：无从得知是哪种补丁。'
        : `${data['contentType'] ?? ''} 不是服务器接受的补丁类型。`;
  }
}

/** Says which part of a request could not be used. */
function problemSentence({ code, data }: ReadingProblem | MissingFile): string {
  switch (code) {
    case 'body-in-file':
      return `请求体在${spaced(data['file'] ?? '文件')}中，而该文件不在这里。请把内容粘贴到步骤中。`;
    case 'file-missing':
      return data['file'] === '-'
        ? '它读取标准输入，而其内容不在这里。请把内容粘贴到步骤中。'
        : `它读取${spaced(data['file'] ?? '文件').trimEnd()}，而该文件不在这里。请把内容粘贴到步骤中。`;
    case 'query-not-played':
      return `参数 ${data['name'] ?? ''} 在这里不起作用。`;
    case 'unknown-resource':
      return `无从得知${spaced(data['resource'] ?? '该资源')}属于哪个类别。请在步骤的设置中指定对象。`;
    case 'body-not-played':
      return '其选项不予推演：对象会立即删除。';
    case 'bad-setting':
      return `${data['name'] ?? ''}=${data['value'] ?? ''} 未采用：服务器会拒绝它。`;
  }
}
