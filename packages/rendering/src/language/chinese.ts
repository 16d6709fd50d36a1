import type { AnnotatedText, FieldView, ManagerView, Notice, Unowned } from '@managed-fields/player';
import type { Outcome, StepKind } from '@managed-fields/scenario';
import { bytesOf, countOf, listOf, spaced } from './chinese-counting.ts';
import { unique } from './names.ts';
import type { StaticWords } from './words.ts';

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: '活动对象',
  apply: '服务器端应用',
  create: '创建',
  update: '更新',
  'merge-patch': '合并补丁',
  'strategic-merge-patch': '策略性合并补丁',
  'json-patch': 'JSON 补丁',
  scale: '扩缩容',
  status: '状态',
  reset: '重置 managedFields',
  delete: '删除',
  crd: 'CRD',
  kubectl: 'kubectl 命令',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: '已创建',
  changed: '已更改',
  unchanged: '无变化',
  deleted: '已删除',
  read: '已读取',
  installed: '已安装',
  conflict: '冲突',
  error: '错误',
  skipped: '空',
  'not-played': '未执行',
};

/** The state of a field in a word or two. */
const stateNames: Readonly<Record<FieldView['state'], string>> = {
  owned: '一个所有者',
  shared: '共享',
  atomic: '属于原子整体',
  unowned: '无所有者',
  absent: '有所有者但不存在',
};

/** The same where nobody owns it, with why. */
const unownedNames: Readonly<Record<Unowned, string>> = {
  identity: '无所有者：标识',
  default: '无所有者：默认值',
  system: '无所有者：系统',
  status: '无所有者：状态',
  untracked: '无所有者：未跟踪',
  unserved: '无所有者：旧版本',
  replaced: '无所有者：条目被取代',
  unknown: '无所有者',
};

/** What a static view of a scenario says, in Chinese. */
export const chinese: StaticWords = {
  counting: { bytesOf, countOf, listOf },
  leftOut: {
    characters: (count) => `…… 还有 ${count} 个字符未显示`,
    lines: (count) => `还有 ${count} 行未显示`,
    items: (count) => `还有 ${count} 项未列出`,
    editing: (count) => `此文本太长，无法在此编辑：共有 ${count} 个字符。`,
  },
  field: {
    owner: '所有者',
    owners: '所有者',
    state: '状态',
    stateNames,
    unownedNames,
    ownerSentence,
    ownerKind,
    ownerShort,
    timeSentence,
    stateName,
    stateSentence,
    hintSentence,
    ownersSentence,
    nobodySentence,
    ownedBy,
  },
  steps: {
    steps: '步骤列表',
    step: '步骤',
    off: '停用',
    forced: '强制',
    previousStep: '上一步',
    nextStep: '下一步',
    kindNames,
    outcomeNames,
    notPlayed: '这里不执行这条命令，因此什么都不会改变。',
    placeSentence,
  },
  conflict: {
    conflict: '冲突。',
    serverAnswers: (code) => `服务器返回 ${code}。`,
    kubectlExits: 'kubectl 报错退出。',
    field: '字段',
    onServer: '服务器上',
    declares: '声明',
    absentValue: '不存在',
    error: '已拒绝。',
    warnings: '警告',
    countSentence,
    ways: {
      overwrite: { name: '覆盖', text: '强制：以你的值为准。' },
      'give-up': { name: '放弃', text: '不再声明这些字段。' },
      share: { name: '共享', text: '声明当前值。' },
    },
  },
  legend: {
    legend: '管理器',
    nobody: '无所有者',
    sizeSentence,
  },
  result: {
    stale: '不是此步骤的结果：此步骤失败了。这是最近一次成功的结果。',
    installedText: '定义已安装；之后的步骤可以使用其类别。',
    noResultText: '此步骤没有留下可显示的对象。',
    foldedSentence,
    noticeSentence,
  },
  staticView: {
    openInPlayground: '在演练场中打开',
    objectAfter: (place) => `第 ${place} 步之后的对象`,
    declaredText: (place) => `第 ${place} 步发送的内容`,
  },
};

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** An owner in short: its kind and when it wrote last. */
function ownerShort(owner: Pick<Owner, 'operation' | 'subresource' | 'time'>): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? '没有时间' : timeSentence(owner)}`;
}

/** When an entry was written last. */
function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? '没有时间：服务器不为 /scale 保留时间' : '没有时间';
}

/** The state of a field in a word or two; why, where nobody owns it. */
function stateName({ state, why }: Pick<FieldView, 'state' | 'why'>): string {
  return why === undefined ? stateNames[state] : unownedNames[why];
}

/** What the state of a field means, in words. */
function stateSentence({ state, leaf, whole, path, atomicRoot, repeated, why }: FieldView): string {
  const together = '键相同的多个列表项之一：一并拥有和替换。';
  const atomic = whole !== true ? '' : repeated ? together : '原子：作为整体拥有和替换。';
  switch (state) {
    case 'owned':
      if (atomic !== '') return `${atomic}有一个所有者。`;
      return leaf ? '有一个所有者。' : '有一个管理器拥有此项本身，但不拥有其中的内容。';
    case 'shared':
      return `${atomic}共享：谁更改它，它就归谁；只有所有者都没有了，它才会消失。`;
    case 'atomic':
      if (repeated) return `随${spaced(atomicRoot ?? '')}拥有，它是键相同的多个列表项之一：一并拥有。`;
      return atomicRoot === undefined || atomicRoot === path
        ? '原子：作为整体拥有和替换。'
        : `随 ${atomicRoot} 拥有，后者是原子的：作为整体拥有和替换。`;
    case 'unowned':
      if (why !== undefined) return nobodySentence(why);
      return leaf ? '没有所有者。' : '它本身没有所有者；其中的字段各有所有者。';
    case 'absent':
      return '有所有者，但不在对象中：被清空，或在存储对象时被丢弃。';
  }
}

/** Why nobody owns a field. */
function nobodySentence(why: Unowned): string {
  switch (why) {
    case 'identity':
      return '没有所有者：它用来标识对象，而名称从来没有所有者。';
    case 'default':
      return '没有人设置它：这里是服务器的默认值。';
    case 'system':
      return '没有人设置它：由服务器自己写入。';
    case 'status':
      return '状态的这一部分没有记录所有者。';
    case 'untracked':
      return '对象没有 managedFields，因此无从得知是谁设置的。';
    case 'replaced':
      return '不再有所有者：后面的条目具有相同的管理者、操作、版本和子资源，服务器只保留那一个。';
    case 'unserved':
      return '不再有所有者：其条目的 API 版本已不属于该类别，下次写入会移除该条目。';
    case 'unknown':
      return '现在没有所有者：其条目可能已被移除，或者这里不知道它的默认值。';
  }
}

/** Words after a line of the text. */
function hintSentence(
  kind: 'shared' | 'atomic' | 'subresource' | 'absent',
  about: FieldView,
  { managers, fields }: AnnotatedText,
): string {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  switch (kind) {
    case 'shared':
      return `共享：${listOf(unique(owners.map(({ manager }) => manager)))}`;
    case 'atomic':
      return about.repeated ? '键相同的多项之一：一并拥有' : '原子：整体拥有';
    case 'subresource':
      return owners.map(({ manager, subresource }) => `${manager} /${subresource}`).join('、');
    case 'absent': {
      const inside = fields.filter(({ state, path }) => state === 'absent' && path.startsWith(about.path));
      const [first] = inside;
      const who = (first?.owners ?? []).flatMap((index) => managers[index]?.manager ?? []);
      const more = inside.length > 1 ? ` +${inside.length - 1}` : '';
      return `有所有者但不存在：${first?.path.slice(about.path.length) ?? ''}${more}（${listOf(unique(who))}）`;
    }
  }
}

/** Who owns a line, for those who do not see colours: `归 helm（Apply）所有`. */
function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
  if (owners.length === 0) return '没有所有者';
  return ownedBy(owners.map((owner) => `${owner.manager}（${ownerKind(owner)}）`));
}

/** Whose it is, in the middle of a sentence. */
function ownedBy(names: readonly string[]): string {
  return `归${spaced(listOf(names))}所有`;
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : `，通过 /${subresource}`;
}

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `第 ${place} 步，共 ${count} 步${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** How much is in conflict, and with whom: `3 个字段，对方为 helm 和 ui`. */
function countSentence(count: number, managers: readonly string[]): string {
  return `${countOf(count, 'field')}，对方为 ${listOf(managers)}`;
}

/** Counts and sizes: `7 个字段 · 312 B`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}，${bytesOf(bytes)}`;
}

/** What the engine cannot know, or what the object lacks. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? '该类别';
  switch (code) {
    case 'no-managed-fields':
      return '此对象没有 managedFields，因此其中的字段没有所有者。除非特意要求，kubectl 不会输出它；自 Kubernetes 1.18 以来从未写入过的对象也可能没有：';
    case 'unmodelled-defaults':
      return `未模拟${spaced(kind)}的默认值：真实的服务器会添加这里缺少的字段。所有权是准确的。`;
    case 'unmodelled-strategy':
      return `未模拟服务器对${spaced(kind)}所做的重置或补全；所有权只依据模式。`;
    case 'unmodelled-validation':
      return `未模拟${spaced(kind)}的验证：在这里通过的，真实的服务器可能会拒绝。`;
    case 'unmodelled-conversion':
      return `${spaced(kind).trimStart()}通过 Webhook 在版本之间转换，这里不会调用它。`;
    case 'known-schema':
      return `${spaced(kind).trimStart()}按 ${data['project'] ?? ''} ${data['release'] ?? ''} 的定义读取。场景中自带的定义始终优先。`;
    case 'known-schema-lacks':
      return `${spaced(kind).trimStart()}按 ${data['project'] ?? ''} ${data['release'] ?? ''} 的定义读取，其中缺少此对象的某些字段：这些字段予以保留，其中的列表都是原子的。场景中自带的定义始终优先。`;
    case 'published-schema':
      return `无法读取${spaced(kind)}的 CustomResourceDefinition，因此按集群（${data['release'] ?? ''}）发布的模式读取。版本转换和 /scale 的路径未知。场景中自带的定义始终优先。`;
    case 'cluster-schema':
      return `${spaced(kind).trimStart()}按集群自身（${data['release'] ?? ''}）的模式读取；默认值和验证取自 ${data['version'] ?? ''}，即此处已知的最接近的版本。`;
    case 'nearest-schema':
      return `没有集群自身的 ${data['apiVersion'] ?? ''} 模式（${data['release'] ?? ''}）：${spaced(kind).trimStart()}按 ${data['version'] ?? ''} 读取，即此处已知的最接近的版本。`;
    case 'unreadable-schema':
      return `无法读取集群自身的 ${data['apiVersion'] ?? ''} 模式（${data['release'] ?? ''}）：${spaced(kind).trimStart()}按 ${data['version'] ?? ''} 读取，即此处已知的最接近的版本。`;
    case 'deduced-schema':
      return `没有${spaced(kind)}的定义。列表类型读自 managedFields 的条目；条目没有说明的列表按原子处理。默认值和验证未知。输出定义的命令：`;
    case 'several-documents':
      return `此文本包含${data['count'] === undefined ? '多个' : ` ${data['count']} 个`}文档，只有第一个有效。`;
    case 'list-of-objects':
      return '一个步骤只涉及一个对象。请把列表拆分成多个步骤，或只留下一个对象。';
    case 'older-managed-fields':
      return `${spaced(data['managers'] || '某些条目').trimStart()}的 managedFields 采用 Kubernetes 1.16 的形式（fields 而非 fieldsV1）；这里按如今的形式读取。`;
    case 'untracked-subresource':
      return `${spaced(data['managers'] || '某些管理器').trimStart()}写状态时，服务器还不记录子资源（Kubernetes 1.22 之前），或者该类别还没有 /status：对服务器来说，该条目与通过 /status 写入的条目是两个所有者。`;
    case 'unknown-kind':
      return `${spaced(data['apiVersion'] ?? '此版本').trimStart()}中没有${spaced(kind)}这个类别。可以在此步骤之前添加 CRD 步骤来定义它。`;
    case 'no-name':
      return '文本没有指明对象：缺少 metadata.name。';
    case 'no-object':
      return '文本没有指明对象，之前的步骤也没有。';
    case 'fields-left-out':
      return `此文本共有 ${data['count'] ?? '过多'} 个字段；只为前 ${data['drawn'] ?? ''} 个字段显示所有者。`;
    case 'problems-left-out':
      return `此文本共有 ${data['count'] ?? '过多'} 个问题；只标出前 ${data['drawn'] ?? ''} 个。`;
    case 'empty-text':
      return '这里还没有内容。';
  }
}
