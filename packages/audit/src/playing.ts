import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { mapAt, mapFromJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type PlayedPoint, playedPoint, playOn } from '@managed-fields/player';
import { type NewStep, newScenario, withVersion } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { type Numbers, noNumbers, withNumbers } from './numbers.ts';
import { parametersOf, type RecordedRequest, wholeObject } from './request.ts';

/** A history up to some request. */
export interface Playing {
  readonly steps: readonly NewStep[];
  readonly point: PlayedPoint;
  readonly numbers: Numbers;
  /** The object as the scenario has it. */
  readonly object: ValueMap | undefined;
  /** The last whole object that the log has and that the scenario has too. */
  readonly known: ValueMap | undefined;
  /** The version of the object that the log named last; empty where it named none. */
  readonly version: string;
  /** A state in the log that the scenario does not have yet. */
  readonly ahead: ValueMap | undefined;
  /** Whether something may have changed the object since then that is no step. */
  readonly isGap: boolean;
}

/** Begins a history with the definitions of its kind. */
export function start(definitions: readonly NewStep[], kubernetes: PlayedVersion, catalog: TypeCatalog): Playing {
  const scenario = withVersion(newScenario('', definitions), kubernetes);
  const point = scenario.steps.reduce((at, step) => playOn(at, step).point, playedPoint(scenario, catalog));
  const nothing = { object: undefined, known: undefined, version: '', ahead: undefined, isGap: false };
  return { steps: definitions, point, numbers: noNumbers, ...nothing };
}

/** Takes note of the object as an answer to a read shows it. */
export function seen(playing: Playing, object: ValueMap | undefined): Playing {
  const version = versionOf(object);
  if (object === undefined || version === '' || isOlder(version, playing.version)) return playing;
  if (version !== playing.version) return { ...playing, version, ahead: object, isGap: playing.steps.some(isRequest) };
  return playing.known === undefined ? { ...playing, known: object } : playing;
}

/** Whether a step is a request. */
export function isRequest({ kind }: NewStep): boolean {
  return kind !== 'crd' && kind !== 'live';
}

/** Takes note of a request before the range that is played. */
export function passed(playing: Playing, request: RecordedRequest): Playing {
  if ((request.event.code ?? 0) >= 400 || parametersOf(request.event).get('dryRun') === 'All') return playing;
  const object = wholeObject(request);
  if (request.event.verb === 'delete' && object === undefined) return { ...playing, ahead: undefined, version: '' };
  return object === undefined ? playing : { ...playing, version: versionOf(object), ahead: object };
}

/** Puts the state that only the log has into the scenario. */
export function withAhead(playing: Playing): Playing {
  if (playing.ahead === undefined) return playing;
  const object = playing.ahead;
  const name = `resourceVersion ${versionOf(object)}`.slice(0, 200);
  const step: NewStep = { kind: 'live', name, text: printYaml(object).text };
  const { answered, point } = playOn(playing.point, { ...step, id: `s${playing.steps.length + 1}` });
  const played = mapFromJson(answered.after);
  return {
    ...playing,
    steps: [...playing.steps, step],
    point,
    object: played,
    known: object,
    numbers: played === undefined ? playing.numbers : withNumbers(playing.numbers, object, played),
    ahead: undefined,
    isGap: false,
  };
}

/** The resourceVersion of an object; empty where it has none. */
export function versionOf(object: ValueMap | undefined): string {
  return stringAt(mapAt(object, 'metadata'), 'resourceVersion') ?? '';
}

/** Whether a version comes before another: those of one object rise. */
function isOlder(version: string, other: string): boolean {
  return version.length === other.length ? version < other : version.length < other.length;
}
