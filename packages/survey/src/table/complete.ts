import type { SurveyedObject } from '../object.ts';
import { namesOf, type QueryName, queryNames } from './query.ts';

/** What can stand at a place of a query: the texts, by how many objects they fit, and the range that they replace. */
export interface QueryCompletion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly { readonly text: string; readonly objects: number }[];
}

/** The most completions that are offered. */
const mostItems = 50;

/** Completes a query at a place: the names before a colon, and behind one the names that the objects have. */
export function completeQuery(text: string, at: number, objects: readonly SurveyedObject[]): QueryCompletion {
  const from =
    Math.max(text.lastIndexOf(' ', at - 1), text.lastIndexOf(',', at - 1), text.lastIndexOf(':', at - 1)) + 1;
  const word = text.slice(text.lastIndexOf(' ', at - 1) + 1, at).replace(/^-/, '');
  const typed = text.slice(from, at).replace(/^[-"]/, '').toLowerCase();
  const [before = '', ...behind] = word.split(':');
  const name = before === 'ns' ? 'namespace' : queryNames.find((each) => each === before.toLowerCase());
  if (behind.length === 0 || name === undefined) {
    const names = queryNames.filter((each) => each.startsWith(typed));
    return { from, to: at, items: names.map((each) => ({ text: `${each}:`, objects: objects.length })) };
  }
  const counted = countNames(objects, name);
  const items = [...counted]
    .filter(([each]) => each.toLowerCase().includes(typed))
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1))
    .slice(0, mostItems)
    .map(([each, count]) => ({ text: /[\s,":]/.test(each) ? `"${each}"` : each, objects: count }));
  return { from, to: at, items };
}

/** How many objects have each of the names that a name of a query is about. */
export function countNames(objects: readonly SurveyedObject[], name: QueryName): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const object of objects) {
    for (const each of new Set(namesOf(object, name))) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return counts;
}
