import { type ApiRequest, NotLoaded, type TypeCatalog } from '@managed-fields/api-server';
import {
  formatJson,
  hasManagedFields,
  isMap,
  mapAt,
  type OwnerIdentity,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { kindOnServer, preview } from '@managed-fields/player';
import { stepOfRequest } from '@managed-fields/reading';
import { type FieldPathText, type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { Purpose, ToolChoice } from '@managed-fields/tools/programs';
import { admissionObjects } from './admission-objects.ts';
import { definedKind, isDefinition, kindKey, writtenDefinition } from './definitions.ts';
import { changedFields, noFields, ownersOfField } from './fields.ts';
import { type ForecastInput, managersOf } from './input.ts';
import { keyOf, type LeftObject, leftObjects, namesOf, type ObjectNames } from './live-objects.ts';
import type { Manifest, ObjectManifest, UnreadManifest } from './manifests.ts';
import { applyLine, manifestFile, type Played } from './played.ts';
import { Release, type ReleaseObject, type Way } from './release.ts';
import { type Forecast, type ForecastObject, type ForecastRow, type HookRow, objectText, type Remark } from './row.ts';
import { playTool, type ToolPlayed, toldKeys } from './tool-release.ts';

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
    ...admissionSteps(release.input, object.meant),
    ...(live === undefined ? [] : [{ kind: 'live', text: printYaml(live).text } as const]),
    ...applies.map((each) => stepOf(release, each, way)),
  ];
  const { kind, namespace, name } = object.meant;
  const title = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name || generatedName(object)}`;
  return { ...newScenario(title, steps), kubernetes: release.input.kubernetes };
}

/** The objects of the dump by which admission judges an object, as steps. */
function admissionSteps({ live }: ForecastInput, object: ObjectNames): readonly NewStep[] {
  return admissionObjects(live, object).map((each) => ({ kind: 'live', text: printYaml(each).text }));
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
export function forecastOf(played: Played, manifest: ObjectManifest | undefined): Forecast {
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
      range: declaredPlace && manifest?.locate(declaredPlace),
    })),
  };
}

/** A sentence for each thing that a tool sends a request for. */
export type PurposeNotes = Readonly<Record<Purpose, string>>;

/**
 * A forecast of a release, object by object. Nothing is played before it is asked for, so whoever asks may stop at any
 * row. All that it returns is plain data that a worker can post. Where modules are not loaded that a row needs, it is left
 * and can be asked for again (`loadOnNeed` of `scenario`).
 */
export interface ReleaseForecast {
  /** The number of rows: one for each manifest. */
  readonly size: number;
  /** What the tool ends with; undefined where all went well, and where no tool is played. */
  readonly error: string | undefined;
  /** Plays one manifest. Never throws: what goes wrong costs that row alone. */
  row(index: number): ForecastRow;
  /**
   * A scenario of a row, to be opened; undefined for rows without a forecast. `notes` are sentences for the requests of a
   * tool, by what it sends them for.
   */
  scenario(index: number, way: Way, notes?: PurposeNotes): Scenario | undefined;
  /** The object as a row leaves it; undefined where it would not exist, and for rows without a forecast. */
  after(index: number, way: Way): ValueMap | undefined;
  /** Who owns a field of the object as a row leaves it; undefined where there is no such object. */
  owners(index: number, path: FieldPathText): readonly OwnerIdentity[] | undefined;
  /** The objects of the cluster that the manager wrote and that the release does not have. */
  left(): readonly LeftObject[];
}

/**
 * Forecasts a release.
 *
 * @param input - The cluster, the release, and who applies it how.
 * @returns A row for each manifest, in the order of `manifests`; each is played when it is asked for.
 *
 * @example
 * ```js
 * import { defaultVersion, loadKubernetesTypes } from '@managed-fields/analysis';
 * import { forecastRelease, objectText, readManifests } from '@managed-fields/analysis/forecast';
 *
 * const release = '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: green}}';
 * const forecast = forecastRelease({
 *   live: [],
 *   manifests: readManifests('release.yaml', release),
 *   manager: 'ci',
 *   force: false,
 *   clientSide: false,
 *   hooks: 'left-out',
 *   namespace: 'default',
 *   kubernetes: defaultVersion,
 *   catalog: await loadKubernetesTypes(),
 * });
 * const row = forecast.row(0);
 * if (row.kind === 'played') console.log(objectText(row.object), row.serverSide.result);
 * ```
 * ```text
 * ConfigMap default/settings created
 * ```
 */
export function forecastRelease(input: ForecastInput): ReleaseForecast {
  const { tool } = input;
  if (tool === undefined) return forecastOfApplies(input);
  // The one that kubectl is told is also that of manifests which name none.
  return forecastOfTool({ ...input, namespace: tool.options.get('namespace') ?? input.namespace }, tool);
}

function forecastOfTool(input: ForecastInput, tool: ToolChoice): ReleaseForecast {
  const ran = playTool(input, tool);
  const byManifest = new Map(ran.objects.map((each) => [each.manifest, each]));
  const extra = ran.objects.filter(({ manifest }) => manifest === undefined);
  const at = (index: number) => {
    const manifest = input.manifests[index];
    const found = manifest === undefined ? extra[index - input.manifests.length] : byManifest.get(index);
    return { manifest, found };
  };
  const told = toldKeys(ran);
  const unseen = unseenNamespaces(input);
  const earlier = earlierManifests(ran.objects, input.namespace);
  return {
    size: input.manifests.length + extra.length,
    error: ran.error,
    row(index) {
      const { manifest, found } = at(index);
      if (manifest !== undefined) return rowOfTool(manifest, index, found, { input, unseen, earlier });
      if (found === undefined) throw new RangeError(`a forecast has no row ${index}`);
      const { deeds, sent } = found;
      const forecast = forecastOf(found, undefined);
      return { kind: 'extra', index, object: namesOf(found.object), forecast, tool: { deeds, sent } };
    },
    scenario(index, _way, notes) {
      const { found } = at(index);
      return found && scenarioOfTool(found, input, notes);
    },
    after: (index) => at(index).found?.after,
    owners: (index, path) => {
      const { after, version } = at(index).found ?? {};
      return after === undefined || version === undefined ? undefined : ownersOfField(after, version, path);
    },
    left: () => leftObjects(input.live, told, new Set([...ran.objects.map(({ owner }) => owner.manager)])),
  };
}

function rowOfTool(
  manifest: Manifest,
  index: number,
  found: ToolPlayed | undefined,
  { input: { namespace }, unseen, earlier }: RowFacts,
): ForecastRow {
  const { place } = manifest;
  if (manifest.kind === 'unread') return unreadRow(manifest, index);
  const names = namesOf(manifest.value);
  const hooks = found?.result === 'left' ? hooksOf(manifest.value) : undefined;
  if (hooks !== undefined) return { kind: 'hook', index, place, object: names, ...hooks };
  if (found === undefined) return { kind: 'unread', index, place, reason: 'not-applied', detail: undefined };
  const { before, deeds, sent, notices } = found;
  const own = namespaceOf(found, names.namespace || namespace);
  const previous = earlier.get(index);
  return {
    kind: 'played',
    index,
    place,
    object: { ...names, namespace: own },
    isLive: before !== undefined,
    serverSide: forecastOf(found, manifest),
    tool: { deeds, sent },
    remarks: [
      ...(before === undefined || hasManagedFields(before) ? [] : [{ code: 'no-managed-fields' } as const]),
      ...(previous === undefined ? [] : [{ code: 'repeated', index: previous } as const]),
      ...(unseen(own) ? [{ code: 'unseen-namespace', namespace: own } as const] : []),
    ],
    notices,
  };
}

/** What a row of a tool is made of beside its manifest. */
interface RowFacts {
  readonly input: ForecastInput;
  readonly unseen: (namespace: string) => boolean;
  readonly earlier: ReadonlyMap<number, number>;
}

/** Of each manifest whose object stands in an earlier one, too: the index of the last of these. */
function earlierManifests(objects: readonly ToolPlayed[], namespace: string): ReadonlyMap<number, number> {
  const last = new Map<string, number>();
  const earlier = new Map<number, number>();
  const given = objects.flatMap((each) => (each.manifest === undefined ? [] : [[each.manifest, each] as const]));
  for (const [index, each] of given.toSorted(([a], [b]) => a - b)) {
    const names = namesOf(each.object);
    if (names.name === '') continue;
    const key = keyOf({ ...names, namespace: namespaceOf(each, names.namespace || namespace) });
    const previous = last.get(key);
    if (previous !== undefined) earlier.set(index, previous);
    last.set(key, index);
  }
  return earlier;
}

/** The namespace of an object; empty where its kind has none. */
function namespaceOf({ version }: ToolPlayed, written: string): string {
  return version?.resource.namespaced === false ? '' : written;
}

/** The step that sends a request, with its body as `textOf` writes it; none for a request that no step sends. */
export function stepsSending(
  { method, path, query, contentType, body, userAgent }: ApiRequest,
  textOf: (body: Value) => string,
  catalog: TypeCatalog,
): readonly NewStep[] {
  const written = {
    ...{ method, path, query: [...query] },
    ...(contentType === undefined ? {} : { contentType }),
    ...(body?.kind === 'value' ? { body: textOf(body.value) } : {}),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  const read = stepOfRequest(written, catalog);
  return read.kind === 'step' ? [read.step] : [];
}

/** A body as people read it: objects as YAML, patches of operations as JSON. */
function textOfBody(value: Value): string {
  return isMap(value) ? printYaml(value).text : formatJson(value, { indent: 2 });
}

/** What a tool does for one object as a scenario: the object as it is, and each request that changes it. */
function scenarioOfTool(
  { before, object, requests }: ToolPlayed,
  input: ForecastInput,
  notes: PurposeNotes | undefined,
): Scenario {
  const { kubernetes, catalog, live, manifests } = input;
  const steps = requests.flatMap(({ request, purpose }) =>
    stepsSending(request, textOfBody, catalog).map((step) => ({
      ...step,
      ...(notes === undefined ? {} : { note: notes[purpose] }),
    })),
  );
  const names = namesOf(object);
  const released = manifests.flatMap((each) => (each.kind === 'object' ? [each.value] : []));
  const isBuiltIn = catalog.findKind(names.apiVersion, names.kind) !== undefined;
  const definition = [...released, ...live].find((each) => isDefinition(each) && definedKind(each) === kindKey(names));
  const first: readonly NewStep[] = [
    ...(isBuiltIn || definition === undefined
      ? []
      : [{ kind: 'crd', text: printYaml(writtenDefinition(definition)).text } as const]),
    ...admissionSteps(input, { ...names, namespace: names.namespace || input.namespace }),
    ...(before === undefined ? [] : [{ kind: 'live', text: printYaml(before).text } as const]),
  ];
  return { ...newScenario(objectText(names), [...first, ...steps]), kubernetes };
}

function forecastOfApplies(input: ForecastInput): ReleaseForecast {
  const release = new Release(input);
  const unseen = unseenNamespaces(input);
  const applied = (index: number) => {
    const object = release.object(index);
    return object === undefined || hooksHere(input, object) !== undefined ? undefined : object;
  };
  return {
    size: input.manifests.length,
    error: undefined,
    row: (index) => rowOf(release, index, unseen),
    scenario: (index, way) => {
      const object = applied(index);
      return object && scenarioOf(release, object, way);
    },
    after: (index, way) => (applied(index) === undefined ? undefined : release.stateAfter(index, way)),
    owners(index, path) {
      const object = applied(index);
      const after = object && release.stateAfter(index, 'server-side');
      const version = object && kindOnServer(release.serverOf(object.meant).server, object.meant);
      return after === undefined || version === undefined ? undefined : ownersOfField(after, version, path);
    },
    left: () => leftObjects(input.live, release.keys, managersOf(input)),
  };
}

function hooksHere({ hooks }: ForecastInput, { manifest }: ReleaseObject) {
  return hooks === 'left-out' ? hooksOf(manifest.value) : undefined;
}

/** Returns a function that says whether the dump has namespaces, and a namespace is neither there nor made. */
function unseenNamespaces({ live, manifests }: ForecastInput): (namespace: string) => boolean {
  const isNamespace = (object: ValueMap) => stringAt(object, 'kind') === 'Namespace';
  const there = live.filter(isNamespace);
  const made = manifests.flatMap((each) => (each.kind === 'object' && isNamespace(each.value) ? [each.value] : []));
  const seen = new Set([...[...there, ...made].map((each) => stringAt(mapAt(each, 'metadata'), 'name') ?? '')]);
  return (namespace) => there.length > 0 && namespace !== '' && !seen.has(namespace);
}

function rowOf(release: Release, index: number, unseen: (namespace: string) => boolean): ForecastRow {
  const { input } = release;
  const manifest = input.manifests[index];
  const object = release.object(index);
  if (manifest === undefined)
    throw new RangeError(`a forecast of ${input.manifests.length} manifests has no row ${index}`);
  const { place } = manifest;
  if (manifest.kind === 'unread') return unreadRow(manifest, index);
  if (object === undefined) return { kind: 'unread', index, place, reason: 'not-object', detail: undefined };
  const names = { ...object.meant, ...(object.meant.name === '' ? { generateName: generatedName(object) } : {}) };
  const hooks = hooksHere(input, object);
  if (hooks !== undefined) return { kind: 'hook', index, place, object: names, ...hooks };
  try {
    return playedRow(release, object, names, unseen);
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    // An object that is nested too deep for the engine, or a defect of ours, costs its own row and no other.
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: 'unread', index, place, reason: 'not-played', detail };
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
    ...((names.generateName ?? '') === '' ? [] : [{ code: 'generated-name' } as const]),
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

function unreadRow({ place, reason, detail }: UnreadManifest, index: number): ForecastRow {
  return { kind: 'unread', index, place, reason, detail };
}
