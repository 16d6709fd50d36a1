import { assertNever, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { playScenario, type RunOptions } from '@managed-fields/player';
import type { FieldGoal, Goal, Scenario, Step, Task } from '@managed-fields/scenario';
import {
  fieldsOwnedBy,
  fieldValue,
  isValue,
  meantObject,
  type ObjectThen,
  objectIn,
  ownersOf,
  type Played,
} from './played-object.ts';

/** How far a task is done. */
export interface CheckedTask {
  /** Whether each goal is met, in the order of the task. */
  readonly goals: readonly boolean[];
  /**
   * What does not count as a way to the goals: `given`, a step that happened before was changed, moved or taken away;
   * `pasted`, an object was put there that nobody asked the server for.
   */
  readonly broken: readonly ('given' | 'pasted')[];
  /** Whether there are goals, all of them are met, and nothing is broken. */
  readonly done: boolean;
  /** How many requests that write were sent by the steps that are not given. */
  readonly requests: number;
  /** What each of the managers that were asked about owns of the object. */
  readonly sides: readonly { readonly manager: string; readonly fields: readonly string[] }[];
}

/** What is to be checked beside the scenario. */
export interface AskedTask {
  readonly task: Task;
  /** The steps as they were given, where that is known. */
  readonly start?: readonly Step[];
  readonly sides?: readonly string[];
}

/** Checks how far a scenario has done its task, by playing it. */
export function checkTask(
  scenario: Scenario,
  { task, start, sides = [] }: AskedTask,
  { catalog }: RunOptions,
): CheckedTask {
  const accepted =
    start === undefined ? task.given : acceptedSteps(playScenario({ ...scenario, steps: start }, catalog));
  const played = playScenario(scenario, catalog);
  const given = new Map(
    (start ?? scenario.steps).filter(({ id }) => task.given.includes(id)).map((step) => [step.id, step]),
  );
  const isOwn = (step: Step) => !given.has(step.id) || !sameStep(given.get(step.id), step);
  const firstOwn = played.findIndex(({ step }) => isOwn(step));
  const way: Way = {
    own: played.filter(({ step }) => isOwn(step)),
    from: firstOwn < 0 ? played.length : firstOwn,
    played,
    meant: meantObject(played),
  };
  const goals = task.goals.map((goal) => isMet(goal, way));
  const broken: CheckedTask['broken'] = [
    ...(isKept(accepted, played, isOwn) ? [] : (['given'] as const)),
    ...(way.own.some(({ step }) => step.kind === 'live' && step.text.trim() !== '') ? (['pasted'] as const) : []),
  ];
  const end = objectIn(played.at(-1)?.after.cluster, way.meant);
  return {
    goals,
    broken,
    done: goals.length > 0 && goals.every(Boolean) && broken.length === 0,
    requests: requestsOf(way.own).length,
    sides: sides.map((manager) => ({ manager, fields: fieldsOwnedBy(end, manager) })),
  };
}

/** What goals are checked on. */
interface Way {
  readonly played: Played;
  /** The steps that are not given. */
  readonly own: Played;
  /** The place of the first of them; the number of steps where there is none. */
  readonly from: number;
  readonly meant: ReturnType<typeof meantObject>;
}

function isMet(goal: Goal, way: Way): boolean {
  switch (goal.kind) {
    case 'never-refused':
      return way.own.every(({ outcome }) => outcome.status !== 'conflict' && outcome.status !== 'error');
    case 'requests':
      return requestsOf(way.own).length <= goal.most;
    case 'no-force':
      return requestsOf(way.own).every(({ query }) => query.get('force') !== 'true');
    default:
      return isFieldMet(goal, way);
  }
}

function isFieldMet(goal: FieldGoal, way: Way): boolean {
  const name = goal.object ?? way.meant;
  const then = objectIn(way.played.at(-1)?.after.cluster, name);
  if (goal.kind === 'never-fewer')
    return momentsOf(way, name).every((moment) => isAtLeast(moment, goal.path, goal.least));
  if (then === undefined) return false;
  switch (goal.kind) {
    case 'value':
      return isValue(fieldValue(then, goal.path), goal.value);
    case 'absent':
      return fieldValue(then, goal.path) === undefined;
    case 'owns': {
      const owners = ownersOf(then, goal.path);
      const { manager, operation, alone = false } = goal;
      const isOwner = (owner: (typeof owners)[number]) =>
        owner.manager === manager && (operation === undefined || owner.operation === operation);
      return owners.some(isOwner) && (!alone || owners.every(isOwner));
    }
    case 'not-owner': {
      const { manager, path } = goal;
      if (path === undefined) return fieldsOwnedBy(then, manager).length === 0;
      return ownersOf(then, path).every((owner) => owner.manager !== manager);
    }
    case 'unowned':
      return ownersOf(then, goal.path).length === 0;
    default:
      return assertNever(goal);
  }
}

/** The values of the object before the first own step, after each of these, and after each request of one. */
function momentsOf({ played, from }: Way, name: Way['meant']): readonly (ValueMap | undefined)[] {
  const after = played
    .slice(from)
    .flatMap(({ sent = [], after }) => [
      ...sent.flatMap(({ trace }) => (isNamed(trace?.after, name) ? [trace?.after] : [])),
      objectIn(after.cluster, name)?.object,
    ]);
  return [objectIn(played[from - 1]?.after.cluster, name)?.object, ...after];
}

function isNamed(object: ValueMap | undefined, name: Way['meant']): boolean {
  if (object === undefined || name === undefined) return false;
  const metadata = mapAt(object, 'metadata');
  const isThere =
    stringAt(metadata, 'name') === name.name && (stringAt(metadata, 'namespace') ?? '') === (name.namespace ?? '');
  return stringAt(object, 'kind') === name.kind && isThere;
}

function isAtLeast(object: ValueMap | undefined, path: string, least: number): boolean {
  const then: ObjectThen = object && { object, ownership: { owners: undefined, fields: [] } };
  const value: Value | undefined = fieldValue(then, path);
  return (typeof value === 'bigint' || typeof value === 'number') && Number(value) >= least;
}

interface Sent {
  readonly method: string;
  readonly query: ReadonlyMap<string, string>;
}

/** The requests of steps that write: neither reads nor dry runs. */
function requestsOf(steps: Played): readonly Sent[] {
  return steps
    .flatMap(({ sent, built, response, step, outcome }): readonly Sent[] => {
      if (sent !== undefined) return sent.map(({ request }) => request);
      if (step.kind === 'crd') return outcome.status === 'skipped' ? [] : [{ method: 'PUT', query: new Map() }];
      return built === undefined || response === undefined ? [] : [built.request];
    })
    .filter(({ method, query }) => method !== 'GET' && !query.has('dryRun'));
}

/** The ids of the steps that the server took. Those that it refused changed nothing, and may be sent otherwise. */
function acceptedSteps(played: Played): readonly string[] {
  return played
    .filter(({ outcome }) => outcome.status !== 'conflict' && outcome.status !== 'error')
    .map(({ step }) => step.id);
}

/** Whether the steps that the server took are there as they were, in their order, and nothing that it took between them. */
function isKept(accepted: readonly string[], played: Played, isOwn: (step: Step) => boolean): boolean {
  const isKeptStep = (step: Step) => accepted.includes(step.id) && !isOwn(step);
  const kept = played.filter(({ step }) => isKeptStep(step)).map(({ step }) => step.id);
  const last = played.findLastIndex(({ step }) => isKeptStep(step));
  const between = played.slice(0, Math.max(last, 0)).filter(({ step }) => isOwn(step));
  const changesNothing = between.every(({ outcome }) => ['conflict', 'error', 'skipped'].includes(outcome.status));
  return kept.join() === accepted.join() && changesNothing;
}

/** Whether two steps send the same: their names and notes do not matter. */
function sameStep(a: Step | undefined, b: Step): boolean {
  const plain = (step: Step | undefined) => JSON.stringify({ ...step, name: undefined, note: undefined }, sortedKeys);
  return plain(a) === plain(b);
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
