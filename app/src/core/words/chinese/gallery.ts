import type { gallery as english } from '../english/gallery.ts';

/** The gallery, and the blank page. */
export const gallery: typeof english = {
  examples: '示例',
  walk: '逐步浏览',
  walkPlace,
  walkNext: '下一步',
  walkNextExample: '下一个示例',
  walkNoNote: '此步骤没有说明。',
  command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  open: '示例…',
  gallery: '示例',
  search: '搜索示例',
  searchHint: '字段、错误、工具、issue：replicas、409、Argo、k/k#99003',
  group: '分组',
  allGroups,
  groups: {
    'first-steps': '入门',
    conflicts: '冲突与强制',
    replicas: 'replicas 与 HPA',
    'giving-up': '放弃与移交字段',
    lists: '列表、映射及其键',
    'custom-resources': '自定义资源',
    migration: '从客户端应用到服务器端应用',
    'client-side': '客户端应用',
    values: '被服务器改变的值',
    subresources: '状态与版本',
    'managed-fields': 'managedFields 本身',
    tools: '工具及其名称',
    'for-authors': '写给控制器作者',
  },
  found: '搜索结果',
  none: '没有相关示例。减少关键词或许能找到更多。',
  countSentence,
  chosen: '选中的示例',
  backToList: '所有示例',
  stepThrough: '逐步浏览',
  startFrom: '从此示例开始',
  copyLink: '复制链接',
  copyLinkTo,
  answeredOtherwise: (versions: readonly string[]) => `Kubernetes ${versions.join('、')} 的回答不同。`,
  welcome: '看清每个字段归谁所有',
  welcomeText:
    '把活动对象粘贴到第 1 步，这里就会显示它的所有者。然后以另一个管理器的名义添加服务器端应用、更新或补丁，看看什么会变、什么归谁所有，以及为何冲突。',
  welcomeCommand: '输出带有 managedFields 的对象：',
  welcomeExamples: '或逐步浏览一个示例',
  welcomeAll,
  exampleSentence,
};

/** The entry that chooses all groups. */
function allGroups(count: number): string {
  return `全部 ${count} 个`;
}

/** Says how many examples a search found. */
function countSentence(count: number): string {
  return `${count} 个示例`;
}

/** The name of the button that copies the link to a step of an example. */
function copyLinkTo(place: number): string {
  return `复制第 ${place} 步的链接`;
}

/** The button of the blank page that opens the gallery. */
function welcomeAll(count: number): string {
  return `全部 ${count} 个示例`;
}

/** Says why an example could not be opened. */
function exampleSentence(name: string, reason: 'missing' | 'broken' | 'offline'): string {
  switch (reason) {
    case 'missing':
      return `没有名为“${name}”的示例。`;
    case 'broken':
      return `无法读取示例“${name}”。`;
    case 'offline':
      return `无法加载示例“${name}”。网络是否正常？`;
  }
}

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `第 ${place} 步，共 ${count} 步`;
}
