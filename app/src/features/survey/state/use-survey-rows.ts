import { matcher, type RuleId, readQuery, rules, type SurveyedObject, sortObjects } from '@managed-fields/survey';
import { useDeferredValue, useMemo } from 'react';
import { usePreferences } from '../../../core/store/preferences.ts';
import { useSurveyLook } from './survey-look.ts';
import { useSurvey } from './survey-store.ts';
import { type TableItem, tableItems } from './table-items.ts';

/** What the filter lets through, in its order, and the rows of the table that it makes. */
export interface SurveyRows {
  readonly objects: readonly SurveyedObject[];
  readonly items: readonly TableItem[];
}

const facts = { conflicts: new Set<RuleId>(rules.filter(({ conflict }) => conflict).map(({ id }) => id)) };

/** Returns the rows as the user looks at them. What is typed is drawn first, and the rows after it. */
export function useSurveyRows(): SurveyRows {
  const all = useSurvey((state) => state.rows);
  const rulesOff = usePreferences((state) => state.rulesOff);
  const { query, groupBy, sortBy, descending, closed } = useSurveyLook();
  const wanted = useDeferredValue(query);
  const rows = useMemo(() => withoutFindings(all, new Set(rulesOff)), [all, rulesOff]);
  const objects = useMemo(() => {
    const fits = matcher(readQuery(wanted), facts);
    const found = wanted.trim() === '' ? rows : rows.filter(fits);
    return sortBy === undefined ? found : sortObjects(found, sortBy, descending);
  }, [rows, wanted, sortBy, descending]);
  const items = useMemo(() => tableItems(objects, groupBy, closed), [objects, groupBy, closed]);
  return useMemo(() => ({ objects, items }), [objects, items]);
}

/** Rows without the findings of rules that are switched off. */
function withoutFindings(rows: readonly SurveyedObject[], off: ReadonlySet<string>): readonly SurveyedObject[] {
  if (off.size === 0) return rows;
  return rows.map((row) =>
    row.findings.some(({ rule }) => off.has(rule))
      ? { ...row, findings: row.findings.filter(({ rule }) => !off.has(rule)) }
      : row,
  );
}
