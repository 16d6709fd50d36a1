import { first } from './first.ts';

/** The exports of the result. */
export const exports = {
  ...first.exports,
  object: 'The object',
  downloadYaml: 'Download as YAML',
  copyYaml: 'Copy as YAML',
  downloadJson: 'Download as JSON',
  copyJson: 'Copy as JSON',
  table: 'Table of fields',
  downloadCsv: 'Download as CSV',
  copyCsv: 'Copy as CSV',
  downloadMarkdown: 'Download as Markdown',
  copyMarkdown: 'Copy as Markdown',
  filtered: 'Only the fields that the filter lets through.',
  objectHeading: 'Object with its owners',
  downloadSvg: 'Download as SVG',
  print: 'Print',
  copied: 'Copied',
  redacted: 'Values that look secret are replaced.',
  notChecked: 'Not exported: nobody could check it for secrets.',
  notCopied: 'The browser did not allow copying.',
  svgTitle: (object: string) => `Who owns which field of ${object}`,
  svgFolded: (summary: string) => `managedFields: ${summary}`,
  legend: 'Managers',
  nobody: 'nobody',
};
