import { chinese } from '@managed-fields/rendering';
import type { EntriesView } from '@managed-fields/scenario';
import type { FirstWords } from '../language.ts';
import { conflict } from './conflict.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { page } from './page.ts';
import { legend, result } from './result.ts';
import { step } from './step.ts';
import { steps } from './steps.ts';

/** The texts of the first screen: whole sections, and the parts of other sections that it uses. */
export const first: FirstWords = {
  counting: { bytesOf, countOf, listOf },
  leftOut: chinese.leftOut,
  conflict,
  legend,
  page,
  result,
  step,
  steps,
  field: {
    ...chinese.field,
    inspector: '字段',
    inspectorEmpty: '指向字段可查看它归谁所有；点击可固定在这里。',
    key: '图例',
  },
  gallery: {
    examples: '示例',
    walk: '逐步浏览',
    walkPlace,
    walkNext: '下一步',
    walkNextExample: '下一个示例',
    walkNoNote: '此步骤没有说明。',
    command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  },
  drafts: {
    untitled: '未命名场景',
    scenarioTitle: '场景标题',
    open: '打开',
    openDraft: '打开草稿',
    sharedBanner: (title: string) => `你正在查看分享的场景${title === '' ? '' : `“${title}”`}。你自己的草稿未受影响。`,
    exampleBanner: '你正在查看示例。你自己的草稿未受影响。',
    changedBanner: '在这里所做的更改会作为单独的草稿保存在此浏览器中。',
    changedInTab: '在这里所做的更改只保存在此标签页中：浏览器无法再保存更多内容。',
    editCopy: '编辑副本',
    backToDraft: '返回我的草稿',
  },
  links: {
    share: '分享',
    copied: '已复制 ✓',
  },
  palette: {
    palette: '命令',
  },
  schema: {
    openLensHere: '模式',
    openLensHereTitle: '此对象的模式：哪些会合并，哪些整个替换',
  },
  wire: {
    show: '以 HTTP、curl、kubectl 和 RBAC 显示请求',
    installIt: '如何把它安装到集群',
    readIt: '如何从集群读取它',
  },
  exports: {
    label: '导出',
    button: '导出',
  },
  entries: {
    updatersLabel: 'Update 条目',
    updatersTitle:
      '服务器最多保留十个 Update 条目。出现第十一个时，它会把相同 apiVersion 的条目中最旧的两个并入管理器 ancient-changes 的一个条目；Apply 条目不计入。',
    updaters,
  },
};

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `第 ${place} 步，共 ${count} 步`;
}

/** The meter of Update entries, such as `3 of 10 updaters`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `更新者 ${count}/${most}`;
}
