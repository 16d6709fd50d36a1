import { markdownTable, markdownText } from '@managed-fields/foreign-text';
import type { Messages } from '@managed-fields/words';
import type { SurveyedObject } from '../object.ts';
import { totalsOf } from '../table/totals.ts';
import type { FindingWords } from '../words/words.ts';
import { findingsByRule, managerHeads, objectName } from './sections.ts';

/** The most objects that a Markdown report lists below one rule. */
const mostFound = 100;

/** Writes a report as Markdown: totals by manager, findings, and a table of the objects. */
export function surveyMarkdown(
  objects: readonly SurveyedObject[],
  words: Messages['report'],
  findingWords: FindingWords,
): string {
  const totals = totalsOf(objects);
  const findings = findingsByRule(objects);
  const count = findings.reduce((sum, { found }) => sum + found.length, 0);
  const managerRows = totals.map((total) => [
    markdownText(total.manager),
    total.operations.map(markdownText).join(', '),
    total.objects,
    total.fields,
    total.alone,
    total.shared,
    markdownText(total.oldest),
    markdownText(total.newest),
    total.bytes,
  ]);
  const found = findings.flatMap(({ rule, found }) => [
    `### ${markdownText(findingWords.rule(rule).title)} (${found.length})`,
    '',
    ...found
      .slice(0, mostFound)
      .map(
        ({ finding, object }) =>
          `- **${markdownText(objectName(object))}**: ${markdownText(findingWords.rule(finding.rule).sentence(finding))}`,
      ),
    ...(found.length > mostFound ? [`- … ${found.length - mostFound}`] : []),
    '',
  ]);
  const objectRows = objects.map((object) => [
    markdownText(objectName(object)),
    [...new Set(object.entries.map(({ manager }) => manager))].map(markdownText).join(', '),
    object.fields,
    object.shared,
    object.findings.length,
  ]);
  return [
    `# ${words.title}`,
    '',
    words.summary({ objects: objects.length, managers: totals.length, findings: count }),
    '',
    `## ${words.managers}`,
    '',
    ...markdownTable(managerHeads(words), managerRows),
    ...(found.length === 0 ? [] : [`## ${words.findings}`, '', ...found]),
    `## ${words.objects}`,
    '',
    ...markdownTable([words.object, words.managers, words.fields, words.shared, words.findings], objectRows),
  ].join('\n');
}
