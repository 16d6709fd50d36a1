import { chinese as rendering, spaced } from '@managed-fields/rendering';
import { type FindingWords, factOf, namesOf } from './words.ts';

const { countOf, listOf, bytesOf } = rendering.counting;

/** What is said of findings, in Simplified Chinese. */
export const chinese: FindingWords = {
  severities: { error: '错误', warning: '警告', note: '提示' },
  rules: {
    'leftover-client-side-apply': {
      title: '客户端写入遗留的条目',
      sentence: (finding) =>
        `${factOf(finding, 'manager')}（Update）仍拥有 ${countOf(finding.fieldCount, 'field')}，而此对象现在由${spaced(listOf(namesOf(finding, 'appliers')))}以服务器端方式应用。`,
      why: '只有当没有其他所有者时，应用才会删除字段。从清单中去掉的内容会留在集群里，改动的值会与旧条目冲突。',
      todo: '像 kubectl 迁移时那样，把旧条目的字段移交给应用者，然后再应用一次清单。',
    },
    'last-applied-differs': {
      title: 'last-applied 与对象不一致',
      sentence: (finding) => {
        if (factOf(finding, 'unreadable') !== '') return 'last-applied 注解不是可以读取的 JSON。';
        const [field, live] = [factOf(finding, 'field'), factOf(finding, 'live')];
        const declared = `last-applied 声明${spaced(field)}为${spaced(factOf(finding, 'declared'))}`;
        const more = finding.fieldCount > 1 ? `，另有 ${countOf(finding.fieldCount - 1, 'field')}不一致` : '';
        return live === '' ? `${declared}，而对象中没有它${more}。` : `${declared}，而对象中是${spaced(live)}${more}。`;
      },
      why: '客户端应用根据此注解计算补丁。下一次 kubectl apply 会把这些值改回去，并删除只有旧注解才声明的内容。',
      todo: '把当前的值写入清单，或者让下一次应用把它们改回去。如果对象现在以服务器端方式应用，请删除该注解。',
    },
    'before-first-apply': {
      title: '由 before-first-apply 拥有的字段',
      sentence: (finding) =>
        `${countOf(finding.fieldCount, 'field')}属于 before-first-apply。它不是程序：对象第一次被应用时没有 managedFields。`,
      why: '此条目永远不会放弃任何字段。从清单中去掉的内容会留在集群里，改动的值会与 before-first-apply 冲突。',
      todo: '先强制应用一次清单应当拥有的全部内容，然后删除此条目。',
    },
    'apply-and-update': {
      title: '同一管理器既有 Apply 又有 Update',
      sentence: (finding) =>
        `${factOf(finding, 'manager')} 在 managedFields 中既有 Apply 又有 Update；Update 条目拥有 ${countOf(finding.fieldCount, 'field')}。`,
      why: '对服务器来说这是两个管理器。它会与自己的过去冲突，而它不再应用的内容会留下。',
      todo: '把 Update 条目并入 Apply 条目，然后再应用一次。',
    },
    'replicas-under-autoscaler': {
      title: '有自动扩缩器却仍应用副本数',
      sentence: (finding) =>
        factOf(finding, 'declared') === ''
          ? `${listOf(namesOf(finding))} 应用 .spec.replicas，而该字段由${spaced(factOf(finding, 'autoscaler'))}设置。`
          : `last-applied 声明了 .spec.replicas，而该字段由${spaced(factOf(finding, 'autoscaler'))}设置。`,
      why: '每次应用都会把副本数改回去，或以冲突告终，然后自动扩缩器又会改动它。',
      todo: '从清单中去掉 replicas，但要先移交该字段：如果唯一的所有者放弃它，服务器会把它设为 1。',
    },
    'rewritten-field': {
      title: '多个管理器反复改写同一字段',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} 轮流设置${spaced(factOf(finding, 'field'))}：各快照之间其所有者变动了 ${factOf(finding, 'times')} 次。`,
      why: '谁也赢不了。每次写入都会重新触发滚动更新、Webhook 和调谐。',
      todo: '确定由谁拥有该字段，并从另一方的配置中去掉它。',
    },
    'zero-values-owned': {
      title: '拥有从未设置过的字段',
      sentence: (finding) =>
        factOf(finding, 'how') === 'back'
          ? `${factOf(finding, 'manager')} 拥有由服务器填写的 ${countOf(finding.fieldCount, 'field')}：它把读到的整个对象又发了回去。`
          : `${factOf(finding, 'manager')} 拥有 ${countOf(finding.fieldCount, 'field')}，它似乎从未设置过这些字段：Go 的零值和空结构体。`,
      why: '想设置其中某个字段的人会遇到冲突；而此管理器一旦强制，就会用谁也不想要的值覆盖它。',
      todo: '只发送想要设置的内容：在 Go 中使用 applyconfigurations 的类型，在其他语言中去掉从服务器读到的字段。',
    },
    'shared-atomic-field': {
      title: '被多个管理器应用的原子字段',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} 应用相同的内容，其中 ${countOf(finding.fieldCount, 'field')}只能整体替换。`,
      why: '只有所有人应用的内容完全相同，才能共享该字段。其中任何一方的第一次改动都会与其他所有人冲突。',
      todo: '让其中一方拥有整个字段，并从其他各方的配置中去掉它。',
    },
    'manual-change': {
      title: '手动改动',
      sentence: (finding) =>
        `此对象由清单声明，但有 ${countOf(finding.fieldCount, 'field')}被手动改动（${listOf(namesOf(finding))}）。`,
      why: '清单并不知道这一改动。下一次应用会冲突或覆盖它，而清单没有声明的内容会一直留下。',
      todo: '把改动写入清单，或者去掉它：先删除条目，再通过应用删除字段。',
    },
    'manager-not-seen': {
      title: '很久没有出现的管理器',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} 自 ${factOf(finding, 'seen')} 起没有写入，却仍在由他人应用的对象中拥有 ${countOf(finding.fieldCount, 'field')}。`,
      why: '已经不存在的程序不会放弃任何字段。应用无法删除它的字段，改动这些字段会冲突。',
      todo: '确认该程序确实已不存在，然后删除它的条目。',
    },
    'unserved-version': {
      title: '条目的版本已不再提供',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} 的条目使用版本${spaced(listOf(namesOf(finding, 'versions')))}，服务器已不再提供它。`,
      why: '对于内置类型，服务器会在下一次写入时丢弃这样的条目，其字段随之失去该所有者。自定义资源无法转换该版本，因此每次应用都会报错被拒绝。',
      todo: '删除该条目，或者继续提供该版本，直到其管理器以新版本应用过为止。',
    },
    'large-managed-fields': {
      title: 'managedFields 过大',
      sentence: (finding) => {
        const size = `managedFields 占 ${bytesOf(Number(factOf(finding, 'bytes')))}，即对象的 ${factOf(finding, 'percent')}%`;
        if (factOf(finding, 'ancient') !== '') return `${size}，最旧的 Update 条目已并入 ancient-changes。`;
        const updaters = factOf(finding, 'updaters');
        return updaters === ''
          ? `${size}。`
          : `${size}；Update 条目有 ${updaters} 个，最多 ${factOf(finding, 'cap')} 个。`;
      },
      why: '每次读取和每个 watch 事件都带着它们。Update 条目超过十个时，最旧的会失去名称，之后谁也说不出是谁设置了字段。',
      todo: '让写入同一对象的程序使用一个固定的字段管理器，并删除已不存在的程序的条目。',
    },
    'status-outside-subresource': {
      title: '在子资源之外拥有的状态',
      sentence: (finding) =>
        factOf(finding, 'subresource') === ''
          ? `${listOf(namesOf(finding))} 随对象一起应用了状态中的 ${countOf(finding.fieldCount, 'field')}。`
          : `${listOf(namesOf(finding))} 通过对象本身的条目拥有状态中的 ${countOf(finding.fieldCount, 'field')}。`,
      why: '在有 status 子资源时，写下此条目的人再也无法更改它。没有该子资源时，控制器与应用者会互相覆盖或冲突。',
      todo: '从清单中去掉 status，并为该类型启用 status 子资源。删除旧条目的残留。',
    },
    'finalizers-applied': {
      title: '应用了 finalizers 或 ownerReferences',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} 应用了 finalizers 和 ownerReferences 中的 ${countOf(finding.fieldCount, 'field')}。`,
      why: '控制器清理完毕后会移除自己的 finalizer，而下一次应用会把它加回来，或者在对象删除期间被拒绝。带有旧 uid 的 ownerReference 会使对象被垃圾回收。',
      todo: '从清单中去掉它们：它们属于控制器。',
    },
    'large-annotations': {
      title: '注解接近上限',
      sentence: (finding) =>
        `注解占 ${bytesOf(Number(factOf(finding, 'bytes')))}，上限为 ${bytesOf(Number(factOf(finding, 'limit')))}；最大的是${spaced(factOf(finding, 'name'))}。`,
      why: '超过 262144 字节后，每次写入都会被拒绝。客户端应用把整个清单保存在注解里，因此不断变大的清单总有一天无法应用。',
      todo: '改用服务器端应用，它不需要该注解。',
    },
    'duplicate-keys': {
      title: '键相同的列表项',
      sentence: (finding) => `在以键区分各项的列表中，有 ${finding.fieldCount} 个键重复出现。`,
      why: '客户端应用和策略性合并补丁会一次更改或删除所有这些项，而服务器端应用会拒绝同时包含它们的清单。',
      todo: '在清单中只保留其中一项。',
    },
  },
};
