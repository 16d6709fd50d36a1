import { matcher, type RuleId, readQuery, type SurveyedObject, sortObjects } from '@managed-fields/survey';
import { useDeferredValue, useMemo } from 'react';
import { useSurveyLook } from './survey-look.ts';
import { useSurvey } from './survey-store.ts';
import { type TableItem, tableItems } from './table-items.ts';

/** What the filter lets through, in its order, and the rows of the table that it makes. */
export interface SurveyRows {
  readonly objects: readonly SurveyedObject[];
  readonly items: readonly TableItem[];
}

const facts = { conflicts: new Set<RuleId>() };

/** Returns the rows as the user looks at them. What is typed is drawn first, and the rows after it. */
export function useSurveyRows(): SurveyRows {
  const rows = useSurvey((state) => state.rows);
  const { query, groupBy, sortBy, descending, closed } = useSurveyLook();
  const wanted = useDeferredValue(query);
  const objects = useMemo(() => {
    const fits = matcher(readQuery(wanted), facts);
    const found = wanted.trim() === '' ? rows : rows.filter(fits);
    return sortBy === undefined ? found : sortObjects(found, sortBy, descending);
  }, [rows, wanted, sortBy, descending]);
  const items = useMemo(() => tableItems(objects, groupBy, closed), [objects, groupBy, closed]);
  return useMemo(() => ({ objects, items }), [objects, items]);
}
