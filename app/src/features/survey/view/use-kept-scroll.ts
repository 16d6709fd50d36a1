import { type RefObject, useLayoutEffect } from 'react';
import { look, type SurveyView, useSurveyLook } from '../state/survey-look.ts';

/** Scrolls a box of a view to where it was, when the view is drawn again. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, view: SurveyView): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollTop = useSurveyLook.getState().places[view] ?? 0;
    return () => look({ places: { ...useSurveyLook.getState().places, [view]: element.scrollTop } });
  }, [box, view]);
}
