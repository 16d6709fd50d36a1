import type { NotComparable } from '@managed-fields/live-cluster';
import type { clusterAsk as english } from '../english/cluster-ask.ts';

/** “询问集群”对话框。 */
export const clusterAsk: typeof english = {
  open: '询问集群…',
  title: '询问集群',
  openWords: '试运行 服务器 预测 应答 比较 dry run cluster',
  tabs: '询问什么',
  thisStep: '此步骤',
  allSteps: '全部步骤',
  goesOut: '将要发出的请求',
  promise: '它带着 dryRun=All 发出：集群照做的样子应答，但什么也不保存。',
  readsToo: '在此之前，页面会读取该对象，看它是否就是场景中的对象。',
  ofAgent: (manager) => `场景用 User-Agent 指明管理者 ${manager}，而页面无法选择 User-Agent；这里改由查询参数指明。`,
  send: '作为试运行发送',
  again: '再次发送',
  asking: '正在询问集群…',
  cancel: '取消',
  cancelled: '已取消：不再发送任何内容。',
  same: (code) => `集群应答 ${code}，与预测相同。`,
  differs: (count) => `集群的应答不同：${count} 处差异。`,
  predicted: '预测',
  answered: '集群',
  scenario: '场景',
  now: '集群',
  difference: '差异',
  absent: '无',
  present: '有',
  times: { kept: '保留原有时间', set: '取请求的时间' },
  objects: '两个对象逐行对照：− 预测，+ 集群',
  webhooks: (names) => `此集群的变更 Webhook：${names.join('、')}。`,
  notCompared: '不作比较',
  predictAnew: '把集群的对象作为现有对象，重新预测',
  taken: '集群的对象已作为现有对象放在此步骤之前。',
  notTaken: '无法取用该对象。',
  allIntro:
    '依次把所有步骤的请求作为试运行发送。集群不保存其中任何一个，因此，依赖另一步骤的步骤只有在集群已有那一步骤会写入的内容时才能询问。',
  sendAll: '全部作为试运行发送',
  progress: (done, all) => `${done} / ${all} 个步骤`,
  summary: (same, differ, rest) => `相同 ${same}，不同 ${differ}，无法比较或无可询问 ${rest}。`,
  requestOf: (place, count) => `第 ${place} 个请求，共 ${count} 个`,
  isDelete: '删除绝不发送，试运行也不发送。',
  unpredicted: '页面未能预测此步骤。',
  step: (place, name) => `${place}. ${name}`,
  nothing: {
    off: '此步骤已关闭或为空。',
    live: '现有对象：不发送任何内容。',
    definition: '类型定义：集群有自己的定义。',
    delete: '删除绝不发送，试运行也不发送。',
    reads: '此命令不写入任何内容。',
    unsent: '不发送任何内容：步骤无法读取，或其类型未知。',
  },
  parts: {
    code: '状态码',
    message: '消息',
    reason: '原因',
    details: '拒绝的详情',
    warning: '警告',
    order: '列表中各项的顺序，或空的映射或列表',
    generation: 'generation 的增量',
    field: '字段',
    entry: 'managedFields 中的条目',
    'entry-field': '所拥有的字段',
    'entry-time': '条目的时间',
  },
  explanation: (given) => {
    switch (given.code) {
      case 'mutated':
        return '请求和预测中都没有它：可能由 Webhook、策略或准入插件设置。';
      case 'admission-plugin':
        return `由准入插件 ${given.name} 设置；此页面不模拟该插件。`;
      case 'allocated':
        return '此值由服务器分配。';
      case 'webhook':
        return `被 Webhook ${given.name} 拒绝。`;
      case 'policy':
        return `被策略 ${given.name} 拒绝。`;
      case 'quota':
        return '被命名空间的 ResourceQuota 拒绝。';
      case 'limit-range':
        return '被命名空间的 LimitRange 拒绝。';
      case 'pod-security':
        return '被命名空间的 Pod 安全准入拒绝。';
      case 'validation':
        return '服务器拒绝了此页面接受的值；这里并不知道它的全部检查。';
      case 'other-manager':
        return '该条目属于另一管理者：期间有人改动了对象。';
      case 'other-version':
        return `集群版本为 ${given.cluster}，场景版本为 ${given.scenario}。`;
    }
  },
  why: (code) => whys[code],
  needs: (step) => `它本应由步骤 ${step} 写入。`,
  needsSame: '它本应由同一命令中较早的请求写入，而试运行不会保存。',
  given: {
    version: 'resourceVersion，服务器对写入的计数',
    uid: 'uid，由服务器给出',
    created: 'creationTimestamp，服务器自己的时间',
    deleted: 'deletionTimestamp 本身；比较的是它是否存在',
    phase: '卷阶段的时间；比较的是它是否存在',
    generation: 'generation 本身；比较的是它的增量',
    time: '条目的时间；比较的是条目是否保留时间',
    order: '条目的顺序，它取决于条目的时间',
    name: '由服务器生成的名称',
    'self-link': 'v1.20 之前服务器的 selfLink',
    words: '消息中的 uid、时间和 resourceVersion，以及多个错误的顺序',
  },
};

const whys: Readonly<Record<NotComparable['code'], string>> = {
  'other-object': '无法比较：集群中的对象不是场景中的对象。没有发送试运行。',
  exists: '无法比较：集群已有此对象，而场景中没有。没有发送试运行。',
  missing: '无法比较：集群没有此对象。没有发送试运行。',
  'no-kind': '无法比较：集群没有此类型。没有发送试运行。',
  'no-namespace': '无法比较：集群没有此命名空间。',
  forbidden: '无法比较：集群不允许你这样做。',
  'dry-run-unknown': '无法比较：此 API 的服务器没有声明支持试运行，可能会保存所发内容。没有发送试运行。',
  unread: '无法比较：应答不是对象。',
  webhook: '无法比较：某个 Webhook 有副作用，集群因此不做试运行。',
  moved: '无法比较：请求指明的 resourceVersion 或 uid 与集群中的对象不符（409 Conflict）。',
  unreached: '无法连接集群。',
  meanwhile: '无法比较：询问期间有人写入了该对象。请再次发送。',
  server: '无法比较：服务器本身出错或拒绝。',
  'too-large': '应答太大，无法读取。',
  front: '无法比较：提供此页面的程序没有转交该请求。',
  refused: '页面不发送此请求。',
};
