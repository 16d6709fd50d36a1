import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, listAt, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Example, galleryFolder, readExamples } from '../../conformance/gallery/examples.ts';
import { notRecorded } from '../../conformance/gallery/not-recorded.ts';
import { traceOf } from '../../conformance/gallery/trace-of.ts';
import { lessonsFolder, playedLessons } from '../../conformance/lessons/played-lessons.ts';
import { loadCatalog } from '../../conformance/replay/catalog.ts';
import { traceFiles } from '../../conformance/replay/trace.ts';
import { needPaths, readArguments, stop } from '../arguments.ts';
import { record } from './play.ts';
import { reachServer, send, serverOptions } from './server.ts';

/** What the page plays by itself, and where its recordings lie. */
interface Own {
  readonly of: 'gallery' | 'lessons';
  readonly folder: string;
  readonly read: () => readonly Example[];
}

const gallery: Own = {
  of: 'gallery',
  folder: galleryFolder,
  read: () => readExamples().filter(({ name }) => !notRecorded.has(name)),
};
const lessons: Own = { of: 'lessons', folder: lessonsFolder, read: playedLessons };

const { values, words: positionals } = readArguments({
  name: 'pnpm record',
  about: `Plays the requests of traces on a real server, and their commands by a real kubectl, and writes traces with that server's
answers. A trace is its own scenario: what was sent, beside what came back. Ends with 1 where one failed.`,
  options: {
    ...serverOptions,
    gallery: { type: 'boolean', about: 'records examples of the gallery instead, beside the other traces' },
    lessons: { type: 'boolean', about: 'records what lessons play instead, beside the other traces' },
    out: {
      type: 'string',
      value: 'FOLDER',
      about: 'where traces are written, by default recorded, or with the gallery or lessons',
    },
    kubectl: { type: 'string', value: 'PROGRAM', default: 'kubectl', about: 'the kubectl that runs commands' },
    parallel: { type: 'number', value: 'N', default: 16, about: 'how many traces are played at a time' },
  },
  words: {
    name: 'PATH|NAME…',
    about:
      'files and folders of traces (conformance/traces/v1.36/reference); with --gallery or --lessons their names (all)',
  },
});
const own = values.gallery ? gallery : values.lessons ? lessons : undefined;
if (own === undefined) needPaths('pnpm record', positionals);
const server = await reachServer(values);
let failed = 0;
const traces = own === undefined ? fileTraces(positionals) : await ownTraces(own, positionals);
const out = values.out ?? own?.folder ?? 'recorded';
mkdirSync(out, { recursive: true });
if (traces.some((trace) => hasStep(trace, 'command'))) {
  const [theirs, ours] = [await serverVersion(), clientVersion(values.kubectl)];
  if (theirs !== ours) stop(`kubectl is ${ours} and the server ${theirs}: a recording is of one version.`);
}
const asked = traces.length;
// Definitions of one name would get in each other's way.
const alone = traces.filter((trace) => hasStep(trace, 'crd'));
const together = traces.filter((trace) => !alone.includes(trace));
const queues = own !== undefined ? [alone, ...lanes(together, values.parallel - 1)] : lanes(traces, values.parallel);
const workers = queues.map(async (queue) => {
  for (let trace = queue.shift(); trace !== undefined; trace = queue.shift()) {
    const name = stringAt(trace, 'name') ?? '';
    try {
      writeFileSync(join(out, `${name}.json`), await record(server, trace, values.kubectl));
      console.log(`recorded ${name}`);
    } catch (cause) {
      failed++;
      console.error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
});
await Promise.all(workers);
console.log(`${asked} traces asked, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Returns the same queue several times, so that each lane takes the next item. */
function lanes(queue: ValueMap[], count: number): ValueMap[][] {
  return Array.from({ length: Math.max(1, count) }, () => queue);
}

function hasStep(trace: ValueMap, kind: 'crd' | 'command'): boolean {
  return (listAt(trace, 'steps') ?? []).some((step) => isMap(step) && step.has(kind));
}

/** The version of a kubectl: `v1.36.3`. */
function clientVersion(program: string): string {
  const { stdout } = spawnSync(program, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  return versionIn(stdout ?? '');
}

async function serverVersion(): Promise<string> {
  return versionIn((await send(server, { method: 'GET', path: '/version', query: {}, headers: {} })).body);
}

function versionIn(json: string): string {
  return /"gitVersion": *"([^"]*)"/.exec(json)?.[1] ?? 'not there';
}

function fileTraces(named: readonly string[]): ValueMap[] {
  const paths = named.length > 0 ? named : ['conformance/traces/v1.36/reference'];
  return traceFiles(paths).map(read);
}

/** The examples or lessons as traces without answers; a name that none has is a mistake at the command line. */
async function ownTraces({ of, read: readAll }: Own, names: readonly string[]): Promise<ValueMap[]> {
  const examples = readAll();
  const unknown = names.filter((name) => !examples.some((example) => example.name === name));
  if (unknown.length > 0) stop(`There is nothing to record in ${of} of the name ${unknown.join(', ')}.`);
  const catalog = await loadCatalog();
  const wanted = examples.filter(({ name }) => names.length === 0 || names.includes(name));
  return wanted.flatMap((example) => {
    try {
      return [traceOf(example, catalog, of)];
    } catch (cause) {
      failed++;
      console.error(cause instanceof Error ? cause.message : String(cause));
      return [];
    }
  });
}

function read(file: string): ValueMap {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (parsed.kind === 'error' || !isMap(parsed.value)) stop(`${file} is not a trace.`);
  return parsed.value;
}
