import { groupings, sortings } from '@managed-fields/survey';
import { type SurveyLook, surveyViews, useSurveyLook } from './survey-look.ts';
import { useSurveyPlace } from './survey-open.ts';

/** Where the survey is, and how the user looks at it, as plain data that a reload keeps. */
export function lookNow(): unknown {
  const { view, query, groupBy, sortBy, descending, closed, current, openRules } = useSurveyLook.getState();
  const { shown } = useSurveyPlace.getState();
  return { shown, view, query, groupBy, sortBy, descending, closed: [...closed], current, openRules: [...openRules] };
}

/** Reads what `lookNow` gave, or anything else: what is not as it should be is left as it is first. */
export function readLook(plain: unknown): { readonly shown: 'panes' | 'behind'; readonly look: Partial<SurveyLook> } {
  const kept: Readonly<Record<string, unknown>> = typeof plain === 'object' && plain !== null ? { ...plain } : {};
  const oneOf = <T>(all: readonly T[], name: keyof SurveyLook) => {
    const found = all.find((each) => each === kept[name]);
    return found === undefined ? {} : { [name]: found };
  };
  const text = (name: keyof SurveyLook) => (typeof kept[name] === 'string' ? { [name]: kept[name] } : {});
  const texts = (name: keyof SurveyLook) => {
    const all: unknown = kept[name];
    return Array.isArray(all) ? { [name]: new Set(all.filter((each) => typeof each === 'string')) } : {};
  };
  return {
    shown: kept['shown'] === 'behind' ? 'behind' : 'panes',
    look: {
      ...oneOf(surveyViews, 'view'),
      ...oneOf(groupings, 'groupBy'),
      ...oneOf(sortings, 'sortBy'),
      ...oneOf([true], 'descending'),
      ...text('query'),
      ...text('current'),
      ...texts('closed'),
      ...texts('openRules'),
    },
  };
}
