import { filesKept, lookKept } from '../../../core/store/kept-work.ts';
import { restoreRelease } from '../../forecast/kept-release.ts';
import { readLook } from './kept-look.ts';
import { useSurveyLook } from './survey-look.ts';
import { useSurveyPlace } from './survey-open.ts';
import { readSources, surveyRead } from './survey-store.ts';

/** Reads once more what this tab had in its survey before it was loaded again, and shows it as it was looked at. */
export async function restoreSurvey(): Promise<void> {
  const files = await filesKept('survey');
  if (files.length === 0) return;
  const { shown, look } = readLook(lookKept('survey'));
  useSurveyLook.setState(look);
  useSurveyPlace.setState({ shown });
  readSources(files, { areKept: true });
  await surveyRead();
  await restoreRelease();
}
