import type { HandOverRole, PlannedStep, Recipient } from '@managed-fields/player';
import type { handover as english } from '../english/handover.ts';
import { listOf } from './counting.ts';

/** The helper for giving fields to another manager in the safe order. */
export const handover: typeof english = {
  title,
  ownedNow: '当前所有者',
  to: '移交给',
  another: '另一个管理器…',
  manager: '管理器',
  managerHint: '管理器名称',
  by: '写入方式',
  byNames: {
    apply: '服务器端应用',
    update: '更新',
    status: '通过 /status',
    scale: '通过 /scale',
  },
  method: '移交顺序',
  methods: {
    share: {
      name: '先共享，再放弃',
      text: '它以相同的值应用该字段，于是双方共同拥有；然后其他管理器不再声明它。',
    },
    temporary: {
      name: '由临时管理器持有',
      text: '专为此设的管理器只应用这个字段；其他管理器不再声明它；首次写入会从临时管理器手中取得字段，后者随之消失。',
    },
    'writes-first': {
      name: '由它先写',
      text: '等它写入另一个值，从而取得该字段；然后其他管理器不再声明它。',
    },
  },
  temporary: '临时管理器',
  plan: '步骤',
  working: '正在推演…',
  nameIt: '指定一个管理器即可查看步骤。',
  nothing: '没有什么可移交的：它没有所有者，或者没有其他值可写。',
  ownsAlready: (to: string) => `${to} 已经是唯一的所有者，无需任何操作。`,
  conflictNote: '如果你的集群对其中某次应用返回冲突，说明对方已经写过：移交已完成，保持现状即可。',
  add,
  recipient,
  roleSentence,
  fieldAfter,
  gone,
  doneSentence,
  stepName,
  stepNote,
};

/** Returns the heading of the helper. */
function title(paths: readonly string[]): string {
  return `移交 ${listOf(paths)}`;
}

/** The button that adds the steps. */
function add(count: number): string {
  if (count === 0) return '没有可添加的步骤';
  return count === 1 ? '添加此步骤' : `添加这 ${count} 个步骤`;
}

/** Describes a recipient in the list. */
function recipient({ manager, by }: Recipient): string {
  return `${manager} · ${handover.byNames[by]}`;
}

/** Says what a step of the plan does. */
function roleSentence({ role, manager, owner }: PlannedStep): string {
  switch (role) {
    case 'takes':
      return `${manager} 以现有的值应用它。`;
    case 'holds':
      return `${manager} 只应用这个字段，并使用现有的值。`;
    case 'lets-go':
      return owner?.operation === 'Update'
        ? `从 ${owner.manager} 的条目中取出它，因为更新者没有可以不写它的配置。`
        : `${owner?.manager ?? manager} 再次应用，但不写它。`;
    case 'writes':
      return `${manager} 写入另一个值，它迟早会这样做。`;
    case 'cleans-up':
      return `${manager} 不再应用任何内容，以放弃它当时不得不应用的键。`;
  }
}

/** Describes a field after a step. */
function fieldAfter({ value, owners }: PlannedStep['fields'][number]): string {
  return `${value ?? '已消失'}，${ownedBy(owners)}`;
}

/** Says that entries are gone. */
function gone(owners: PlannedStep['gone']): string {
  return `${listOf(owners.map(({ manager }) => manager))} 的条目消失。`;
}

/** Says who owns the fields at the end. */
function doneSentence(done: boolean, to: string, owners: PlannedStep['gone']): string {
  if (done) return `最终只有 ${to} 拥有它，其间每一步它都有所有者。`;
  return `最终它${ownedBy(owners)}，而不是只归 ${to} 所有。`;
}

/** Returns the name of a step that the helper adds. */
function stepName(role: HandOverRole): string {
  const names: Readonly<Record<HandOverRole, string>> = {
    takes: '第二个所有者',
    holds: '临时持有',
    'lets-go': '放弃',
    writes: '新所有者写入',
    'cleans-up': '清理',
  };
  return names[role];
}

/** Returns the note of a step that the helper adds. */
function stepNote(step: PlannedStep): string {
  const sentences = [roleSentence(step)];
  if (step.gone.length > 0) sentences.push(gone(step.gone));
  if (step.role === 'takes' || step.role === 'holds') sentences.push(handover.conflictNote);
  return sentences.join('');
}

function ownedBy(owners: PlannedStep['gone']): string {
  return owners.length === 0 ? '没有所有者' : `归 ${listOf([...new Set(owners.map(({ manager }) => manager))])} 所有`;
}
