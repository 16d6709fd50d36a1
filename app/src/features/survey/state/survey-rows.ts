import {
  type Group,
  type GroupBy,
  groupObjects,
  matcher,
  type RuleId,
  readQuery,
  rules,
  type SurveyedObject,
  sortObjects,
} from '@managed-fields/survey';
import { useDeferredValue, useMemo } from 'react';
import { usePreferences } from '../../../core/store/preferences.ts';
import { useSurveyLook } from './survey-look.ts';
import { useSurvey } from './survey-store.ts';

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

/** A row of the table: the heading of a group, or an object. */
export type TableItem =
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly open: boolean }
  | { readonly kind: 'object'; readonly key: string; readonly object: SurveyedObject };

/** The rows of the table for objects in their order, without those of closed groups. */
export function tableItems(
  objects: readonly SurveyedObject[],
  groupBy: GroupBy,
  closed: ReadonlySet<string>,
): readonly TableItem[] {
  if (groupBy === 'nothing') return objects.map((object) => ({ kind: 'object', key: String(object.index), object }));
  const items: TableItem[] = [];
  for (const group of groupObjects(objects, groupBy)) {
    const open = !closed.has(group.name);
    items.push({ kind: 'group', key: `group ${group.name}`, group, open });
    // An object of several managers stands in several groups.
    if (open) {
      for (const object of group.objects) items.push({ kind: 'object', key: `${object.index} ${group.name}`, object });
    }
  }
  return items;
}

/** The heading that a row stands under; its own place for a heading, or where there is none. */
export function headingOf(items: readonly TableItem[], at: number): number {
  for (let place = at; place >= 0; place--) if (items[place]?.kind === 'group') return place;
  return at;
}

/** The managers of an object, in the order of their entries. */
export function managersOf({ entries }: SurveyedObject): readonly string[] {
  return [...new Set(entries.map(({ manager }) => manager))];
}

/** A time of the server as `2026-11-20 14:03`; what is no such time stays as it is written. */
export function shortTime(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : time;
}
