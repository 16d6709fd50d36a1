import type { SurveyedObject } from '../object.ts';
import { totalsOf } from '../table/totals.ts';
import type { FindingWords } from '../words/words.ts';
import { findingsByRule, managerHeads, objectName } from './sections.ts';
import type { ReportWords } from './words.ts';

/** The most objects that a Markdown report lists below one rule. */
const mostFound = 100;

/** Writes a report as Markdown: totals by manager, findings, and a table of the objects. */
export function surveyMarkdown(
  objects: readonly SurveyedObject[],
  words: ReportWords,
  findingWords: FindingWords,
): string {
  const totals = totalsOf(objects);
  const findings = findingsByRule(objects);
  const count = findings.reduce((sum, { found }) => sum + found.length, 0);
  const managerRows = totals.map((total) => [
    plain(total.manager),
    total.operations.map(plain).join(', '),
    total.objects,
    total.fields,
    total.alone,
    total.shared,
    plain(total.oldest),
    plain(total.newest),
    total.bytes,
  ]);
  const found = findings.flatMap(({ rule, found }) => [
    `### ${plain(findingWords.rules[rule].title)} (${found.length})`,
    '',
    ...found
      .slice(0, mostFound)
      .map(
        ({ finding, object }) =>
          `- **${plain(objectName(object))}**: ${plain(findingWords.rules[finding.rule].sentence(finding))}`,
      ),
    ...(found.length > mostFound ? [`- … ${found.length - mostFound}`] : []),
    '',
  ]);
  const objectRows = objects.map((object) => [
    plain(objectName(object)),
    [...new Set(object.entries.map(({ manager }) => manager))].map(plain).join(', '),
    object.fields,
    object.shared,
    object.findings.length,
  ]);
  return [
    `# ${words.title}`,
    '',
    words.summary(objects.length, totals.length, count),
    '',
    `## ${words.managers}`,
    '',
    ...table(managerHeads(words), managerRows),
    ...(found.length === 0 ? [] : [`## ${words.findings}`, '', ...found]),
    `## ${words.objects}`,
    '',
    ...table([words.object, words.managers, words.fields, words.shared, words.findings], objectRows),
  ].join('\n');
}

/** A table, with an empty line after it. Columns whose cells are numbers stand right. */
function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rules = heads.map((_, column) => (typeof rows[0]?.[column] === 'number' ? '---:' : '---'));
  return [line(heads), line(rules), ...rows.map(line), ''];
}

/** A text as Markdown shows it and nothing more: no markup, no link, no mention, one line. */
function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&$]/g, (sign) => `\\${sign}`)
    .replaceAll('@', '@\u2060')
    .replaceAll('://', ':\u2060//');
}
