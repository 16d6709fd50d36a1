import type { FrontReason } from '@managed-fields/live-cluster';
import type { cluster as english } from '../english/cluster.ts';

type Failure = Parameters<typeof english.failureSentence>[0];

/** 集群模式：连接栏，以及打开集群对象的对话框。 */
export const cluster: typeof english = {
  bar: '与集群的连接',
  asked: '此地址要求连接集群，并带有一个场景。只有是你自己打开的，才应连接。',
  connect: '连接',
  connecting: '正在连接集群…',
  leave: '断开连接',
  tryAgain: '重试',
  dismiss: '关闭',
  user: (name) => `用户：${name}`,
  unknownUser: '用户未知',
  promise: '只读取、监视和试运行：绝不写入任何内容。',
  open: '从集群打开…',
  openTitle: '从集群打开',
  openWords: '集群 对象 命名空间 kubectl get live object namespace cluster',
  opened: (name) => `已从集群打开 ${name}。`,
  openTyped: (name, namespace) => `打开命名空间 ${namespace} 中的 ${name}`,
  kindLabel: '类型，或对象的名称',
  kindPlaceholder: '类型，或 deploy/web -n prod',
  usual: '常用',
  allKinds: '全部类型',
  clusterWide: '集群级',
  kindCount: (count) => `${count} 种类型`,
  noKind: '集群中没有这种类型。',
  loading: '正在询问集群…',
  stale: (groups) => `${groups.join('、')} 的服务器没有应答。`,
  secretsNote: '名称只以元数据的形式读取。只有输入名称（secret/名称）时才会读取 Secret。',
  backToKinds: '全部类型',
  namespace: '命名空间',
  allNamespaces: '全部',
  objectLabel: (kind) => `按名称查找 ${kind}`,
  objectPlaceholder: '按名称筛选',
  objectCount: (count) => `${count} 个对象`,
  noObject: '没有这种类型的对象。',
  listed: (count, remaining, reading) =>
    reading ? `已读取 ${count}${remaining > 0 ? ` / 约 ${count + remaining}` : ''}…` : `${count} 个对象`,
  moreNames: (count) => `还有 ${count} 个：输入名称以缩小范围。`,
  noResource: (typed) => `集群中没有资源“${typed}”。`,
  noName: (typed) => `“${typed}”没有指明对象：请输入类型和名称，例如 deploy/web。`,
  watch: '监视…',
  failureSentence: ({ kind, code }) => failures[kind](code),
  frontSentence: (reason) => front[reason],
  ruleSentence: (verb, resource, group, namespace) =>
    `RBAC 缺少权限：${namespace === '' ? '在所有命名空间中' : `在命名空间 ${namespace} 中`}对 ${group === '' ? resource : `${resource}.${group}`} 执行 ${verb}。`,
  role: (namespaced) => (namespaced ? '授予此权限的 Role' : '授予此权限的 ClusterRole'),
  unreadSchema: '无法读取集群公布的模式，因此按最接近的版本的模式读取该对象。',
  undefinedKind: '无法读取该类型的定义，因此其模式取自服务器公布的内容。',
};

/** 提供页面的程序对它不转交的请求的说明。 */
const front: Readonly<Record<FrontReason, string>> = {
  token:
    '此标签页没有访问集群的令牌，或令牌已过期：请打开 `managed-fields cluster` 打印的地址，包括 # 之后的全部内容。',
  foreign: '提供此页面的程序认为它来自别处。请原样打开该程序打印的地址。',
  request: '提供此页面的程序不认识这个请求，没有转交。页面是否属于另一个版本？',
  'read-only': '提供此页面的程序以 --read-only 启动，因此不转交试运行。没有询问集群。',
  secrets: '提供此页面的程序只有以 --secrets 启动时才转交 Secret。没有询问集群。',
  'too-large': '请求超过集群能接受的大小，没有发送。',
  unreached: '无法连接集群。',
};

const failures: Readonly<Record<Failure['kind'], (code?: number) => string>> = {
  unreached: () => '无法连接集群：提供此页面的命令还在运行吗？',
  timeout: () => '集群没有及时应答。',
  status: (code) => `集群应答 ${code}：`,
  unread: () => '此地址应答的不是 Kubernetes API，而是：',
  'too-large': () => '应答太大，无法读取。',
  refused: () => '页面不发送此请求。',
};
