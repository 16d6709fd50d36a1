import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, mapAt, mapFromJson, type Value } from '@managed-fields/merge-engine';
import { type AnsweredStep, type PlayedPoint, playOn } from '@managed-fields/player';
import {
  type NewStep,
  newScenario,
  type ObjectName,
  type RequestKind,
  type RequestStep,
  type Scenario,
  withVersion,
} from '@managed-fields/scenario';
import { textCeiling } from '@managed-fields/share-link';
import { printYaml } from '@managed-fields/source';
import { chosenRequests, type HistoryQuestion, namesOf } from './chosen-requests.ts';
import { type Comparison, compareRecorded } from './compare.ts';
import { definitionsOf } from './history-events.ts';
import type { KeptEvent } from './kept-events.ts';
import type { LogReader } from './log.ts';
import { asPlayed, withNumbers } from './numbers.ts';
import { isRequest, type Playing, passed, seen, start, versionOf, withAhead } from './playing.ts';
import {
  isDryRun,
  type KindBasis,
  kindsOfRequest,
  parametersOf,
  type RecordedRequest,
  settingsOfRequest,
  wholeObject,
} from './request.ts';

/**
 * Why a request is no step that was played: the log has no body (`no-body`), dropped it for its size (`truncated`) or
 * has no answer, as for bodies in YAML (`unanswered`); authorization refused it (`forbidden`); it deletes a collection
 * (`collection`); the object of before is not in the log (`unknown-before`), nor its kind (`unknown-kind`).
 */
export type NotPlayed =
  | 'no-body'
  | 'truncated'
  | 'unanswered'
  | 'forbidden'
  | 'collection'
  | 'unknown-before'
  | 'unknown-kind';

/** One request of a history. */
export interface HistoryRow {
  /** From 1 on, in the order in which the server took the requests. */
  readonly number: number;
  /** Its line in the log. */
  readonly line: number;
  readonly received: string;
  readonly user: string;
  readonly userAgent: string;
  readonly verb: string;
  readonly subresource: string;
  readonly manager: string | undefined;
  readonly dryRun: boolean;
  readonly code: number | undefined;
  /** Undefined for requests outside of the range. */
  readonly played: PlayedRow | undefined;
}

/** What became of a request. */
export type PlayedRow =
  | {
      readonly kind: 'played';
      readonly stepId: string;
      readonly step: RequestKind;
      readonly basis: KindBasis;
      readonly comparison: Comparison;
      /** The manager that the server records, as it is played; undefined where it records none. */
      readonly manager: string | undefined;
      /** Whether the object changed before it by something that the log does not have. */
      readonly afterGap: boolean;
    }
  | { readonly kind: 'not-played'; readonly why: NotPlayed };

/** The history of an object, played. Plain data that a worker can post. */
export interface ObjectHistory {
  readonly rows: readonly HistoryRow[];
  readonly scenario: Scenario;
  /** The range that was played: what was asked for, as far as a link can carry it, and at most `mostPlayed`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Makes a scenario of an object's requests, plays it, and compares each answer with the recorded one. Where the log
 * begins after the object existed, or something changed it that the log does not have, its first known state becomes a
 * live step; so it does after an answer that differs, so that one difference does not go on.
 *
 * @param log - A log of which all was taken.
 * @param question - Which object, which of its requests (counted from 1), on which version.
 * @param catalog - The built-in kinds of that version.
 * @returns A row for each request, those too that were not played.
 */
export function playHistory(log: LogReader, question: HistoryQuestion, catalog: TypeCatalog): ObjectHistory {
  const { events, from, to, read, first } = chosenRequests(log, question);
  const names = namesOf([...read.values()], catalog);
  const definitions = definitionsOf(log, question.object).map(
    (definition): NewStep => ({ kind: 'crd', text: printYaml(definition).text }),
  );
  let playing = start(definitions, question.kubernetes, catalog);
  let [number, last] = [0, from];
  const rows: HistoryRow[] = [];
  for (const [place, kept] of events.entries()) {
    const request = read.get(place);
    const isRead = kept.event.verb === 'get';
    if (!isRead) number++;
    if (request !== undefined && isRead) playing = seen(playing, wholeObject(request));
    if (isRead) continue;
    if (request === undefined || number < from || number > to || isFull(playing)) {
      if (request !== undefined && place >= first && number < from) playing = passed(playing, request);
      rows.push(rowOf(number, kept, undefined));
      continue;
    }
    const name = names.get(request.event.object.version);
    const why = reasonNotToPlay(request) ?? (name === undefined ? 'unknown-kind' : undefined);
    const next =
      why !== undefined || name === undefined
        ? unplayed(playing, request, why ?? 'unknown-kind')
        : playOne(playing, request, name, catalog);
    playing = next.playing;
    last = number;
    rows.push(rowOf(number, kept, next.played));
  }
  const title = question.object
    .split('/')
    .slice(1)
    .filter((part) => part !== '')
    .join('/');
  return { rows, from, to: last, scenario: withVersion(newScenario(title, playing.steps), question.kubernetes) };
}

/** Whether there is no room for more steps in what a link can carry. */
function isFull({ steps }: Playing): boolean {
  // Letters beyond ASCII take more than one byte, and JSON has marks of its own.
  return steps.reduce((sum, { text }) => sum + text.length, 0) > textCeiling * 0.8;
}

function rowOf(number: number, { event, line }: KeptEvent, played: PlayedRow | undefined): HistoryRow {
  const parameters = parametersOf(event);
  return {
    number,
    line,
    received: event.received,
    user: event.user,
    userAgent: event.userAgent,
    verb: event.verb,
    subresource: event.object.subresource,
    manager: parameters.get('fieldManager'),
    dryRun: isDryRun(event),
    code: event.code,
    played,
  };
}

interface Next {
  readonly playing: Playing;
  readonly played: PlayedRow;
}

function unplayed(playing: Playing, request: RecordedRequest, why: NotPlayed): Next {
  const { code = 0 } = request.event;
  const played: PlayedRow = { kind: 'not-played', why };
  if (code >= 400 || isDryRun(request.event)) return { playing, played };
  const after = seen({ ...playing, known: undefined }, wholeObject(request));
  return { playing: { ...after, isGap: after.steps.some(isRequest) }, played };
}

function playOne(before: Playing, request: RecordedRequest, name: ObjectName, catalog: TypeCatalog): Next {
  const { event, body } = request;
  const { isGap } = before;
  const playing = withAhead(before);
  const parameters = parametersOf(event);
  const makesIt = event.verb === 'create' || event.code === 201 || event.code === undefined;
  if (playing.object === undefined && !makesIt && event.code !== 404) {
    return unplayed(playing, request, 'unknown-before');
  }
  const isCustom = !catalog.isBuiltinGroup(event.object.group);
  const accepted = (event.code ?? 0) < 400;
  const kinds = kindsOfRequest(request, parameters, isCustom);
  const tries = kinds.map((kind): Tried => {
    const sent =
      kind === 'delete' ? '' : textOf(asPlayed(body ?? null, playing.numbers, playing.object, accepted), kind, name);
    const settings = settingsOfRequest(event, parameters);
    const step: Omit<RequestStep, 'id'> = {
      kind,
      text: sent,
      ...wordsOf(event),
      ...settings,
      ...objectSetting(kind, name, event.object.subresource),
    };
    const { answered, point } = playOn(playing.point, { ...step, id: `s${playing.steps.length + 1}` });
    return { step, answered, point, comparison: compareRecorded(request, answered, playing.known) };
  });
  const same = tries.filter(({ comparison }) => comparison.rows.length === 0);
  const [chosen = tries[0]] = same;
  if (chosen === undefined) return unplayed(playing, request, 'no-body');
  const isCompared = chosen.comparison.compared !== 'nothing' && chosen.comparison.compared !== 'code';
  const basis: KindBasis =
    kinds.length === 1
      ? 'certain'
      : !isCompared || same.length === 0
        ? 'usual'
        : same.length === 1
          ? 'answer'
          : 'no-difference';
  return {
    playing: afterStep(playing, request, chosen),
    played: {
      kind: 'played',
      stepId: `s${playing.steps.length + 1}`,
      step: chosen.step.kind,
      basis,
      comparison: chosen.comparison,
      afterGap: isGap,
      manager: chosen.answered.outcome.manager,
    },
  };
}

interface Tried {
  readonly step: Omit<RequestStep, 'id'>;
  readonly answered: AnsweredStep;
  readonly point: PlayedPoint;
  readonly comparison: Comparison;
}

function reasonNotToPlay({ event, body }: RecordedRequest): NotPlayed | undefined {
  if (event.verb === 'deletecollection') return 'collection';
  if (event.stage === 'RequestReceived' || event.stage === 'ResponseStarted') return 'unanswered';
  if (event.forbidden || event.code === 401) return 'forbidden';
  if (event.truncated && body === undefined) return 'truncated';
  return body === undefined && event.verb !== 'delete' ? 'no-body' : undefined;
}

function afterStep(playing: Playing, request: RecordedRequest, { step, answered, point, comparison }: Tried): Playing {
  const { event } = request;
  const refused = (event.code ?? 0) >= 400;
  // What a webhook or a quota refused changed nothing, whatever is answered here.
  const off = refused && (answered.answer?.code ?? 400) < 400;
  const steps = [...playing.steps, off ? { ...step, off: true } : step];
  if (refused) return { ...playing, steps, point: off ? playing.point : point };
  if (step.dryRun === true) return { ...playing, steps, point };
  const failed = (answered.answer?.code ?? 400) >= 400;
  const played = failed ? playing.object : mapFromJson(answered.after);
  const object = wholeObject(request);
  const version = versionOf(request.answer) || playing.version;
  const isDeleted = event.verb === 'delete' && object === undefined;
  const ahead = comparison.rows.length > 0 ? object : undefined;
  const numbers =
    request.answer === undefined || played === undefined
      ? playing.numbers
      : withNumbers(playing.numbers, request.answer, played);
  return {
    steps,
    point,
    numbers,
    object: played,
    known: object,
    version: isDeleted ? '' : version,
    ahead,
    isGap: false,
  };
}

/**
 * A body as the text of a step. A create names its namespace by its address alone, and a name that the server made up is
 * the one that it made up.
 */
function textOf(body: Value, kind: RequestKind, { namespace, name }: ObjectName): string {
  const metadata = isMap(body) ? mapAt(body, 'metadata') : undefined;
  if (kind !== 'create' || !isMap(body) || metadata === undefined) return printYaml(body).text;
  const named = new Map(metadata);
  if (!named.has('name') && name !== '') named.set('name', name);
  if (!named.has('namespace') && namespace !== undefined) named.set('namespace', namespace);
  return printYaml(new Map(body).set('metadata', named)).text;
}

/** Steps whose text names their object need no setting. */
function objectSetting(kind: RequestKind, object: ObjectName, subresource: string): { readonly object?: ObjectName } {
  const isNamed = kind === 'create' || ((kind === 'update' || kind === 'apply') && subresource !== 'scale');
  return isNamed ? {} : { object };
}

/** What a step is called: when somebody wrote, how and who. A note has the rest. */
function wordsOf({ user, verb, object, received, userAgent, code }: KeptEvent['event']): {
  readonly name: string;
  readonly note: string;
} {
  const what = object.subresource === '' ? verb : `${verb} ${object.subresource}`;
  return {
    name: `${received.slice(11, 19)} · ${what} · ${user}`.slice(0, 200),
    note: [received, userAgent, ...(code === undefined ? [] : [String(code)])].join(' · ').slice(0, 400),
  };
}
