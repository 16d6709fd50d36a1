import type { OwnedField } from '../owned-fields.ts';
import { type Finding, mostFields, pathOf } from './finding.ts';
import type { Judged, JudgeRow, Rule, WholeSurvey } from './rule.ts';

/**
 * A field that two managers set in turn, seen in several snapshots of one object: its owner was somebody, then somebody
 * else, then the first again. One snapshot cannot show it, for managedFields keeps no history.
 */
export const rewrittenField: Rule = {
  id: 'rewritten-field',
  severity: 'error',
  conflict: true,
  example: 'flux-merge',
  judgeTogether({ rows, tally, readAgain }: WholeSurvey): JudgeRow | undefined {
    const found = new Map<number, readonly Finding[]>();
    for (const places of tally.snapshots.values()) {
      const last = rows.at(places.at(-1) ?? 0);
      if (places.length < fewestSnapshots || last === undefined) continue;
      const courses = coursesOf(places, readAgain);
      const rewritten = [...courses].filter(([, owners]) => returns(owners));
      const [first] = rewritten;
      if (first === undefined) continue;
      const names = [...new Set(rewritten.flatMap(([, owners]) => owners))];
      const managers = [...new Set(names.flatMap((name) => name.split('\n')).map((name) => name.split('\t')[0] ?? ''))];
      const entries = last.entries.flatMap(({ manager }, place) => (managers.includes(manager) ? [place] : []));
      const fields = rewritten.slice(0, mostFields).map(([path]) => path);
      const facts = { managers: managers.join(', '), field: first[0], times: String(first[1].length - 1) };
      found.set(last.index, [{ rule: 'rewritten-field', fields, fieldCount: rewritten.length, entries, facts }]);
    }
    return found.size === 0 ? undefined : ({ index }) => found.get(index) ?? [];
  },
};

/** From somebody to somebody else and back. */
const fewestSnapshots = 3;

/** The newest of these are looked at. */
const mostSnapshots = 50;

/** Who owned each field, one after another, each name as long as it stayed. Owners that share a field count as one. */
function coursesOf(
  places: readonly number[],
  readAgain: WholeSurvey['readAgain'],
): ReadonlyMap<string, readonly string[]> {
  const courses = new Map<string, string[]>();
  for (const place of places.slice(-mostSnapshots)) {
    const judged = readAgain(place);
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
