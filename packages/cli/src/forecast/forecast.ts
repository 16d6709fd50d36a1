import {
  type Forecast,
  type ForecastInput,
  type ForecastObject,
  type ForecastRow,
  forecastRelease,
  type LiveFacts,
  type Manifest,
  neededLive,
  type PlayedRow,
  type ReleaseForecast,
  readManifests,
  summaryOf,
} from '@managed-fields/forecast';
import { terminalLine } from '@managed-fields/foreign-text';
import { resourceMeant } from '@managed-fields/kubectl';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, isMap, type ValueMap } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import { newScenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import { printYaml } from '@managed-fields/source';
import { arrayAt, exactValue, type ReadObject, type ReadPart, sourceReader, textAt } from '@managed-fields/survey';
import { marks, releaseOf, type ToolChoice } from '@managed-fields/tools/programs';
import { exit, type Io, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { failureSentence } from '../link/link.ts';
import { refuse } from '../options.ts';
import { unreadText } from '../unread.ts';
import { type ForecastOptions, forecastOptions } from './options.ts';
import { forecastMarkdown } from './print-markdown.ts';
import { forecastSarif } from './print-sarif.ts';
import { forecastText } from './print-text.ts';
import { type FileBytes, hasManyDocuments, mostDocuments, mostOfManifests, readFiles, textOf } from './read-files.ts';
import { askedTool, provisionalTool, toolOf } from './resolve-tool.ts';
import { placeOfRange, placesIn, type ShownForecast } from './shown.ts';
import { failuresOf, isFailing, readExpectation } from './verdict.ts';
import { errorWithoutSecrets, rowWithoutSecrets, scenarioWithoutSecrets } from './without-secrets.ts';

/** What a dump has for a forecast. */
export interface LiveRead {
  /** The objects that the forecast can ask for; a dump has many others. */
  readonly objects: readonly ValueMap[];
  /** The number of all objects, and of those that have managedFields. */
  readonly count: number;
  readonly tracked: number;
  /** What could not be read, a sentence each with its place. */
  readonly unread: readonly string[];
}

/** How much is read at a time, so that the values of a large dump need not be there at once. */
const chunk = 1_000_000;

/** Reads a dump: the objects that `isNeeded` names. Numbers are exact. */
export function readLive(files: readonly FileBytes[], isNeeded: (object: LiveFacts) => boolean): LiveRead {
  const objects: ValueMap[] = [];
  const unread: string[] = [];
  let [count, tracked] = [0, 0];
  for (const part of partsOf(files)) {
    if (part.kind === 'unread') {
      unread.push(unreadText(part));
      continue;
    }
    count++;
    const facts = factsOf(part);
    if (facts.managers.length > 0) tracked++;
    const value = isNeeded(facts) ? exactValue(part.text) : undefined;
    if (value !== undefined && isMap(value)) objects.push(value);
  }
  return { objects, count, tracked, unread };
}

function factsOf({ value }: ReadObject): LiveFacts {
  const entries = arrayAt(value, 'metadata', 'managedFields');
  const managers = entries.map((entry) => textAt(entry, 'manager'));
  const marked = marks.some(([group, key]) => textAt(value, 'metadata', group, key) !== '');
  return { apiVersion: textAt(value, 'apiVersion'), kind: textAt(value, 'kind'), managers, marked };
}

function* partsOf(files: readonly FileBytes[]): Generator<ReadPart> {
  for (const { name, bytes } of files) {
    const reader = sourceReader(name);
    for (let from = 0; from < bytes.length; from += chunk) yield* reader.push(bytes.subarray(from, from + chunk));
    yield* reader.end();
  }
}

/** A forecast as JSON. Its form is described in the README; members are added, and never renamed. */
export function forecastJson(shown: ShownForecast): string {
  const { manager, force, kubernetes, summary, rows, left, link, tool, error, unmet, rehearsed, next } = shown;
  const by =
    tool === undefined
      ? {}
      : { tool: { name: tool.name, version: tool.version, options: Object.fromEntries(tool.options) }, error };
  const printed = rows.map((row) => rowJson(shown, row));
  const head = rehearsed === undefined ? { manager, force, ...by } : { rehearsed, error };
  const members = { ...head, kubernetes, summary, rows: printed, ...(rehearsed && { next }), left, unmet, link };
  return outputJson(rehearsed === undefined ? 'Forecast' : 'Rehearsal', members);
}

function rowJson(shown: ShownForecast, row: ForecastRow): object {
  const after = shown.objects?.get(row.index);
  const standing = after === undefined ? {} : { after };
  if (row.kind === 'extra') {
    const { forecast, tool, ...others } = row;
    return { ...others, ...forecast, ...tool, ...standing };
  }
  const { place, ...rest } = row;
  const at = { file: place.file, ...placeOfRange(shown, place.file, place.range) };
  if (rest.kind !== 'played') return { ...rest, place: at };
  const { serverSide, clientSide, tool, ...others } = rest;
  const own = wayJson(shown, place.file, serverSide);
  if (tool !== undefined) return { ...others, ...own, ...tool, place: at, ...standing };
  return {
    ...others,
    place: at,
    serverSide: own,
    ...(clientSide === undefined ? {} : { clientSide: wayJson(shown, place.file, clientSide) }),
    ...standing,
  };
}

function wayJson(shown: ShownForecast, file: string, forecast: Forecast): object {
  const conflicts = forecast.conflicts.map(({ range, ...conflict }) => ({
    ...conflict,
    ...(range === undefined ? {} : { place: placeOfRange(shown, file, range) }),
  }));
  return { ...forecast, conflicts };
}

/** `managed-fields forecast`: prints what a release meets in a cluster. */
export const run: Run = async (args, io) => {
  const read = forecastOptions(args, io);
  if (read.kind === 'usage') return refuse(io, read.message, 'forecast');
  const { options } = read;
  const applied = await readFiles(options.apply, io, mostOfManifests);
  const dumped = await readFiles(options.live, io);
  for (const files of [applied, dumped]) if (files.kind === 'failure') return refuse(io, files.message, 'forecast');
  if (applied.kind === 'failure' || dumped.kind === 'failure') return exit.usage;
  const texts = new Map(applied.files.map(({ name, bytes }) => [name, textOf(bytes)]));
  for (const [name, text] of texts) {
    if (!hasManyDocuments(text)) continue;
    return refuse(io, `${name} has more than ${mostDocuments} documents`, 'forecast');
  }
  let manifests = [...texts].flatMap(([name, text]) => readManifests(name, text));
  if (manifests.length === 0 && options.apply.length > 0)
    return refuse(io, 'there is no manifest in what --apply names', 'forecast');
  const asked = askedTool(options);
  const live = readLive(
    dumped.files,
    neededLive({ ...pickedOf(options), manifests, ...provisionalTool(asked, options) }),
  );
  for (const sentence of live.unread) io.stderr.write(`Not read: ${terminalLine(sentence)}\n`);
  if (live.count === 0) return refuse(io, 'there is no object in what --live names', 'forecast');
  const found = await toolOf(asked, options, manifests, live.objects, io);
  if ('usage' in found) return refuse(io, found.usage, 'forecast');
  if (options.apply.length === 0 && found.tool !== undefined) {
    const text = rolledBackTo(found.tool, live.objects, options.namespace);
    texts.set(rollbackFile, text);
    manifests = readManifests(rollbackFile, text).filter(({ kind }) => kind === 'object');
  }

  const input = await inputOf(options, live.objects, manifests, found.tool);
  const release = await loadOnNeed(() => forecastRelease(input));
  const rows: ForecastRow[] = [];
  for (let index = 0; index < release.size; index++) rows.push(await loadOnNeed(() => release.row(index)));
  const untracked = rows.filter(isUntracked);
  if (live.tracked === 0 && untracked.length > 0 && untracked.length === rows.filter(isOfLive).length) {
    return refuse(io, untrackedSentence, 'forecast');
  }
  const shown = await shownForecast(release, rows, input, options, texts, io);
  io.stdout.write(printed(shown, options, io));
  return exitCode(shown, options);
};

function pickedOf({ manager, clientSide }: ForecastOptions): Pick<ForecastInput, 'manager' | 'clientSide'> {
  return { manager, clientSide };
}

/** The file that the manifests of a rollback are said to stand in. */
const rollbackFile = 'rollback';

/** The manifests of the revision that a rollback of Helm goes back to; empty where there is no such revision. */
function rolledBackTo(
  { name, version, options, previous }: ToolChoice,
  live: readonly ValueMap[],
  namespace: string,
): string {
  const given = previous === undefined ? {} : { previous };
  const task = releaseOf(name, { manifests: [], namespace, options, version, live, ...given });
  return task.manifests.map(({ value }) => printYaml(value).text).join('---\n');
}

/** A forecast without secrets, with what is asked for beside it. */
async function shownForecast(
  release: ReleaseForecast,
  found: readonly ForecastRow[],
  input: ForecastInput,
  options: ForecastOptions,
  texts: ReadonlyMap<string, string>,
  io: Io,
): Promise<ShownForecast> {
  const rows: ForecastRow[] = [];
  let hidden = 0;
  for (const row of found) {
    const shown = await rowWithoutSecrets(release, row, input);
    rows.push(shown.row);
    if (shown.hidden) hidden++;
  }
  if (hidden > 0) {
    const what = hidden === 1 ? '1 row, what looks' : `${hidden} rows, what looks`;
    io.stderr.write(`In ${what} secret is replaced.\n`);
  }
  const left = release.left();
  const { manager, force, clientSide, kubernetes } = options;
  const isKind = (row: ForecastRow, name: string) => row.kind === 'played' && isOfKind(row.object, name, input);
  const unmet = options.expect.flatMap((text) => {
    const expectation = readExpectation(text);
    return expectation === undefined ? [] : failuresOf(expectation, found, release, isKind);
  });
  return {
    ...{
      manager,
      force,
      clientSide,
      kubernetes,
      rows,
      left,
      unmet,
      tool: input.tool,
      error: await errorWithoutSecrets(release, input),
    },
    summary: summaryOf(rows, left),
    objects: options.objects ? await objectsAfter(release, found, input) : undefined,
    link: await linkTo(release, rows, input, options, io),
    places: placesIn(texts),
  };
}

/** The objects as they would stand, by their rows, without what looks secret. */
async function objectsAfter(
  release: ReleaseForecast,
  rows: readonly ForecastRow[],
  input: ForecastInput,
): Promise<ReadonlyMap<number, object>> {
  const objects = new Map<number, object>();
  for (const { index, kind } of rows) {
    const after = kind === 'unread' ? undefined : await loadOnNeed(() => release.after(index, 'server-side'));
    if (after === undefined) continue;
    const scenario = newScenario('', [{ kind: 'live', text: formatJson(after) }]);
    const shown = await scenarioWithoutSecrets({ ...scenario, kubernetes: input.kubernetes }, input);
    objects.set(index, JSON.parse(shown.steps[0]?.text ?? '{}'));
  }
  return objects;
}

/** Whether an object is of a kind by any of its names: `deploy`, `deployments.apps`, `Deployment`. */
export function isOfKind(
  { apiVersion, kind }: ForecastObject,
  name: string,
  { catalog }: Pick<ForecastInput, 'catalog'>,
): boolean {
  if (kind.toLowerCase() === name || `${kind.toLowerCase()}s` === name) return true;
  const version = catalog.findKind(apiVersion, kind);
  const meant = resourceMeant(catalog.names(), name, () => true);
  return version !== undefined && meant?.names.kind === kind && meant.names.group === version.resource.group;
}

async function inputOf(
  { manager, force, namespace, clientSide, hooks, kubernetes }: ForecastOptions,
  live: ForecastInput['live'],
  manifests: readonly Manifest[],
  tool: ToolChoice | undefined,
): Promise<ForecastInput> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const by = tool === undefined ? {} : { tool };
  return { live, manifests, manager, force, namespace, clientSide, hooks, kubernetes, catalog, ...by };
}

/** What to do about a dump in which nobody is known to own anything. */
export const untrackedSentence =
  'no object of the dump has managedFields, so nobody is known to own anything: dump it with kubectl get … -o yaml --show-managed-fields';

function isUntracked(row: ForecastRow): row is PlayedRow {
  return row.kind === 'played' && row.remarks.some(({ code }) => code === 'no-managed-fields');
}

/** Whether a row is about an object that is in the dump. */
function isOfLive(row: ForecastRow): boolean {
  return row.kind === 'played' && row.isLive;
}

/** The address that opens the first conflict, where one is asked for. */
async function linkTo(
  release: ReleaseForecast,
  rows: readonly ForecastRow[],
  input: ForecastInput,
  { page }: ForecastOptions,
  io: Io,
): Promise<string | undefined> {
  const first = rows.find((row) => row.kind === 'played' && row.serverSide.result === 'conflict');
  const scenario = page === undefined || first === undefined ? undefined : release.scenario(first.index, 'server-side');
  if (scenario === undefined) return undefined;
  const link = encodeLink(await scenarioWithoutSecrets(scenario, input));
  if (link.kind === 'link') return `${page}#${link.fragment}`;
  io.stderr.write(`The first conflict cannot be put into a link: ${terminalLine(failureSentence(link))}\n`);
  return undefined;
}

export function printed(
  shown: ShownForecast,
  { output, colour }: Pick<ForecastOptions, 'output' | 'colour'>,
  io: Io,
): string {
  switch (output) {
    case 'text':
      return forecastText(shown, colour);
    case 'markdown':
      return forecastMarkdown(shown);
    case 'json':
      return forecastJson(shown);
    case 'sarif':
      return forecastSarif(shown, io.version());
  }
}

function exitCode({ rows, unmet, error }: ShownForecast, { failOn }: ForecastOptions): number {
  if (rows.some(({ kind }) => kind === 'unread')) return exit.usage;
  const isFailed = rows.some((row) => isFailing(row, failOn)) || (failOn === undefined && error !== undefined);
  return isFailed || unmet.length > 0 ? exit.failed : exit.done;
}
