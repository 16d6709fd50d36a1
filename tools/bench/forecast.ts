import { serve, type TypeCatalog } from '@managed-fields/api-server';
import {
  applyLine,
  type ForecastInput,
  type ForecastRow,
  forecastRelease,
  manifestFile,
  readManifests,
} from '@managed-fields/forecast';
import { type KubectlHost, runKubectl } from '@managed-fields/kubectl';
import { loadKubernetesTypes, serverRelease } from '@managed-fields/kubernetes-types';
import {
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { loadOnNeed, type ObjectServer, objectServer, serveObject } from '@managed-fields/player';
import { kubectlTexts, printYaml } from '@managed-fields/source';
import { defaultVersions, type ProgramName, programs } from '@managed-fields/tools/programs';
import { recordedApplies } from '../../conformance/forecast/recorded-applies.ts';
import { median } from '../../conformance/median.ts';

const kubernetes = 'v1.36';
const objects = 500;
const turns = 12;
const toolTurns = 5;
const manager = 'release';

/**
 * Times a forecast of 500 recorded objects against its applies alone: each live object put on a server, and one
 * server-side apply of its manifest there; client-side, that and one `kubectl apply` there. Both start from objects and
 * manifests that were read and never seen before, and take turns. Prints
 * `forecast of 500 objects / its applies: server-side X, client-side Y`.
 */
export async function timeForecast(): Promise<void> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const texts = workload(catalog);
  await loadOnNeed(() => {
    const release = forecastRelease({ ...inputOf(texts, catalog), clientSide: true });
    for (let index = 0; index < release.size; index++) release.row(index);
  });
  const ratios = { 'server-side': [] as number[], 'client-side': [] as number[] };
  // The first turns compile; they are not counted.
  for (let turn = -2; turn < turns; turn++) {
    for (const [way, of] of Object.entries(ratios)) {
      const clientSide = way === 'client-side';
      const times = timeTurn({ ...inputOf(texts, catalog), clientSide }, { ...inputOf(texts, catalog), clientSide });
      if (turn >= 0) of.push(times.forecast / times.applies);
    }
  }
  const figures = Object.entries(ratios).map(([way, of]) => `${way} ${median(of).toFixed(2)}`);
  console.log(`forecast of ${objects} objects / its applies: ${figures.join(', ')}`);
}

/** How each tool is told to bring all objects to their manifests, whoever has them. */
const toolOptions: Readonly<Record<ProgramName, Readonly<Record<string, string>>>> = {
  kubectl: { 'force-conflicts': 'true' },
  'kubectl-client-side': {},
  helm: { release: 'bench', 'take-ownership': 'true', 'force-conflicts': 'true' },
  argocd: { application: 'bench', ServerSideApply: 'true' },
  flux: { kustomization: 'flux-system/bench' },
  'flux-helm': { helmrelease: 'flux-system/bench' },
  'controller-runtime': { mode: 'Apply', FieldOwner: manager, ForceOwnership: 'true' },
  terraform: { import: 'true', 'field_manager.force_conflicts': 'true' },
  pulumi: { enablePatchForce: 'true' },
  crossplane: {},
  capi: {},
};

/**
 * Times the forecast of 500 recorded objects by each tool against their bare server-side applies, and prints
 * `forecast of 500 objects by a tool / its bare applies: kubectl X, …`. Objects that a tool cannot bring to their manifests
 * are left out, since some tools end there.
 */
export async function timeTools(): Promise<void> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const names = Object.keys(programs) as ProgramName[];
  const texts: Pair[] = [];
  for (const pair of workload(catalog, 1000, ['conformance/traces/v1.36', 'conformance/traces/v1.35'])) {
    const isBrought = await loadOnNeed(() =>
      names.every((name) => errorOf(name, inputOf([pair], catalog)) === undefined),
    );
    if (isBrought && texts.length < objects) texts.push(pair);
  }
  if (texts.length < objects)
    throw new Error(`only ${texts.length} objects are brought to their manifests by all tools`);
  const figures: string[] = [];
  for (const name of names) {
    const ratios: number[] = [];
    for (let turn = -1; turn < toolTurns; turn++) {
      const [ours, alone] = [inputOf(texts, catalog), inputOf(texts, catalog)];
      const forecast = clock(() => checkedTool(name, ours));
      const applies = clock(() => applyAll(alone));
      if (turn >= 0) ratios.push(forecast / applies);
    }
    figures.push(`${name} ${median(ratios).toFixed(2)}`);
  }
  console.log(`forecast of ${objects} objects by a tool / its bare applies: ${figures.join(', ')}`);
}

/** Plays a release by a tool with all its rows; returns what the tool ends with. */
function errorOf(name: ProgramName, input: ForecastInput): string | undefined {
  const options = new Map(Object.entries(toolOptions[name]));
  const release = forecastRelease({ ...input, manager: '', tool: { name, version: defaultVersions[name], options } });
  for (let index = 0; index < release.size; index++) release.row(index);
  return release.error;
}

function checkedTool(name: ProgramName, input: ForecastInput): void {
  const error = errorOf(name, input);
  if (error !== undefined) throw new Error(`${name} ends with ${error}`);
}

function applyAll({ catalog, manifests, live }: ForecastInput): void {
  const server = objectServer(catalog, kubernetes);
  for (const [index, manifest] of manifests.entries()) {
    const object = live[index];
    if (manifest.kind === 'object' && object !== undefined) applyOne(server, manifest, object);
  }
}

/** A live object and its manifest, as texts, so that each turn reads values of its own. */
interface Pair {
  readonly live: string;
  readonly manifest: string;
}

/** Recorded objects of built-in kinds that others wrote too, each moved to a namespace of its own. */
function workload(catalog: TypeCatalog, count = objects, folders = ['conformance/traces/v1.36']): readonly Pair[] {
  const pairs = recordedApplies(folders).flatMap((apply, index): readonly Pair[] => {
    const { live, namespace, definitions, answer, way } = apply;
    if (live === undefined || namespace === '' || definitions.length > 0 || way.kind !== 'server-side') return [];
    const isBuiltIn = catalog.findKind(stringAt(live, 'apiVersion') ?? '', stringAt(live, 'kind') ?? '') !== undefined;
    const [manifest] = readManifests('', apply.text);
    if (!isBuiltIn || answer.kind === 'refused' || manifest?.kind !== 'object') return [];
    const own = `n${index}`;
    const moved = withMetadata(withManager(live, way.manager), 'namespace', own);
    return [{ live: printYaml(moved).text, manifest: printYaml(withMetadata(manifest.value, 'namespace', own)).text }];
  });
  if (pairs.length < count) throw new Error(`only ${pairs.length} objects are recorded`);
  // Spread over all traces, so that no kind is left out.
  return Array.from({ length: count }, (_, at) => pairs[Math.floor((at * pairs.length) / count)] ?? pairs[0]).filter(
    (pair) => pair !== undefined,
  );
}

/** The object with the entries of the manager that applied called as the manager of the release. */
function withManager(live: ValueMap, applied: string): ValueMap {
  const entries = (listAt(mapAt(live, 'metadata'), 'managedFields') ?? []).map(
    (entry): Value =>
      isMap(entry) && stringAt(entry, 'manager') === applied ? withEntry(entry, 'manager', manager) : entry,
  );
  return entries.length === 0 ? live : withMetadata(live, 'managedFields', entries);
}

function inputOf(pairs: readonly Pair[], catalog: TypeCatalog): ForecastInput {
  const live = pairs.flatMap((pair) =>
    readManifests('', pair.live).flatMap((each) => (each.kind === 'object' ? [each.value] : [])),
  );
  const manifests = pairs.flatMap((pair, index) => readManifests(`${index}.yaml`, pair.manifest));
  const settings = { manager, force: false, namespace: 'default', clientSide: false, hooks: 'applied' } as const;
  return { live, manifests, ...settings, kubernetes, catalog };
}

/**
 * Nanoseconds of a forecast, and of the applies of the same release without anything that a forecast adds. Object by
 * object they take turns at being first, so that what else runs on the machine slows both down.
 */
function timeTurn(ours: ForecastInput, alone: ForecastInput): { readonly forecast: number; readonly applies: number } {
  const times = { forecast: 0, applies: 0 };
  let release: ReturnType<typeof forecastRelease> | undefined;
  times.forecast += clock(() => {
    release = forecastRelease(ours);
  });
  const server = objectServer(alone.catalog, kubernetes);
  for (const [index, manifest] of alone.manifests.entries()) {
    const live = alone.live[index];
    if (manifest.kind !== 'object' || live === undefined) throw new Error(`nothing to apply at ${index}`);
    const both = {
      forecast: () => checked(release?.row(index)),
      applies: () => {
        applyOne(server, manifest, live);
        if (alone.clientSide) applyByKubectl(server, manifest, live);
      },
    };
    for (const what of index % 2 === 0 ? (['forecast', 'applies'] as const) : (['applies', 'forecast'] as const)) {
      times[what] += clock(both[what]);
    }
  }
  return times;
}

/** A row that was played; anything else is a fault of the bench. */
function checked(row: ForecastRow | undefined): void {
  if (row?.kind !== 'played' || row.serverSide.message?.startsWith('the live object') === true) {
    throw new Error(`a row of the bench is ${JSON.stringify(row)}`);
  }
}

type ObjectManifest = Extract<ForecastInput['manifests'][number], { readonly kind: 'object' }>;

function placed(server: ObjectServer, { value }: ObjectManifest, live: ValueMap) {
  const metadata = mapAt(value, 'metadata');
  const name = stringAt(metadata, 'name') ?? '';
  const namespace = stringAt(metadata, 'namespace') ?? '';
  const named = { apiVersion: stringAt(value, 'apiVersion') ?? '', kind: stringAt(value, 'kind') ?? '' };
  const served = serveObject(server, { ...named, namespace, name }, live);
  if (served.kind === 'refused') throw new Error(served.message);
  return served;
}

function applyOne(server: ObjectServer, manifest: ObjectManifest, live: ValueMap): void {
  const { cluster, path, now } = placed(server, manifest, live);
  const query = new Map([['fieldManager', manager]]);
  const contentType = 'application/apply-patch+yaml';
  serve(cluster, { method: 'PATCH', path, query, contentType, body: manifest.body }, now);
}

function applyByKubectl(server: ObjectServer, manifest: ObjectManifest, live: ValueMap): void {
  const { cluster, now } = placed(server, manifest, live);
  const read: KubectlHost['read'] = () => [{ kind: 'value', value: manifest.value }];
  const host = { ...kubectlTexts, read, release: serverRelease(kubernetes) };
  const files = new Map([[manifestFile, manifest.text]]);
  runKubectl(cluster, { line: applyLine('default'), files, namespace: 'default' }, host, now);
}

function clock(work: () => void): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started);
}
