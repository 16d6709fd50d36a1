import {
  chinese,
  chineseReport,
  english,
  englishReport,
  type FindingWords,
  type ReportWords,
  type SurveyedObject,
  surveyCsv,
  surveyJson,
  surveyMarkdown,
  surveyReport,
  ukrainian,
  ukrainianReport,
} from '@managed-fields/survey';
import type { ExportQuestion } from '../../../core/engine/protocol.ts';

// Code that only the export of a survey needs.

const words: Readonly<Record<ExportQuestion['language'], readonly [ReportWords, FindingWords]>> = {
  en: [englishReport, english],
  uk: [ukrainianReport, ukrainian],
  'zh-CN': [chineseReport, chinese],
};

/** Writes some of the rows of a survey as a file. */
export function exported(
  rows: readonly SurveyedObject[],
  { form, objects, off, language, made }: ExportQuestion,
): string {
  const shown = objects.flatMap((index): readonly SurveyedObject[] => {
    const row = rows[index];
    return row === undefined ? [] : [{ ...row, findings: row.findings.filter(({ rule }) => !off.includes(rule)) }];
  });
  const [report, findingWords] = words[language];
  switch (form) {
    case 'csv':
      return surveyCsv(shown);
    case 'json':
      return surveyJson(shown);
    case 'markdown':
      return surveyMarkdown(shown, report, findingWords);
    case 'html':
      return surveyReport(shown, { words: report, findingWords, lang: language, made });
  }
}
