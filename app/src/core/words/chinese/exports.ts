import type { exports as english } from '../english/exports.ts';

/** The exports of the result. */
export const exports: typeof english = {
  label: '导出',
  button: '导出',
  object: '对象',
  downloadYaml: '下载为 YAML',
  copyYaml: '复制为 YAML',
  downloadJson: '下载为 JSON',
  copyJson: '复制为 JSON',
  table: '字段表格',
  downloadCsv: '下载为 CSV',
  copyCsv: '复制为 CSV',
  downloadMarkdown: '下载为 Markdown',
  copyMarkdown: '复制为 Markdown',
  filtered: '仅包含通过筛选的字段。',
  objectHeading: '对象及其所有者',
  downloadSvg: '下载为 SVG',
  print: '打印',
  copied: '已复制',
  redacted: '像机密的值会被替换。',
  notChecked: '未导出：无法检查其中是否有机密。',
  notCopied: '浏览器不允许复制。',
  svgTitle: (object: string) => `${object} 的字段各归谁所有`,
  svgFolded: (summary: string) => `managedFields：${summary}`,
  legend: '管理器',
  nobody: '无所有者',
};
