import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { useSurveyPlace } from '../state/survey-open.ts';

/** The survey, in place of the panes. */
export const SurveyPane = lazyPane(async () => (await import('./survey-pane.tsx')).SurveyPane, { whenIdle: false });

const BackBar = lazyPane(async () => (await import('./back-bar.tsx')).BackBar, { whenIdle: false });

/** The bar that leads back to the survey; no code of it is fetched before there is one. */
export function SurveyBack() {
  return useSurveyPlace(({ shown }) => shown === 'behind') ? <BackBar /> : null;
}
