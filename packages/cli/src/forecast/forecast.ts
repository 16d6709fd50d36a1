import {
  type Forecast,
  type ForecastInput,
  type ForecastRow,
  forecastRelease,
  type LiveFacts,
  type Manifest,
  neededLive,
  objectText,
  type PlayedRow,
  type ReleaseForecast,
  readManifests,
  summaryOf,
} from '@managed-fields/forecast';
import { jsonText, terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import { encodeLink } from '@managed-fields/share-link';
import {
  arrayAt,
  exactValue,
  objectWords,
  type ReadObject,
  type ReadPart,
  sourceReader,
  textAt,
} from '@managed-fields/survey';
import { exit, type Io, type Run } from '../io.ts';
import { failureSentence } from '../link/link.ts';
import { refuse } from '../options.ts';
import { type ForecastOptions, forecastOptions } from './options.ts';
import { placesIn } from './places.ts';
import { forecastMarkdown } from './print-markdown.ts';
import { forecastSarif } from './print-sarif.ts';
import { forecastText } from './print-text.ts';
import { type FileBytes, readFiles } from './read-files.ts';
import { isTrouble, placeOfRange, type ShownForecast } from './shown.ts';
import { rowWithoutSecrets, scenarioWithoutSecrets } from './without-secrets.ts';

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
      unread.push(`${part.place.file}:${part.place.line}: ${part.detail || part.reason}`);
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
  return { apiVersion: textAt(value, 'apiVersion'), kind: textAt(value, 'kind'), managers };
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
  const { manager, force, kubernetes, summary, rows, left, link } = shown;
  const json = { manager, force, kubernetes, summary, rows: rows.map((row) => rowJson(shown, row)), left, link };
  return `${jsonText(json)}\n`;
}

function rowJson(shown: ShownForecast, row: ForecastRow): object {
  const { place, ...rest } = row;
  const at = { file: place.file, ...placeOfRange(shown, place.file, place.range) };
  if (rest.kind !== 'played') return { ...rest, place: at };
  const { serverSide, clientSide, ...others } = rest;
  return {
    ...others,
    place: at,
    serverSide: wayJson(shown, place.file, serverSide),
    ...(clientSide === undefined ? {} : { clientSide: wayJson(shown, place.file, clientSide) }),
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
  const [applied, dumped] = [await readFiles(options.apply, io), await readFiles(options.live, io)];
  for (const files of [applied, dumped]) if (files.kind === 'failure') return refuse(io, files.message, 'forecast');
  if (applied.kind === 'failure' || dumped.kind === 'failure') return exit.usage;
  const texts = new Map(applied.files.map(({ name, bytes }) => [name, textOf(bytes)]));
  const manifests = [...texts].flatMap(([name, text]) => readManifests(name, text));
  if (manifests.length === 0) return refuse(io, 'there is no manifest in what --apply names', 'forecast');
  const live = readLive(dumped.files, neededLive({ ...options, manifests }));
  for (const sentence of live.unread) io.stderr.write(`Not read: ${terminalLine(sentence)}\n`);
  if (live.count === 0) return refuse(io, 'there is no object in what --live names', 'forecast');

  const input = await inputOf(options, live.objects, manifests);
  const release = await loadOnNeed(() => forecastRelease(input));
  const found: ForecastRow[] = [];
  for (let index = 0; index < release.size; index++) found.push(await loadOnNeed(() => release.row(index)));
  const untracked = found.filter(isUntracked);
  if (untracked.length > 0 && untracked.length === found.filter(isOfLive).length) {
    return refuse(io, untrackedSentence(untracked, live.tracked), 'forecast');
  }
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
  const shown: ShownForecast = {
    ...{ manager, force, clientSide, kubernetes, rows, left },
    summary: summaryOf(rows, left),
    link: await linkTo(release, rows, input, options, io),
    places: placesIn(texts),
  };
  io.stdout.write(printed(shown, options, io));
  return exitCode(rows);
};

/** The bytes of a file as text; a byte order mark is no part of it. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

async function inputOf(
  { manager, force, namespace, clientSide, hooks, kubernetes }: ForecastOptions,
  live: ForecastInput['live'],
  manifests: readonly Manifest[],
): Promise<ForecastInput> {
  const catalog = await loadKubernetesTypes(kubernetes);
  return { live, manifests, manager, force, namespace, clientSide, hooks, kubernetes, catalog };
}

/** The most objects that a sentence names. */
const mostNamed = 5;

/** Says of which objects nobody is known to own anything, and how to dump them, where others of the dump have owners. */
function untrackedSentence(rows: readonly PlayedRow[], tracked: number): string {
  const nobody = 'so nobody is known to own anything: dump';
  if (tracked === 0) {
    return `no object of the dump has managedFields, ${nobody} it with kubectl get … -o yaml --show-managed-fields`;
  }
  const objects = [...new Map(rows.map(({ object }) => [objectText(object), object]))];
  const more = objects.length > mostNamed ? ` and ${objects.length - mostNamed} more` : '';
  const names = objects.slice(0, mostNamed).map(([name]) => name);
  const [first] = objects.map(([, object]) => `kubectl get ${objectWords(object)} -o yaml --show-managed-fields`);
  const others = tracked === 1 ? '1 other object of it has' : `${tracked} other objects of it have`;
  return `no object of the dump that the release applies has managedFields, while ${others}; ${nobody} ${names.join(', ')}${more} anew, as with ${first}`;
}

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

function printed(shown: ShownForecast, { output, colour }: ForecastOptions, io: Io): string {
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

function exitCode(rows: readonly ForecastRow[]): number {
  if (rows.some(({ kind }) => kind === 'unread')) return exit.usage;
  const ways = rows.flatMap((row) => (row.kind === 'played' ? [row.serverSide, row.clientSide ?? []].flat() : []));
  return ways.some(isTrouble) ? exit.failed : exit.done;
}
