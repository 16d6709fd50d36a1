import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMap, listAt, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { galleryFolder, readExamples } from '../gallery/examples.ts';
import { notRecorded } from '../gallery/not-recorded.ts';
import { traceOf } from '../gallery/trace-of.ts';
import { loadCatalog } from '../replay/catalog.ts';
import { traceFiles } from '../replay/files.ts';
import { record } from './play.ts';
import { type Server, send } from './server.ts';

/**
 * `pnpm record --server URL [--token T] [--insecure] [--out FOLDER] [--kubectl PROGRAM] [PATH…]` plays the requests of traces on a real
 * server, and their commands by a real kubectl, and writes traces with that server's answers. A trace is its own scenario: what was sent, beside what came back.
 * `pnpm record --gallery --server URL … [NAME…]` records examples of the gallery instead, by default all, beside the
 * other traces.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    gallery: { type: 'boolean', default: false },
    out: { type: 'string' },
    kubectl: { type: 'string', default: 'kubectl' },
    parallel: { type: 'string', default: '16' },
  },
});

if (values.server === undefined) {
  console.error(
    'pnpm record needs --server URL; kubectl proxy gives one, and --token and --insecure serve for others.',
  );
  process.exit(2);
}

const server: Server = { url: values.server.replace(/\/$/, ''), token: values.token, insecure: values.insecure };
let failed = 0;
const traces = values.gallery ? await galleryTraces(positionals) : fileTraces(positionals);
const out = values.out ?? (values.gallery ? galleryFolder : 'recorded');
mkdirSync(out, { recursive: true });
if (traces.some((trace) => hasStep(trace, 'command'))) {
  const [theirs, ours] = [await serverVersion(), clientVersion(values.kubectl)];
  if (theirs !== ours) {
    console.error(`kubectl is ${ours} and the server ${theirs}: a recording is of one version.`);
    process.exit(2);
  }
}
const asked = traces.length;
// Definitions of one name would get in each other's way.
const alone = traces.filter((trace) => hasStep(trace, 'crd'));
const together = traces.filter((trace) => !alone.includes(trace));
const queues = values.gallery
  ? [alone, ...lanes(together, Number(values.parallel) - 1)]
  : lanes(traces, Number(values.parallel));
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

/** The examples as traces without answers; a name that no example has is a mistake at the command line. */
async function galleryTraces(names: readonly string[]): Promise<ValueMap[]> {
  const examples = readExamples().filter(({ name }) => !notRecorded.has(name));
  const unknown = names.filter((name) => !examples.some((example) => example.name === name));
  if (unknown.length > 0) throw new Error(`no example to record: ${unknown.join(', ')}`);
  const catalog = await loadCatalog();
  const wanted = examples.filter(({ name }) => names.length === 0 || names.includes(name));
  return wanted.flatMap((example) => {
    try {
      return [traceOf(example, catalog)];
    } catch (cause) {
      failed++;
      console.error(cause instanceof Error ? cause.message : String(cause));
      return [];
    }
  });
}

function read(file: string): ValueMap {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error(`${file} is not a trace`);
  return parsed.value;
}
