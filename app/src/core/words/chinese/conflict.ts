import type { ConflictFieldView, ForcedObject, ObjectChange, StepPreview } from '@managed-fields/player';
import { chinese } from '@managed-fields/rendering';
import type { conflict as english } from '../english/conflict.ts';
import { shortValue } from '../shorten.ts';
import { countOf, listOf } from './counting.ts';

/** A conflict and the ways out of it. */
export const conflict: typeof english = {
  ...chinese.conflict,
  conflictHint,
  waysOut: '解决办法',
  unread: '文本无法读取。',
  answerBefore: '下面是对先前文本的答复。',
  allAtOnce: '一并解决',
  fieldByField: '逐个字段',
  way: '解决办法',
  wayOfAll: '所有字段的解决办法',
  undecided: '选择…',
  decideFirst: '请为每个字段选择解决办法。',
  forceTakesRest: '覆盖就是强制：它会取得仍在冲突的每个字段。',
  changeStep: '更改步骤',
  preview: '预览',
  previewObject: '结果对象的预览。用方向键逐行移动。',
  working: '正在推演…',
  nothingChanges: '值和所有者都不变。',
  sameValues: '没有值会变。',
  notResolvable: '声明这些字段的文件不在这里，因此在此只能设置强制。',
  force: {
    title: '强制的效果',
    takes: '取得',
    shares: '仍然共享',
    beyond: '不受影响',
    beyondText: '你没有声明这些字段，因此强制既不取得也不删除它们。',
    sharesText: '值相同，因此其他管理器也仍拥有这些字段。',
    nothing: '强制在这里没有取得任何字段。',
    needless: '没有冲突：不强制，应用的结果也一样。',
  },
  forceSummary,
  forceTakes,
  previewOf,
  endSentence,
  valueSummary,
  ownerSummary,
  andMore,
  previewNote,
  wayOfField,
  inWordsOf,
};

/** Returns the accessible name of a preview. */
function previewOf(way: string): string {
  return `预览：${way}`;
}

/** Returns the accessible name of the choice for one field. */
function wayOfField(path: string): string {
  return `${path} 的解决办法`;
}

/** The line behind which stands what a tool has for the ways out. */
function inWordsOf(tool: string): string {
  return `用 ${tool} 的说法`;
}

/** Says how a step would end; undefined where it would simply succeed. */
function endSentence({ status, message }: Pick<StepPreview, 'status' | 'message'>): string | undefined {
  if (status === 'conflict') return '仍有字段冲突。';
  return status === 'error' ? `会被拒绝：${message ?? ''}` : undefined;
}

/** Describes the change of a value. */
function valueSummary({ path, before, after }: ObjectChange['values'][number]): string {
  return `${path}：${before === undefined ? '不存在' : shortValue(before)} → ${after === undefined ? '消失' : shortValue(after)}`;
}

/** Describes what an owner gains or loses. */
function ownerSummary({ owner, gained, lost, entry }: ObjectChange['owners'][number]): string {
  const parts = [
    ...(gained.length > 0 ? [`得到 ${countOf(gained.length, 'field')}`] : []),
    ...(lost.length > 0 ? [`失去 ${countOf(lost.length, 'field')}`] : []),
    ...(entry === 'gone' ? ['其条目消失'] : []),
  ];
  return `${owner.manager} ${parts.join('，')}`;
}

/** Counts further items of the same kind. */
function andMore(count: number): string {
  return `另有 ${count} 项`;
}

/** The note after a line of a previewed object. */
function previewNote(change: {
  readonly value: { readonly before: string | undefined } | undefined;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}): string {
  const { value, gained, lost } = change;
  return [
    ...(value === undefined ? [] : [value.before === undefined ? '新增' : `原为 ${shortValue(value.before)}`]),
    ...(gained.length === 0 ? [] : [`${listOf(gained)} 得到它`]),
    ...(lost.length === 0 ? [] : [`${listOf(lost)} 失去它`]),
  ].join(' · ');
}

/** Sums up in a line what force takes. */
function forceSummary(objects: readonly ForcedObject[]): string {
  const taken = objects.flatMap((object) => object.taken);
  const fields = taken.reduce((sum, each) => sum + each.fields.length, 0);
  const losers = [...new Set(taken.map(({ owner }) => owner.manager))];
  return fields === 0 ? '没有从任何管理器手中取得字段' : `从 ${listOf(losers)} 手中取得 ${countOf(fields, 'field')}`;
}

/** Says what force takes from one owner. */
function forceTakes({ owner, fields, gone }: ForcedObject['taken'][number]): string {
  return `${owner.manager} 失去 ${countOf(fields.length, 'field')}${gone ? '，条目随之消失' : ''}`;
}

/** The note at the line of the step's text that conflicts. */
function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `归 ${owner.manager} 所有` : `${owner.manager} 的值为 ${live}`;
}
