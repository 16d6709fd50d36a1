import type {
  AnnotatedText,
  FieldEventView,
  FieldFacts,
  FieldView,
  Supposition,
  WhatIfCase,
} from '@managed-fields/player';
import { chinese } from '@managed-fields/rendering';
import type { field as english } from '../english/field.ts';
import { unique } from '../shorten.ts';
import { countOf, listOf, spaced } from './counting.ts';

const { ownedBy, ownerSentence, stateSentence } = chinese.field;

/** The field panel: who owns a field and what that means, its history, and what would happen. */
export const field: typeof english = {
  ...chinese.field,
  inspector: '字段',
  inspectorEmpty: '指向字段可查看它归谁所有；点击可固定在这里。',
  key: '图例',
  resize: '字段面板高度',
  notInObject: '当前显示的对象没有此字段。',
  handOver: '移交…',
  handOverTitle: '按安全的顺序把字段交给另一个管理器',
  working: '正在查找…',
  failed: '没有得到答案。',
  keyRows: {
    owned: '一个所有者：竖条和底色用其颜色',
    shared: '共享：每个所有者一条竖条，底色为两种颜色',
    atomic: '原子整体：加框，作为一个整体拥有和替换',
    default: '无所有者：灰色加下方圆点，为服务器的默认值',
    system: '无所有者：纯灰色，为名称或服务器自己写的内容',
    absent: '有所有者但不存在：标在它本应所在的行之后',
  },
  schema: '模式',
  noSchema: '没有模式提到它。',
  description: '描述',
  immutable: '不可更改',
  rules: '规则',
  rulesNote: '这里不评估',
  writtenThrough: '写入途径',
  writtenThroughSentence,
  lastApplied: '上次应用',
  lastAppliedSentence,
  history: '值的由来',
  noHistory: '到目前为止没有步骤动过它。',
  eventSentence,
  stepLink,
  requestOf,
  whatIf: '假如',
  whatIfText: '每种情况都由引擎另行推演；什么也不会改变。',
  whatIfKey: '其所在列表的列表项以此字段区分：换了值就是另一个列表项。',
  otherValue: '另一个值，YAML 格式',
  supposition,
  caseSentence,
  moreChanges,
  hoverLines,
};

/** Returns the lines of the editor's hover on a field: its path, then a line for each owner. */
function hoverLines(about: FieldView, { managers }: AnnotatedText): readonly string[] {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  return [about.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(about)];
}

/** Says that a field has to be written through a subresource. */
function writtenThroughSentence(subresource: string): string {
  return `仅 /${subresource}；写主资源不会改变它。`;
}

/** Says what the last-applied annotation has for a field. */
function lastAppliedSentence({ says, agrees }: NonNullable<FieldFacts['lastApplied']>): string {
  if (says === undefined) return '不在注解中：客户端应用既不设置也不删除它。';
  return agrees
    ? `${says}，与现在相同：文件中不再有它时，客户端应用就会删除它。`
    : `${says}，与现在不同：此后有别人更改过它。`;
}

/** Returns the text of a link to a step. */
function stepLink(place: number): string {
  return `第 ${place} 步`;
}

/** Names the request of a command. */
function requestOf(place: number): string {
  return `第 ${place} 个请求`;
}

/** Says what a step did to a field. */
function eventSentence(event: FieldEventView): string {
  const actor = event.by?.manager ?? '服务器';
  const by = spaced(actor).trimStart();
  const [from, to] = [spaced(event.from ?? '空'), spaced(event.to ?? '空')];
  const names = (owners: readonly { readonly manager: string }[]) =>
    spaced(listOf(unique(owners.map((each) => each.manager))));
  const others = event.lost.filter(({ manager }) => manager !== event.by?.manager);
  const taking = others.length === 0 ? '' : `，并从${names(others)}手中取得它`;
  const wrote = event.wrote === undefined ? '' : `；写的是${spaced(event.wrote).trimEnd()}`;
  const sentence = (): string => {
    switch (event.code) {
      case 'pasted':
        return '随粘贴的对象而来。';
      case 'set':
        return `${by}将其设为${to.trimEnd()}${wrote}。`;
      case 'changed':
        return `${by}将其从${from}改为${to.trimEnd()}${taking}${wrote}。`;
      case 'removed':
        return `${by}将其移除。`;
      case 'pruned':
        return `最后的所有者${spaced(actor)}不再声明它：它被移除。`;
      case 'defaulted':
        return event.from === undefined
          ? `服务器设置了默认值${to.trimEnd()}。`
          : `服务器以${to}取代${from.trimEnd()}。`;
      case 'restored':
        return `最后的所有者${spaced(actor)}不再声明它：默认值${to}取代了${from.trimEnd()}。`;
      case 'deleted':
        return '对象已删除。';
      case 'taken':
        return `${by}从${names(others)}手中取得它。`;
      case 'given-up':
        return event.owners.length === 0
          ? `${by}不再声明它：没有所有者，而原有的值就是默认值。`
          : `${by}不再声明它；${names(event.owners).trimStart()}使它保持原样。`;
      case 'claimed':
        return event.owners.length > 1 ? `${by}应用了相同的值，成为共同所有者。` : `${by}现在也拥有它。`;
      case 'snapshot':
        return '对没有所有者的对象首次应用：before-first-apply 代表此前的写入者。';
      case 'folded':
        return '更新者超过十个：最旧的并入 ancient-changes。';
      case 'erased':
        return 'managedFields 被清空：没有所有者。';
      case 'rewritten':
        return event.owners.length === 0
          ? `${by}改写了 managedFields：没有所有者。`
          : `${by}改写了 managedFields：它归${names(event.owners)}所有。`;
      case 'refused':
        return `${by}想要${to.trimEnd()}，与${names(event.against)}冲突。`;
      case 'rejected':
        return `${by}想要${to.trimEnd()}，被拒绝。`;
      case 'schema-changed':
        return event.lost.length > 0
          ? `定义改变了它的归属方式：它不再归${names(event.lost)}所有。`
          : '定义改变了它的归属方式，或它的值。';
    }
  };
  return event.dryRun === true ? `试运行，没有写入：${sentence()}` : sentence();
}

/** Describes the action that a what-if supposes. */
function supposition(what: Supposition, by: string, value: string): string {
  switch (what) {
    case 'leaves-out':
      return `${by} 应用时不再写它`;
    case 'writes-without':
      return `${by} 写入不含它的对象（更新者没有可以不写它的配置）`;
    case 'applies-same':
      return '其他人应用相同的值';
    case 'applies-other':
      return `其他人应用${spaced(value).trimEnd()}`;
    case 'forces-other':
      return `其他人强制应用${spaced(value).trimEnd()}`;
    case 'updates-other':
      return `其他人将其更新为${spaced(value).trimEnd()}`;
  }
}

/** Describes the result of a what-if that the server accepts. */
function caseSentence({ before, after, owners }: WhatIfCase, somebody: string): string {
  if (after === undefined) return '它消失。';
  const to = spaced(after).trimEnd();
  const value = before === after ? `仍为${to}` : before === undefined ? `值为${to}` : `从${spaced(before)}变为${to}`;
  const names = unique(owners.map(({ manager }) => (manager === somebody ? '其他人' : manager)));
  return names.length === 0 ? `${value}；没有所有者。` : `${value}，${ownedBy(names)}。`;
}

/** Says that other fields change too. */
function moreChanges(count: number): string {
  return `另有 ${countOf(count, 'field')}会变。`;
}
