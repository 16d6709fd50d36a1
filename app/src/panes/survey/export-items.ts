import {
  chineseReport,
  englishReport,
  type ReportWords,
  type SurveyedObject,
  surveyCsv,
  surveyJson,
  surveyMarkdown,
  surveyReport,
  ukrainianReport,
} from '@managed-fields/survey';
import { type LanguageCode, useLanguage } from '../../language/language.ts';
import { laterWords } from '../../language/later-words.ts';
import { download } from '../components/download.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { findingWords } from './finding-words.ts';

const reports: Readonly<Record<LanguageCode, ReportWords>> = {
  en: englishReport,
  uk: ukrainianReport,
  'zh-CN': chineseReport,
};

/** Returns the entries of the menu of exports, for the objects that the filter shows. */
export function exportItems(objects: readonly SurveyedObject[]): readonly MenuItem[] {
  const { code } = useLanguage.getState();
  const { exportForms, exportScope } = laterWords.survey;
  const words = reports[code];
  const made = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const disabled = objects.length === 0;
  const item = (text: string, run: () => void): MenuItem => ({ kind: 'action', text, run, disabled });
  return [
    { kind: 'note', text: exportScope(objects.length) },
    item(exportForms.csv, () => download('survey.csv', 'text/csv', surveyCsv(objects))),
    item(exportForms.markdown, () =>
      download('survey.md', 'text/markdown', surveyMarkdown(objects, words, findingWords())),
    ),
    item(exportForms.json, () => download('survey.json', 'application/json', surveyJson(objects))),
    item(exportForms.html, () =>
      download(
        'survey.html',
        'text/html',
        surveyReport(objects, { words, findingWords: findingWords(), lang: code, made }),
      ),
    ),
  ];
}
