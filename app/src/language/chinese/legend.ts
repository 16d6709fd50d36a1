import type { ManagerView } from '@managed-fields/scenario';
import type { legend as english } from '../english/legend.ts';
import { bytesOf, countOf } from './counting.ts';

/** The managers of an object. */
export const legend: typeof english = {
  legend: '管理器',
  nobody: '无所有者',
  nobodyTitle: 'managedFields 的任何条目都不拥有的字段：默认值、系统字段、名称',
  more: (count: number) => `另有 ${count} 个`,
  fewer: '收起',
  absentFields: '有所有者但不在对象中',
  sizeSentence,
};

/** Counts and sizes: `7 个字段 · 312 B`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}
