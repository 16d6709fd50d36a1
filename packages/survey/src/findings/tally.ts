import type { SurveyRow } from '../object.ts';

/** What is counted of rows while they come, so that nobody goes through all of them for it. */
export interface Tally {
  /** When each manager wrote last, in milliseconds since 1970. */
  readonly newest: ReadonlyMap<string, number>;
  /** The places of the rows of objects that stand in the survey several times, by uid, in the order of the survey. */
  readonly snapshots: ReadonlyMap<string, readonly number[]>;
}

/** A tally that grows. */
export interface GrowingTally extends Tally {
  add(row: SurveyRow): void;
  /** Adds rows that were counted elsewhere: what their managers wrote last, and their uids, the first at a place. */
  addCounted(newest: ReadonlyMap<string, number>, uids: readonly string[], from: number): void;
}

/** Begins a tally of no rows. */
export function startTally(): GrowingTally {
  const newest = new Map<string, number>();
  const snapshots = new Map<string, number[]>();
  /** The first row of each object: most objects have no other. */
  const first = new Map<string, number>();
  const addTime = (manager: string, at: number) => {
    if (at > (newest.get(manager) ?? Number.NEGATIVE_INFINITY)) newest.set(manager, at);
  };
  const addUid = (uid: string, index: number) => {
    if (uid === '') return;
    const before = first.get(uid);
    if (before === undefined) {
      first.set(uid, index);
      return;
    }
    const known = snapshots.get(uid);
    if (known === undefined) snapshots.set(uid, [before, index]);
    else known.push(index);
  };
  return {
    newest,
    snapshots,
    add: ({ index, uid, entries }) => {
      for (const { manager, time } of entries) addTime(manager, timeOf(time));
      addUid(uid, index);
    },
    addCounted: (times, uids, from) => {
      for (const [manager, at] of times) addTime(manager, at);
      for (const [place, uid] of uids.entries()) addUid(uid, from + place);
    },
  };
}

/** The tally of some rows. */
export function tallyOf(rows: Iterable<SurveyRow>): Tally {
  const tally = startTally();
  for (const row of rows) tally.add(row);
  return tally;
}

/** A time in milliseconds since 1970; NaN where there is none. */
export function timeOf(time: string): number {
  return time === '' ? Number.NaN : Date.parse(time);
}
