import { isRuleId, type SurveyedObject } from '@managed-fields/survey';
import type { ExportQuestion } from '../../../core/engine/protocol.ts';
import { usePreferences } from '../../../core/store/preferences.ts';
import { download } from '../../../core/ui/download.ts';
import type { MenuItem } from '../../../core/ui/menu-list.tsx';
import { useLanguage } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { writtenSurvey } from '../state/survey-store.ts';

const files: Readonly<Record<ExportQuestion['form'], readonly [name: string, type: string]>> = {
  csv: ['survey.csv', 'text/csv'],
  markdown: ['survey.md', 'text/markdown'],
  json: ['survey.json', 'application/json'],
  html: ['survey.html', 'text/html'],
};

/** Returns the entries of the menu of exports, for the objects that the filter shows. The worker writes them. */
export function exportItems(objects: readonly SurveyedObject[]): readonly MenuItem[] {
  const { exportForms, exportScope } = laterWords.survey;
  const item = (form: ExportQuestion['form']): MenuItem => ({
    kind: 'action',
    text: exportForms[form],
    run: () => void exportAs(form, objects),
    disabled: objects.length === 0,
  });
  return [
    { kind: 'note', text: exportScope({ objects: objects.length }) },
    ...(['csv', 'markdown', 'json', 'html'] as const).map(item),
  ];
}

async function exportAs(form: ExportQuestion['form'], objects: readonly SurveyedObject[]): Promise<void> {
  const [name, type] = files[form];
  const text = await writtenSurvey({
    form,
    objects: objects.map(({ index }) => index),
    off: usePreferences.getState().rulesOff.filter(isRuleId),
    language: useLanguage.getState().code,
    made: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  });
  if (text !== undefined) download(name, type, text);
}
