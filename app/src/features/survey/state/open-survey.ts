import { fetchCode, tellMissing } from '../../../core/code/fetch-code.ts';
import { useSurveyPlace } from './survey-open.ts';

const loadReading = () => import('./read-sources.ts');

/** Shows the survey in place of the panes, and reads what is given into it. Its code is fetched now. */
export function openSurvey(given: readonly (File | FileSystemEntry | string)[] = []): void {
  useSurveyPlace.setState({ shown: 'panes' });
  if (given.length === 0) return;
  fetchCode(loadReading).then(
    ({ readGiven }) => readGiven(given),
    () => tellMissing(loadReading),
  );
}
