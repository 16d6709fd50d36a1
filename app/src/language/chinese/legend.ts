import { chinese } from '@managed-fields/static-view';
import type { legend as english } from '../english/legend.ts';

/** The managers of an object. */
export const legend: typeof english = {
  ...chinese.legend,
  nobodyTitle: 'managedFields 的任何条目都不拥有的字段：默认值、系统字段、名称',
  more: (count: number) => `另有 ${count} 个`,
  fewer: '收起',
  absentFields: '有所有者但不在对象中',
};
