import type { GroupBy, SortBy } from '@managed-fields/survey';
import { type RefObject, useLayoutEffect } from 'react';
import { create } from 'zustand';

/** The views of a survey, in the order of their tabs. */
export const surveyViews = ['objects', 'heat', 'managers', 'findings', 'forecast', 'upgrade', 'unread'] as const;

/** A view of a survey. */
export type SurveyView = (typeof surveyViews)[number];

/** How the user looks at the survey. It outlives a look at one object. */
export interface SurveyLook {
  readonly view: SurveyView;
  /** The filter as it was typed. */
  readonly query: string;
  readonly groupBy: GroupBy;
  /** Undefined for the order in which the objects were read. */
  readonly sortBy: SortBy | undefined;
  readonly descending: boolean;
  /** The names of the groups that are closed. */
  readonly closed: ReadonlySet<string>;
  /** The key of the row that has the focus, or had it last. */
  readonly current: string;
  /** How far the rows are scrolled, in pixels. */
  readonly scrolled: number;
  /** The same of other views that were left. */
  readonly places: Readonly<Partial<Record<SurveyView, number>>>;
  /** The rules whose findings are open. */
  readonly openRules: ReadonlySet<string>;
}

const first: SurveyLook = {
  view: 'objects',
  query: '',
  groupBy: 'nothing',
  sortBy: undefined,
  descending: false,
  closed: new Set(),
  current: '',
  scrolled: 0,
  places: {},
  openRules: new Set(),
};

/** The store of how the user looks at the survey. */
export const useSurveyLook = create<SurveyLook>(() => first);

/** Changes how the user looks at the survey. */
export function look(changes: Partial<SurveyLook>): void {
  useSurveyLook.setState(changes);
}

/** Looks at a survey as at a new one. */
export function lookAnew(): void {
  useSurveyLook.setState(first);
}

/** Filters by a query, and shows the objects from their beginning. */
export function filterBy(query: string): void {
  look({ query, view: 'objects', scrolled: 0, current: '' });
}

/** Sorts by a column: numbers and times from the most to the least first; once more the other way round. */
export function sortColumn(by: SortBy): void {
  const { sortBy, descending } = useSurveyLook.getState();
  const falls = by !== 'kind' && by !== 'namespace' && by !== 'name';
  look({ sortBy: by, descending: sortBy === by ? !descending : falls, scrolled: 0 });
}

/** Scrolls a box of a view to where it was, when the view is drawn again. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, view: SurveyView): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollTop = useSurveyLook.getState().places[view] ?? 0;
    return () => look({ places: { ...useSurveyLook.getState().places, [view]: element.scrollTop } });
  }, [box, view]);
}
