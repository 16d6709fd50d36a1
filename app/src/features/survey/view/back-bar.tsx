import { useEffect, useRef } from 'react';
import { Banner } from '../../../core/ui/banner.tsx';
import { Icon } from '../../../core/ui/signs.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { lookAnew } from '../state/survey-look.ts';
import { useSurveyPlace } from '../state/survey-open.ts';
import { discardSurvey, useSurvey } from '../state/survey-store.ts';
import './survey.css';

/** Leads back to the survey that is behind what is on screen. */
export function BackBar() {
  const count = useSurvey(({ rows }) => rows.length);
  const back = useRef<HTMLButtonElement>(null);
  // What had the focus is gone with the survey.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Banner tone="info">
      <button
        ref={back}
        type="button"
        className="btn btn-small survey-back"
        onClick={() => useSurveyPlace.setState({ shown: 'panes' })}
      >
        <Icon name="back" /> {laterWords.survey.back({ objects: count })}
      </button>
      <span className="grow" />
      <button
        type="button"
        className="btn btn-small"
        onClick={() => {
          discardSurvey();
          lookAnew();
        }}
      >
        {laterWords.survey.discard}
      </button>
    </Banner>
  );
}
