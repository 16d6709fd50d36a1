import {
  findingWords,
  type SurveyedObject,
  surveyCsv,
  surveyJson,
  surveyMarkdown,
  surveyReport,
} from '@managed-fields/survey';
import { counting, findings, report } from '@managed-fields/words/messages/all';
import type { ExportQuestion } from '../../../core/engine/protocol.ts';

// Code that only the export of a survey needs.

/** Writes some of the rows of a survey as a file. */
export function exported(
  rows: readonly SurveyedObject[],
  { form, objects, off, language, made }: ExportQuestion,
): string {
  const shown = objects.flatMap((index): readonly SurveyedObject[] => {
    const row = rows[index];
    return row === undefined ? [] : [{ ...row, findings: row.findings.filter(({ rule }) => !off.includes(rule)) }];
  });
  const words = report[language];
  const found = findingWords({ counting: counting[language], findings: findings[language] });
  switch (form) {
    case 'csv':
      return surveyCsv(shown);
    case 'json':
      return surveyJson(shown);
    case 'markdown':
      return surveyMarkdown(shown, words, found);
    case 'html':
      return surveyReport(shown, { words, findingWords: found, lang: language, made });
  }
}
