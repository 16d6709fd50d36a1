import { expect, test } from 'vitest';
import { lookNow, readLook } from './kept-look.ts';
import { look, sortColumn } from './survey-look.ts';
import { useSurveyPlace } from './survey-open.ts';

test('a look at a survey is read as it was written', () => {
  look({
    view: 'findings',
    query: 'manager:helm',
    groupBy: 'kind',
    closed: new Set(['Pod']),
    openRules: new Set(['a']),
  });
  sortColumn('bytes');
  useSurveyPlace.setState({ shown: 'behind' });
  expect(readLook(JSON.parse(JSON.stringify(lookNow())))).toEqual({
    shown: 'behind',
    look: {
      view: 'findings',
      query: 'manager:helm',
      groupBy: 'kind',
      sortBy: 'bytes',
      descending: true,
      closed: new Set(['Pod']),
      current: '',
      openRules: new Set(['a']),
    },
  });
});

test.each([
  null,
  undefined,
  1,
  'a',
  [],
  { shown: 'elsewhere', view: 'constructor', groupBy: 1, closed: 'a', current: {} },
])('what is no look is one at the objects: %j', (plain) => {
  expect(readLook(plain)).toEqual({ shown: 'panes', look: {} });
});
