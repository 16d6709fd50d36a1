import type { OwnerMove, ValueChange } from '@managed-fields/api-server';
import { compareStrings, formatJson, type OwnerIdentity, type Value } from '@managed-fields/merge-engine';
import { preview, previewLength } from '@managed-fields/player';
import type { VersionDifference } from './difference.ts';
import { detached, shortOwner, shortPath, textNumber } from './short-text.ts';
import { isSame, only, ownersOfField, writerOf } from './writer.ts';

/**
 * A field that two managers keep taking from each other.
 *
 * A *turn* is a version in which a field's value changed, or an owner of it lost it, by the hand of another manager than
 * the one that held the field before. A *fight* is at least `fewestTurns` turns between the same two managers, in which
 * one of them wrote a value again that it had written before, or in which every turn was an apply that took the field
 * by force. So none of these is a fight: a controller that writes status or a heartbeat again and again, as no other
 * manager has turns with it; an autoscaler that scales while nobody else does; a field that is handed over once, or to
 * and fro once; two managers that count one counter up, as no value comes back.
 *
 * Managers are told apart by their names alone: one that both applies and updates does not fight with itself. An update
 * that only removes a field leaves no trace of who sent it in managedFields, and is no turn.
 */
export interface Fight {
  readonly path: string;
  /** The two managers, each with its last values, oldest first; the one that held the field first comes first. */
  readonly sides: FightSides;
  /** How often the field went from one to the other. */
  readonly turns: number;
  /** When the first and the last turn were received, in milliseconds since 1970. */
  readonly since: number;
  readonly last: number;
  /** Turns a minute over the last `turnsOfRate` turns; undefined where they all came at one time. */
  readonly perMinute: number | undefined;
}

/** One of the two managers of a fight. */
export interface FightSide {
  readonly owner: OwnerIdentity;
  /** The values that it wrote, on one line each, without repetitions; null for a field that it removed. */
  readonly values: readonly (string | null)[];
}

/** The fewest turns that are a fight: one manager's value, then another's, then the first one's, then the other's. */
export const fewestTurns = 3;
/** The turns over which the rate is counted. */
export const turnsOfRate = 16;
/** The most fields that are kept because they had a turn; the one that changed longest ago goes first. */
export const mostContested = 300;
/** The most pairs of managers that are kept of a field. */
const mostPairs = 3;
/** The most values that are kept of each side. */
const mostValues = 4;
/** The most fields of one version that are looked at for a first turn. */
const mostFields = 2_000;

/** The fields that had a turn, by path, in the order of their last change. */
export type Contested = ReadonlyMap<string, ContestedField>;

interface ContestedField {
  /** Who wrote it last. */
  readonly holder: OwnerIdentity;
  /** The pairs that had a turn, in the order of their last one. */
  readonly pairs: readonly Pair[];
}

/** Two managers that rewrite a field in turn. */
export type FightSides = readonly [FightSide, FightSide];

/** What is known of two managers that had a turn. */
interface Pair {
  readonly sides: FightSides;
  /** Numbers of the values that each side wrote, to know one again that was cut in `values`. */
  readonly written: readonly [readonly number[], readonly number[]];
  readonly turns: number;
  /** How many turns brought a value back. */
  readonly again: number;
  /** How many turns were applies that took the field. */
  readonly forced: number;
  readonly since: number;
  /** The times of the last turns. */
  readonly times: readonly number[];
}

/** No field had a turn yet. */
export const noneContested: Contested = new Map();

/** Takes a version in, received at `now` (milliseconds since 1970). */
export function withVersion(contested: Contested, difference: VersionDifference, now: number): Contested {
  let next: Map<string, ContestedField> | undefined;
  let looked = 0;
  const changed = new Set<string>();
  const look = (change: FieldChange) => {
    const path = shortPath(change.text);
    const known = contested.get(path);
    if (known === undefined && ++looked > mostFields) return;
    const after = fieldAfter(known, change, difference, now);
    if (after === undefined || after === known) return;
    next ??= new Map(contested);
    next.delete(path);
    next.set(path, detached(after));
  };
  for (const value of difference.values) {
    changed.add(value.text);
    look({ ...value, kind: 'value' });
  }
  for (const move of difference.moves) if (!changed.has(move.text)) look({ ...move, kind: 'owners' });
  if (next === undefined) return contested;
  for (const path of next.keys()) {
    if (next.size <= mostContested) break;
    next.delete(path);
  }
  return next;
}

/** The fields that are fought about, the most recent turn first. */
export function fightsIn(contested: Contested): readonly Fight[] {
  const fights = [...contested].flatMap(([path, { pairs }]) =>
    pairs.flatMap(({ sides, turns, again, forced, since, times }): Fight[] => {
      if (turns < fewestTurns || (again === 0 && forced < turns)) return [];
      return [{ path, sides, turns, since, last: times.at(-1) ?? since, perMinute: rateOf(times) }];
    }),
  );
  return fights.sort((a, b) => b.last - a.last || b.turns - a.turns || compareStrings(a.path, b.path));
}

function rateOf(times: readonly number[]): number | undefined {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return span <= 0 ? undefined : ((times.length - 1) * 60_000) / span;
}

/** A field that changed in its value, or in its owners alone. */
type FieldChange = ({ readonly kind: 'value' } & ValueChange) | ({ readonly kind: 'owners' } & OwnerMove);

function fieldAfter(
  known: ContestedField | undefined,
  change: FieldChange,
  difference: VersionDifference,
  now: number,
): ContestedField | undefined {
  const owners = change.kind === 'owners' ? change : ownersOfField(change.path, difference);
  const writer = writerOf(owners, difference.entries);
  if (writer === undefined) return known;
  const holder = only(owners.before) ?? known?.holder ?? only(owners.before.filter((owner) => !isSame(owner, writer)));
  const lost = owners.before.filter((owner) => !owners.after.some((other) => isSame(owner, other)));
  // Where only owners changed, the holder has to have lost the field: who takes a share takes nothing away.
  if (change.kind === 'owners' && !lost.some((owner) => holder !== undefined && isSame(owner, holder))) return known;
  const value = change.kind === 'value' ? writtenValue(change.after) : undefined;
  if (holder === undefined || isSame(holder, writer)) {
    return known && { holder: shortOwner(writer), pairs: known.pairs.map((pair) => withValue(pair, writer, value)) };
  }
  const pairs = known?.pairs ?? [];
  const pair = pairs.find(({ sides }) => sideOf(sides, writer) !== undefined && sideOf(sides, holder) !== undefined);
  const first = pair ?? firstOf(holder, writer, change.kind === 'value' ? writtenValue(change.before) : undefined, now);
  const isForced = writer.operation === 'Apply' && lost.length > 0;
  const after = withTurn(first, writer, value, { isForced, now });
  return { holder: shortOwner(writer), pairs: [...pairs.filter((each) => each !== pair), after].slice(-mostPairs) };
}

/** A value on one line, and a number that tells it from others whose beginning is the same. */
interface WrittenValue {
  readonly text: string | null;
  readonly number: number;
}

function writtenValue(value: Value | undefined): WrittenValue {
  if (value === undefined) return { text: null, number: -1 };
  const text = preview(value);
  return { text, number: textNumber(text.length < previewLength ? text : formatJson(value)) };
}

/** Two managers before their first turn. */
function firstOf(holder: OwnerIdentity, writer: OwnerIdentity, held: WrittenValue | undefined, now: number): Pair {
  const sides: FightSides = [
    { owner: shortOwner(holder), values: [] },
    { owner: shortOwner(writer), values: [] },
  ];
  const pair: Pair = { sides, written: [[], []], turns: 0, again: 0, forced: 0, since: now, times: [] };
  return withValue(pair, holder, held);
}

function withTurn(
  pair: Pair,
  writer: OwnerIdentity,
  value: WrittenValue | undefined,
  { isForced, now }: { readonly isForced: boolean; readonly now: number },
): Pair {
  const side = sideOf(pair.sides, writer) ?? 0;
  const isAgain = value !== undefined && pair.written[side].includes(value.number);
  return {
    ...withValue(pair, writer, value),
    turns: pair.turns + 1,
    again: pair.again + (isAgain ? 1 : 0),
    forced: pair.forced + (isForced ? 1 : 0),
    times: [...pair.times, now].slice(-turnsOfRate),
  };
}

/** Notes a value that a manager wrote, where it is one of the two. */
function withValue(pair: Pair, writer: OwnerIdentity, value: WrittenValue | undefined): Pair {
  const side = sideOf(pair.sides, writer);
  if (side === undefined || value === undefined) return pair;
  const values = latest(pair.sides[side].values, value.text);
  const own: FightSide = { owner: shortOwner(writer), values };
  return {
    ...pair,
    sides: side === 0 ? [own, pair.sides[1]] : [pair.sides[0], own],
    written:
      side === 0
        ? [latest(pair.written[0], value.number), pair.written[1]]
        : [pair.written[0], latest(pair.written[1], value.number)],
  };
}

function latest<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return [...items.filter((each) => each !== item), item].slice(-mostValues);
}

function sideOf([first, second]: FightSides, owner: OwnerIdentity): 0 | 1 | undefined {
  return isSame(first.owner, owner) ? 0 : isSame(second.owner, owner) ? 1 : undefined;
}
