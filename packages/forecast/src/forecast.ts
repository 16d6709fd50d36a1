import { NotLoaded } from '@managed-fields/api-server';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { preview } from '@managed-fields/player';
import { type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { changedFields, noFields } from './fields.ts';
import { type ForecastInput, managersOf } from './input.ts';
import { type LeftObject, leftObjects } from './left-objects.ts';
import { hasManagedFields, namesOf } from './live-objects.ts';
import type { ObjectManifest } from './manifests.ts';
import { applyLine, manifestFile, type Played } from './played.ts';
import { Release, type ReleaseObject, type Way } from './release.ts';
import type { Forecast, ForecastObject, ForecastRow, HookRow, Remark } from './row.ts';

/**
 * The scenario of a row: the definition of a custom kind, the live object, and the applies of the object up to the row.
 * Played by `run`, its last step ends as the row says.
 */
export function scenarioOf(release: Release, object: ReleaseObject, way: Way): Scenario {
  const { definition } = release.serverOf(object.meant);
  const applies = [object];
  for (let [first] = applies; first?.previous !== undefined; [first] = applies) {
    const before = release.object(first.previous);
    if (before === undefined) break;
    applies.unshift(before);
  }
  const live = applies[0] && release.stateBefore(applies[0], way);
  const steps: readonly NewStep[] = [
    ...(definition === undefined ? [] : [{ kind: 'crd', text: printYaml(definition).text } as const]),
    ...(live === undefined ? [] : [{ kind: 'live', text: printYaml(live).text } as const]),
    ...applies.map((each) => stepOf(release, each, way)),
  ];
  const { kind, namespace, name } = object.meant;
  const title = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name || generatedName(object)}`;
  return { ...newScenario(title, steps), kubernetes: release.input.kubernetes };
}

/** The beginning of a name that the server makes up. */
export function generatedName({ manifest }: ReleaseObject): string {
  return stringAt(mapAt(manifest.value, 'metadata'), 'generateName') ?? '';
}

function stepOf(release: Release, object: ReleaseObject, way: Way): NewStep {
  const { manifest, meant } = object;
  const applying = release.applying(object, way);
  if (applying.kind === 'client-side') {
    return { kind: 'kubectl', text: applyLine(applying.namespace), files: { [manifestFile]: manifest.text } };
  }
  const isElsewhere =
    meant.namespace !== '' && meant.namespace !== 'default' && namesOf(manifest.value).namespace === '';
  const named = isElsewhere ? { object: meant } : {};
  const { manager, force } = applying;
  if (meant.name === '') return { kind: 'create', manager, text: manifest.text, ...named };
  return { kind: 'apply', manager, ...(force ? { force } : {}), text: manifest.text, ...named };
}

/** The annotations by which tools know their hooks. */
const annotations = { 'helm.sh/hook': 'helm', 'argocd.argoproj.io/hook': 'argo-cd' } as const;

/**
 * The hooks that a manifest is of; undefined where it is none. Tools create hooks around a release, delete them before
 * and after, and run tests only when they are asked to: none of that is an apply.
 */
export function hooksOf(manifest: ValueMap): Pick<HookRow, 'tool' | 'hooks'> | undefined {
  const given = mapAt(mapAt(manifest, 'metadata'), 'annotations');
  for (const [annotation, tool] of Object.entries(annotations)) {
    const named = stringAt(given, annotation);
    if (named !== undefined) return { tool, hooks: named.split(',').map((hook) => hook.trim()) };
  }
  return undefined;
}

/** Writes down how an apply ended, as plain data. */
export function forecastOf(played: Played, manifest: ObjectManifest): Forecast {
  const { result, code, message, warnings, conflicts } = played;
  return {
    result,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    warnings,
    ...(result === 'changed' ? changedFields(played) : noFields),
    conflicts: conflicts.map(({ text, owner, time, live, declared, declaredPlace }) => ({
      path: text,
      owner,
      time,
      live: live === undefined ? undefined : preview(live),
      declared: declared === undefined ? undefined : preview(declared),
      range: declaredPlace && manifest.locate(declaredPlace),
    })),
  };
}

/**
 * A forecast of a release, object by object. Nothing is played before it is asked for, so whoever asks may stop at any
 * row. All that it returns is plain data that a worker can post. Where modules are not loaded that a row needs, it is left
 * and can be asked for again (`loadOnNeed` of `scenario`).
 */
export interface ReleaseForecast {
  /** The number of rows: one for each manifest. */
  readonly size: number;
  /** Plays one manifest. Never throws: what goes wrong costs that row alone. */
  row(index: number): ForecastRow;
  /** A scenario of a row, to be opened; undefined for rows without a forecast. */
  scenario(index: number, way: Way): Scenario | undefined;
  /** The object as a row leaves it; undefined where it would not exist, and for rows without a forecast. */
  after(index: number, way: Way): ValueMap | undefined;
  /** The objects of the cluster that the manager wrote and that the release does not have. */
  left(): readonly LeftObject[];
}

/** Forecasts a release. */
export function forecastRelease(input: ForecastInput): ReleaseForecast {
  const release = new Release(input);
  const unseen = unseenNamespaces(input, release);
  const applied = (index: number) => {
    const object = release.object(index);
    return object === undefined || hooksHere(input, object) !== undefined ? undefined : object;
  };
  return {
    size: input.manifests.length,
    row: (index) => rowOf(release, index, unseen),
    scenario: (index, way) => {
      const object = applied(index);
      return object && scenarioOf(release, object, way);
    },
    after: (index, way) => (applied(index) === undefined ? undefined : release.stateAfter(index, way)),
    left: () => leftObjects(input.live, release.keys, managersOf(input)),
  };
}

function hooksHere({ hooks }: ForecastInput, { manifest }: ReleaseObject) {
  return hooks === 'left-out' ? hooksOf(manifest.value) : undefined;
}

/** Returns a function that says whether the dump has namespaces, and a namespace is neither there nor made. */
function unseenNamespaces({ live }: ForecastInput, release: Release): (namespace: string) => boolean {
  const there = live.filter((object) => stringAt(object, 'kind') === 'Namespace');
  const seen = new Set([
    ...there.map((each) => stringAt(mapAt(each, 'metadata'), 'name') ?? ''),
    ...release.namespaces,
  ]);
  return (namespace) => there.length > 0 && namespace !== '' && !seen.has(namespace);
}

function rowOf(release: Release, index: number, unseen: (namespace: string) => boolean): ForecastRow {
  const { input } = release;
  const manifest = input.manifests[index];
  const object = release.object(index);
  if (manifest === undefined)
    throw new RangeError(`a forecast of ${input.manifests.length} manifests has no row ${index}`);
  const { place } = manifest;
  if (manifest.kind === 'unread' || object === undefined) {
    return {
      kind: 'unread',
      index,
      place,
      message: manifest.kind === 'unread' ? manifest.message : 'it cannot be read',
    };
  }
  const names = { ...object.meant, ...(object.meant.name === '' ? { generateName: generatedName(object) } : {}) };
  const hooks = hooksHere(input, object);
  if (hooks !== undefined) return { kind: 'hook', index, place, object: names, ...hooks };
  try {
    return playedRow(release, object, names, unseen);
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    // An object that is nested too deep for the engine, or a defect of ours, costs its own row and no other.
    const message = `the engine cannot play it: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'unread', index, place, message };
  }
}

function playedRow(
  release: Release,
  object: ReleaseObject,
  names: ForecastObject,
  unseen: (namespace: string) => boolean,
): ForecastRow {
  const { index, manifest, meant, previous } = object;
  const live = release.stateBefore(object, 'server-side');
  const played = release.play(object, 'server-side');
  const { notices } = played;
  const clientSide = release.input.clientSide ? forecastOf(release.play(object, 'client-side'), manifest) : undefined;
  const remarks: readonly Remark[] = [
    ...(live === undefined || hasManagedFields(live) ? [] : [{ code: 'no-managed-fields' } as const]),
    ...(previous === undefined ? [] : [{ code: 'repeated', index: previous } as const]),
    ...(meant.name === '' ? [{ code: 'generated-name' } as const] : []),
    ...(unseen(meant.namespace) ? [{ code: 'unseen-namespace', namespace: meant.namespace } as const] : []),
  ];
  return {
    kind: 'played',
    index,
    place: manifest.place,
    object: names,
    isLive: live !== undefined,
    serverSide: forecastOf(played, manifest),
    ...(clientSide === undefined ? {} : { clientSide }),
    remarks,
    notices,
  };
}
