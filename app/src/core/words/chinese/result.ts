import type { EntriesView } from '@managed-fields/player';
import { chinese } from '@managed-fields/rendering';
import type { result as english, legend as englishLegend } from '../english/result.ts';
import { countOf } from './counting.ts';

/** The object after a step. */
export const result: typeof english = {
  ...chinese.result,
  object: '对象',
  resultYaml: '结果的 YAML。用方向键逐行移动。',
  after: '结果：步骤',
  staleBadge: '非最新',
  refused: '已拒绝：对象未改变。',
  refusedNoObject: '已拒绝：对象仍不存在。',
  showReason: '查看原因',
  noResult: '还没有对象',
  resultPane: '选中步骤的结果',
  views: '结果视图',
  viewNames: {
    object: '对象',
    changes: '变更',
    entries: 'managedFields',
    table: '表格',
    requests: '请求',
    'three-way': '三方',
    migration: '迁移',
  },
  insteadNames: { server: '若用服务器端', client: '若用客户端' },
  lastApplied: 'last-applied',
  lastAppliedTitle: '用下划线标出客户端应用认为自己拥有的内容：last-applied-configuration 注解中的字段',
  inLastApplied: '在 last-applied 中',
  lastAppliedSentence,
  putDefinition: '把定义放在第 1 步之前',
};

/** Explains what is underlined for the last-applied annotation. */
function lastAppliedSentence(count: number): string {
  return `客户端应用认为自己拥有的内容：last-applied-configuration 中的 ${countOf(count, 'field')}`;
}

/** The managers of an object. */
export const legend: typeof englishLegend = {
  ...chinese.legend,
  nobodyTitle: 'managedFields 的任何条目都不拥有的字段：默认值、系统字段、名称',
  more: (count: number) => `另有 ${count} 个`,
  fewer: '收起',
  absentFields: '有所有者但不在对象中',
  updatersLabel: 'Update 条目',
  updatersTitle:
    '服务器最多保留十个 Update 条目。出现第十一个时，它会把相同 apiVersion 的条目中最旧的两个并入管理器 ancient-changes 的一个条目；Apply 条目不计入。',
  updaters,
};

/** The meter of Update entries, such as `3 of 10 updaters`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `更新者 ${count}/${most}`;
}
