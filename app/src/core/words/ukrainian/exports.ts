import type { exports as english } from '../english/exports.ts';

/** The exports of the result. */
export const exports: typeof english = {
  label: 'Експорт',
  button: 'Експорт',
  object: 'Об’єкт',
  downloadYaml: 'Завантажити YAML',
  copyYaml: 'Копіювати YAML',
  downloadJson: 'Завантажити JSON',
  copyJson: 'Копіювати JSON',
  table: 'Таблиця полів',
  downloadCsv: 'Завантажити CSV',
  copyCsv: 'Копіювати CSV',
  downloadMarkdown: 'Завантажити Markdown',
  copyMarkdown: 'Копіювати Markdown',
  filtered: 'Лише поля, які пропускає фільтр.',
  objectHeading: 'Об’єкт із власниками',
  downloadSvg: 'Завантажити SVG',
  print: 'Друкувати',
  copied: 'Скопійовано',
  redacted: 'Значення, схожі на секрет, замінено.',
  notChecked: 'Не експортовано: не вдалося перевірити на секрети.',
  notCopied: 'Браузер не дозволив копіювати.',
  svgTitle: (object: string) => `Хто якими полями володіє: ${object}`,
  svgFolded: (summary: string) => `managedFields: ${summary}`,
  legend: 'Менеджери',
  nobody: 'ніхто',
};
