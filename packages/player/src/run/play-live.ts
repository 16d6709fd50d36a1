import {
  type Cluster,
  catalogOf,
  customResources,
  pathOf,
  type ResourceVersion,
  serve,
  setLive,
} from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { LiveStep } from '@managed-fields/scenario';
import { isDeduced, isPluralWritten } from '../deduced-kind.ts';
import type { Notice } from '../playback.ts';
import { problemsInMessage } from './answer-problems.ts';
import { mayBeCustom } from './custom-kind.ts';
import { deducedDefinition } from './deduced-definition.ts';
import { withUnknownKept } from './known-kinds.ts';
import { obstacleOf } from './play-request.ts';
import { newestTime, type PlayState, timeText } from './play-state.ts';
import { failedStep, idleStep, type Obstacle, type PlayedStep } from './played-step.ts';
import { mergedProblems } from './problems.ts';
import type { StepText } from './step-text.ts';
import { describeTarget, type Target, targetOf } from './target.ts';
import { problemsOfType, type TypeCheck } from './type-problems.ts';

/**
 * Plays a pasted object. The cluster stores it as it is, with its managedFields and its resourceVersion, and the time
 * moves on to the newest time in it. A custom resource without a definition gets one that allows every field.
 */
export function playLive(step: LiveStep, text: StepText, before: PlayState): PlayedStep {
  const { object } = text;
  if (object === undefined) return failedStep(step, text, before, {});
  const list = listAt(object, 'items');
  if (list !== undefined && stringAt(object, 'kind')?.endsWith('List')) {
    return failedStep(step, text, before, obstacleOfList(text, list.length));
  }
  const known = withKindOf(before, object);
  const targeted = targetOf(step, object, undefined, catalogOf(known.state.cluster));
  if (targeted.kind !== 'target') return failedStep(step, text, before, obstacleOf(targeted, text));
  const { target } = targeted;
  const set = setLive(known.state.cluster, object);
  if (set.kind === 'refused') {
    const ofMessage = problemsInMessage(text, set.message);
    const byType = problemsOfType(text, target.version.type, { ...asPasted, failed: true });
    const problems = mergedProblems(ofMessage, byType, 'Warn');
    const failed = failedStep(step, text, before, { message: set.message, problems });
    // Its owners are drawn by its type even though the cluster refused it.
    return { ...failed, target };
  }
  const shown = readObject(set.cluster, target);
  const problems = known.deduced ? [] : problemsOfType(text, target.version.type, asPasted);
  const older: readonly Notice[] =
    set.older.length === 0
      ? []
      : [
          {
            code: 'older-managed-fields',
            data: { count: String(set.older.length), managers: olderManagers(object, set.older) },
          },
        ];
  const idle = idleStep(step, text, before, older);
  return {
    ...idle,
    outcome: {
      ...idle.outcome,
      status: 'read',
      problems: mergedProblems([], [...text.problems, ...problems], 'Warn'),
      object: describeTarget(target),
    },
    after: {
      ...known.state,
      cluster: set.cluster,
      seconds: nextSecond(before, object),
      started: true,
      target,
      object: shown,
    },
    target,
    shown,
  };
}

/**
 * Some server stored the pasted object already, so duplicate items in it are allowed and unknown fields give warnings
 * only.
 */
const asPasted: TypeCheck = {
  applied: false,
  failed: false,
  directives: false,
  allowDuplicates: true,
  fieldValidation: 'Warn',
};

/** The managers of the entries in an older form, each once. */
function olderManagers(object: ValueMap, older: readonly number[]): string {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  const managers = older.map((index) => stringAt(isMap(entries[index]) ? entries[index] : undefined, 'manager'));
  return [...new Set(managers.filter((manager) => manager !== undefined))].join(', ');
}

/** A list of objects, as `kubectl get` without a name prints it. Only the user knows which of them is meant. */
function obstacleOfList(text: StepText, count: number): Obstacle {
  const message = `a list of ${count} ${count === 1 ? 'object' : 'objects'}; a step is about one`;
  const range = text.document?.locate(['kind'])?.value;
  const problem = { code: 'list-of-objects', severity: 'error', message } as const;
  return {
    message,
    problems: range === undefined ? [] : [{ ...problem, from: range.from, to: range.to }],
    notices: [{ code: 'list-of-objects', data: { count: String(count) } }],
  };
}

interface KnownKind {
  readonly state: PlayState;
  /** Whether the definition of the kind was deduced from its objects. */
  readonly deduced: boolean;
}

/** Gives an object a kind where the server has none: a definition that is deduced from it, and from the stored ones. */
export function withKindOf(state: PlayState, object: ValueMap): KnownKind {
  const { cluster } = state;
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const kind = stringAt(object, 'kind') ?? '';
  const version = catalogOf(cluster).findKind(apiVersion, kind);
  if (version !== undefined && !isDeduced(version)) {
    const isLacking = state.known.has(version.resource) && hasUnknown(version, object);
    const kept = isLacking ? withUnknownKept(state, apiVersion, kind) : state;
    return { state: kept, deduced: false };
  }
  const other = version ?? atOtherVersion(cluster, apiVersion, kind);
  const isDefined = other !== undefined && !isDeduced(other) && !state.known.has(other.resource);
  if (isDefined || !mayBeCustom(apiVersion, kind, catalogOf(cluster))) return { state, deduced: false };
  const before = other && {
    objects: objectsOf(cluster, other),
    versions: [...other.resource.versions.keys()],
    plural: other.resource.plural,
    isPluralWritten: isPluralWritten(other),
  };
  const definition = deducedDefinition(object, before);
  const installed = customResources().installCrd(cluster, definition);
  if (installed.kind !== 'installed') return { state, deduced: version !== undefined };
  return { state: { ...state, cluster: installed.cluster }, deduced: true };
}

/** Another version of a kind whose installed definition does not have the version that is asked for. */
function atOtherVersion(cluster: Cluster, apiVersion: string, kind: string): ResourceVersion | undefined {
  for (const { catalog } of cluster.definitions.values()) {
    const [names] = catalog.names();
    if (names?.kind !== kind || !apiVersion.startsWith(`${names.group}/`)) continue;
    return catalog.find(names.group, names.preferredVersion, names.plural);
  }
  return undefined;
}

/** All objects of a kind, read by a list request. */
function objectsOf(cluster: Cluster, { resource, apiVersion }: ResourceVersion): readonly ValueMap[] {
  const path = `/apis/${apiVersion}/${resource.plural}`;
  const { response } = serve(cluster, { method: 'GET', path, query: new Map() }, timeText(0));
  return (listAt(isMap(response.body) ? response.body : undefined, 'items') ?? []).filter(isMap);
}

/** Whether an object has fields that its kind does not declare. Those of metadata do not count. */
function hasUnknown(version: ResourceVersion, object: ValueMap): boolean {
  const decoded = version.decode(object, 'json');
  return (
    decoded.kind === 'decoded' && decoded.unknown.some((message) => !message.startsWith('unknown field "metadata.'))
  );
}

/** The time after an object was pasted. Before the first write it may go back; after it, it only goes forward. */
export function nextSecond({ seconds, started }: PlayState, object: ValueMap): number {
  const newest = newestTime(object);
  if (newest === undefined) return seconds + 1;
  return started ? Math.max(seconds, newest) + 1 : newest + 1;
}

/** Reads an object from the cluster; undefined where it does not exist. */
export function readObject(cluster: Cluster, target: Target): ValueMap | undefined {
  const { response } = serve(cluster, { method: 'GET', path: pathOf(target), query: new Map() }, timeText(0));
  return response.code === 200 && isMap(response.body) ? response.body : undefined;
}
