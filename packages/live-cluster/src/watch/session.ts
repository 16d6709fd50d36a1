import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { deducedType, isMap } from '@managed-fields/merge-engine';
import { kindOfLive } from '@managed-fields/player';
import { type NewStep, newScenario, type Scenario, withVersion } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { type Fight, fightsIn } from './fights.ts';
import {
  type Followed,
  type FollowState,
  follow,
  type Happening,
  type KindOf,
  type Next,
  startFollowing,
} from './follow.ts';
import { type HistorySteps, historySteps, liveStep, objectOf, type RowRange } from './history.ts';
import type { WatchRow } from './row.ts';

/** What is followed, and with what it is read. */
export interface WatchStart {
  readonly followed: Followed;
  readonly kubernetes: PlayedVersion;
  /** The texts of CustomResourceDefinitions that the kind may be in. */
  readonly definitions: readonly string[];
  readonly now: number;
}

/** An object that is followed. It may hold many megabytes, so it stays where the engine is. */
export interface WatchSession {
  readonly start: WatchStart;
  readonly kindOf: KindOf;
  readonly state: FollowState;
}

/** What changed in a session, to be shown. Plain data that a worker can post. */
export interface WatchNews {
  readonly next: Next;
  /** The rows that are new, oldest first. */
  readonly rows: readonly WatchRow[];
  /** How many older rows are no longer kept. */
  readonly leftOut: number;
  /** The number of the oldest row whose object is still kept. */
  readonly keptFrom: number;
  /** The fights, at most `mostFights`; undefined where they are as before. */
  readonly fights: readonly Fight[] | undefined;
  readonly unread: FollowState['unread'];
  /** Whether the object exists, as far as is known. */
  readonly exists: boolean;
}

/** The most fights that are shown. */
export const mostFights = 50;

/** Begins a session. `catalog` has the kinds of the version that it names. */
export function startSession(start: WatchStart, catalog: TypeCatalog): WatchSession {
  const state = startFollowing(start.followed, start.now);
  return { start, kindOf: kindsOf(catalog, start.definitions), state };
}

/** Takes in what happened. */
export function tell(session: WatchSession, happening: Happening): WatchSession {
  return { ...session, state: follow(session.state, happening, session.kindOf) };
}

/** What a session has to tell after another of its states; without one, all. */
export function newsOf({ state }: WatchSession, before?: WatchSession): WatchNews {
  const { history, next, contested, unread, last } = state;
  const known = before?.state.history.rows.at(-1)?.number ?? 0;
  return {
    next,
    rows: history.rows.slice(history.rows.findLastIndex(({ number }) => number <= known) + 1),
    leftOut: history.leftOut,
    keptFrom: history.objects[0]?.row ?? Number.POSITIVE_INFINITY,
    fights: before?.state.contested === contested ? undefined : fightsIn(contested).slice(0, mostFights),
    unread,
    exists: last !== undefined,
  };
}

/**
 * A scenario in which the last step has the object of a row, and the one before, where it is still kept and the same
 * object, that of the row before. Undefined where the row has no object, or it is no longer kept.
 */
export function rowScenario(session: WatchSession, number: number): Scenario | undefined {
  const { history } = session.state;
  const at = history.rows.findLastIndex((row) => row.number === number);
  const [before, row] = [history.rows[at - 1], history.rows[at]];
  const step = row && stepOf(session, row);
  if (row === undefined || step === undefined) return undefined;
  const earlier = before?.uid === row.uid ? stepOf(session, before) : undefined;
  return scenarioOf(session, [...(earlier === undefined ? [] : [earlier]), step]);
}

/** The object of a row as a step; undefined where it is no longer kept. */
export function rowStep(session: WatchSession, number: number): NewStep | undefined {
  const row = session.state.history.rows.find((each) => each.number === number);
  return row && stepOf(session, row);
}

/** A history as a scenario, and how many rows of the range are not in it. */
export interface HistoryScenario extends Omit<HistorySteps, 'steps'> {
  readonly scenario: Scenario;
}

/** The rows of a range as a scenario, after the definitions of their kind. */
export function rangeScenario(session: WatchSession, range: RowRange, title: string): HistoryScenario {
  const { steps, ...without } = historySteps(session.state.history, range);
  return { ...without, scenario: { ...scenarioOf(session, steps), title } };
}

function stepOf({ state }: WatchSession, row: WatchRow): NewStep | undefined {
  const text = objectOf(state.history, row.number);
  return text === undefined ? undefined : liveStep(row, text);
}

function scenarioOf({ start }: WatchSession, steps: readonly NewStep[]): Scenario {
  const definitions = start.definitions.map((text): NewStep => ({ kind: 'crd', text }));
  return withVersion(newScenario('', [...definitions, ...steps]), start.kubernetes);
}

/**
 * Finds the kinds of live objects as steps after some definitions do, by the texts of these: the built-in kinds of a
 * catalog, those of the definitions, known ones, and for others what managedFields prove.
 */
export function kindsOf(catalog: TypeCatalog, texts: readonly string[] = []): KindOf {
  const definitions = texts.flatMap((text) =>
    readDocuments(text).flatMap(({ value }) => (isMap(value) ? [value] : [])),
  );
  return (object, before) => kindOfLive(object, { catalog, definitions, before }) ?? { type: deducedType };
}
