import type { page as english, offline as englishOffline } from '../english/page.ts';

/** The frame of the page. */
export const page: typeof english = {
  title: 'managedFields 演练场',
  titleShort: 'managedFields',
  commands: '命令',
  kubernetesVersion: 'Kubernetes 版本',
  playedOn: (version) => `Kubernetes ${version}`,
  skip: '跳到结果',
  theme: '主题',
  tabs: { steps: '步骤列表', step: '步骤', result: '结果' },
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  contrast: '高对比度',
  language: '语言',
  languageSystem: '跟随浏览器',
  languageNames: { en: 'English', uk: 'Українська', 'zh-CN': '简体中文' },
  settings: '外观与帮助',
  menu: '菜单',
  help: '帮助',
  copy: '复制',
  copiedText: '已复制',
  close: '关闭',
  dismiss: '知道了',
  undo: '撤销',
  redo: '重做',
  privacy: '数据不会离开本页面',
  privacyCluster: '只发送给你的集群',
  inPage: '此浏览器禁用了 Worker；引擎直接在页面中运行。',
  details: '详情',
  crashed: '页面出错',
  crashedText: '这是演练场的缺陷。你的草稿已保存在此浏览器和地址中。',
  missing: '页面的一部分请求了两次仍无法加载。其余部分照常工作；重新加载页面会再次请求。',
  deployed: '此页面已部署新版本，当前打开的旧版本有一部分已不存在。请重新加载，您写的内容会保留。',
  reload: '重新加载',
  tryAgain: '重试',
  hung: '引擎十秒内没有响应，已被停止。',
  broke: '引擎出错。这是演练场的缺陷。',
  working: '正在计算…',
  resizeSteps: '步骤栏宽度',
  resizeResult: '结果栏宽度',
  resizeBeside: '活动对象栏宽度',
  resizeStepList: '步骤列表高度',
};

/** Versions of the page. */
export const offline: typeof englishOffline = {
  newVersion: '演练场有新版本了。你的草稿会保留。',
};
