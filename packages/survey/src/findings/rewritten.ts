import type { SurveyRow } from '../object.ts';
import type { OwnedField } from '../owned-fields.ts';
import { mostFields, pathOf } from './finding.ts';
import type { Judged, ObjectFinding, Rule, WholeSurvey } from './rule.ts';

/**
 * A field that two managers set in turn, seen in several snapshots of one object: its owner was somebody, then somebody
 * else, then the first again. One snapshot cannot show it, for managedFields keeps no history.
 */
export const rewrittenField: Rule = {
  id: 'rewritten-field',
  severity: 'error',
  conflict: true,
  example: 'flux-merge',
  judgeTogether(survey: WholeSurvey): readonly ObjectFinding[] {
    return [...snapshotsOf(survey.rows).values()].flatMap((rows) => {
      const last = rows.at(-1);
      if (rows.length < fewestSnapshots || last === undefined) return [];
      const courses = coursesOf(rows, survey.readAgain);
      const rewritten = [...courses].filter(([, owners]) => returns(owners));
      const [first] = rewritten;
      if (first === undefined) return [];
      const names = [...new Set(rewritten.flatMap(([, owners]) => owners))];
      const managers = [...new Set(names.flatMap((name) => name.split('\n')).map((name) => name.split('\t')[0] ?? ''))];
      const entries = last.entries.flatMap(({ manager }, place) => (managers.includes(manager) ? [place] : []));
      const fields = rewritten.slice(0, mostFields).map(([path]) => path);
      const facts = { managers: managers.join(', '), field: first[0], times: String(first[1].length - 1) };
      return [
        {
          index: last.index,
          finding: { rule: 'rewritten-field', fields, fieldCount: rewritten.length, entries, facts },
        },
      ];
    });
  },
};

/** From somebody to somebody else and back. */
const fewestSnapshots = 3;

/** The newest of these are looked at. */
const mostSnapshots = 50;

/** The rows of one object, in the order in which they were written. */
function snapshotsOf(rows: readonly SurveyRow[]): ReadonlyMap<string, readonly SurveyRow[]> {
  const all = new Map<string, SurveyRow[]>();
  for (const row of rows) {
    if (row.uid === '') continue;
    const known = all.get(row.uid);
    if (known === undefined) all.set(row.uid, [row]);
    else known.push(row);
  }
  return all;
}

/** Who owned each field, one after another, each name as long as it stayed. Owners that share a field count as one. */
function coursesOf(
  rows: readonly SurveyRow[],
  readAgain: WholeSurvey['readAgain'],
): ReadonlyMap<string, readonly string[]> {
  const courses = new Map<string, string[]>();
  for (const row of rows.slice(-mostSnapshots)) {
    const judged = readAgain(row.index);
    if (judged === undefined) return new Map();
    for (const field of judged.owned) {
      const owners = field.inner ? '' : ownersOf(judged, field);
      if (owners === '') continue;
      const path = pathOf(field);
      const course = courses.get(path);
      if (course === undefined) courses.set(path, [owners]);
      else if (course.at(-1) !== owners) course.push(owners);
    }
  }
  return courses;
}

/** The owners of a field as a text; empty for status, which controllers rewrite by design. */
function ownersOf({ row }: Judged, { owners }: OwnedField): string {
  const names = owners.flatMap((owner) => {
    const entry = row.entries[owner];
    return entry === undefined || entry.subresource === 'status' ? [] : [`${entry.manager}\t${entry.operation}`];
  });
  return [...new Set(names)].sort().join('\n');
}

/** Whether a field came back to an owner that had lost it, and the owner between lost it in turn. */
function returns(course: readonly string[]): boolean {
  const earlier = new Set<string>();
  let between: ReadonlySet<string> = new Set();
  for (const owners of course) {
    const now = owners.split('\n');
    if (!now.some((name) => between.has(name)) && now.some((name) => earlier.has(name))) return true;
    for (const name of between) earlier.add(name);
    between = new Set(now);
  }
  return false;
}
