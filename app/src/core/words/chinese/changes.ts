import type { changes as english } from '../english/changes.ts';
import { countOf } from './counting.ts';

/** The view of the changes against an earlier step. */
export const changes: typeof english = {
  against: '对比',
  nothing: '空',
  stepName,
  sideBySide: '并排',
  diff: '差异。用方向键逐行移动。',
  wholeText: '显示所有行',
  lineKinds: { added: '新增', removed: '移除', changed: '更改' },
  becomes: '新值',
  was: '旧值',
  movedLine: '移动：同样的行在另一份文本的别处',
  movedHint: '移动',
  ownersHint: '所有者与之前不同',
  bookkeeping: '每次写入都会变',
  unchangedLines,
  summary,
  created,
  gone: '对象已不存在。',
  effects: {
    refused: '此步骤被拒绝，因此什么也没有改变。',
    'dry-run': '试运行：这是它会做的更改。什么也没有写入。',
    idle: '此步骤不向对象写入任何内容。',
  },
  same: '对象没有变，所有者也没有变。',
  noObject: '这里没有可对比的对象。',
  moves: '所有者变动',
  movesTitle: (count: number) => `所有者变动：${countOf(count, 'field')}`,
  before: '之前',
  after: '之后',
  nobody: '无所有者',
  valueKinds: {
    same: '值相同',
    changed: '值不同',
    added: '新字段',
    removed: '字段已移除',
    inside: '映射或列表本身',
    absent: '不在对象中',
  },
  more: (count: number) => `另有 ${count} 个`,
};

/** Names a step to compare with, such as `after step 2 · scale up`. */
function stepName(place: number, name: string, exists: boolean): string {
  return `第 ${place} 步之后 · ${name}${exists ? '' : '（还没有对象）'}`;
}

/** Stands for lines that are left out. With `counters`, fields that every write changes are among them. */
function unchangedLines(count: number, counters: boolean): string {
  return `${count} 行相同${counters ? '（服务器自己的计数除外）' : ''}`;
}

/** Says how much differs: how many values are new, changed or gone, and how many fields changed owners. */
function summary({ added, changed, removed, moves }: Parameters<typeof english.summary>[0]): string {
  const values = [
    ...(changed === 0 ? [] : [`${countOf(changed, 'field')}的值不同`]),
    ...(added === 0 ? [] : [`新增 ${countOf(added, 'field')}`]),
    ...(removed === 0 ? [] : [`移除 ${countOf(removed, 'field')}`]),
  ];
  const value = values.length === 0 ? '值都没有变' : values.join('，');
  const moved = moves === 0 ? '所有者都没有变' : `${countOf(moves, 'field')}的所有者有变动`;
  return `${value}；${moved}。`;
}

/** Says of a new object how many fields it has, and how many are owned. */
function created(fields: number, owned: number): string {
  return `对象是新建的：${countOf(fields, 'field')}有值，${owned} 个有所有者。`;
}
