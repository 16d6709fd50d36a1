import { create } from 'zustand';

/**
 * Where the survey is: nowhere, in place of the panes, or behind an object of it (or another scenario) that is on screen.
 */
export const useSurveyPlace = create<{ readonly shown: 'nowhere' | 'panes' | 'behind' }>(() => ({ shown: 'nowhere' }));
