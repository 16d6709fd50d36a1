import { cpus } from 'node:os';
import { formatJson } from '@managed-fields/merge-engine';
import { median } from '../../conformance/median.ts';
import { operate } from '../../conformance/upstream/sequence.ts';
import { buildPeer, hasGo, type Peer, startPeer } from '../fuzz/peer.ts';
import { builtinDefinitions, definitionsOf, type Prepared, prepare } from './prepared.ts';
import { workloads } from './workloads.ts';

const turns = 7;
const secondsPerTurn = 0.12;

interface Row {
  readonly prepared: Prepared;
  /** Nanoseconds an operation, medians over the turns. */
  readonly here: number;
  readonly native: number | undefined;
  readonly wasm: number | undefined;
}

/**
 * Times the engine against upstream's own Go code, native and as WebAssembly, on the same objects, from
 * parsed objects with managedFields to the result with its managedFields. The engines take turns within one run, so a
 * busy machine slows all of them; ratios are what counts. Where Go is not installed it times the engine alone.
 */
export async function timeEngine(): Promise<void> {
  const builtin = builtinDefinitions();
  const native = await peerOf('native', builtin);
  const wasm = await peerOf('wasm', builtin);
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
  if (native === undefined) console.log('Go is not installed (https://go.dev), so the engine is timed alone.');

  const prepared = workloads.flatMap((workload) => prepare(workload, definitionsOf(JSON.parse(builtin))));
  const rows: Row[] = [];
  console.log(
    `${'workload'.padEnd(34)}${'operation'.padEnd(13)}${['here', 'Go', 'WASM', 'here/Go'].map(right).join('')}`,
  );
  for (const each of prepared) {
    const row = await measure(each, native, wasm);
    rows.push(row);
    const ratio = row.native === undefined ? '' : (row.here / row.native).toFixed(2);
    const cells = [...[row.here, row.native, row.wasm].map(microseconds), ratio].map(right).join('');
    console.log(`${each.workload.name.padEnd(34)}${each.operation.padEnd(13)}${cells}`);
  }
  native?.close();
  wasm?.close();
  summarize(rows);
}

async function measure(each: Prepared, native: Peer | undefined, wasm: Peer | undefined): Promise<Row> {
  const rounds = roundsFor(timeHere(each, 1));
  // The first turns of a new shape of object compile; they are not counted.
  timeHere(each, rounds);
  const figures: { here: number[]; native: number[]; wasm: number[] } = { here: [], native: [], wasm: [] };
  for (let turn = 0; turn < turns; turn++) {
    figures.here.push(timeHere(each, rounds));
    if (native !== undefined) figures.native.push(await timeThere(native, each, rounds));
    if (wasm !== undefined && turn % 3 === 0) figures.wasm.push(await timeThere(wasm, each, Math.max(1, rounds >> 3)));
  }
  return {
    prepared: each,
    here: median(figures.here),
    native: native === undefined ? undefined : median(figures.native),
    wasm: wasm === undefined ? undefined : median(figures.wasm),
  };
}

function roundsFor(nanoseconds: number): number {
  return Math.max(1, Math.min(2000, Math.round((secondsPerTurn * 1e9) / nanoseconds)));
}

function summarize(rows: readonly Row[]): void {
  const memory = process.memoryUsage();
  console.log(
    `memory after the 10,000 items: ${megabytes(memory.heapUsed)} MB used, ${megabytes(memory.rss)} MB resident`,
  );
  const compared = rows.flatMap((row) => (row.native === undefined ? [] : [{ row, ratio: row.here / row.native }]));
  const worst = compared.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (worst !== undefined) {
    const { workload, operation } = worst.row.prepared;
    const middle = median(compared.map(({ ratio }) => ratio)).toFixed(2);
    console.log(
      `TypeScript / Go native: median ${middle}, worst ${worst.ratio.toFixed(2)} (${workload.name}, ${operation})`,
    );
    const against = rows.flatMap(({ wasm: there, here }) => (there === undefined ? [] : [there / here]));
    console.log(`Go WASM / TypeScript: median ${median(against).toFixed(2)}`);
  }
  // The rows of the table in docs/performance.md.
  for (const name of new Set(rows.map(({ prepared }) => prepared.workload.name))) {
    const cells = rows.filter(({ prepared }) => prepared.workload.name === name).map(cellOf);
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
  console.log(`growth: items ${growth(rows, 'items').toFixed(2)}, managers ${growth(rows, 'managers').toFixed(2)}`);
}

/** The exponent with which the cost grows along an axis: the median over the operations. */
function growth(rows: readonly Row[], axis: 'items' | 'managers'): number {
  const along = rows.filter(({ prepared: { workload } }) => workload.growth?.axis === axis);
  const exponents = along.flatMap((small) =>
    along.flatMap((large) => {
      const [from, to] = [small.prepared.workload.growth?.size ?? 0, large.prepared.workload.growth?.size ?? 0];
      if (from >= to || small.prepared.operation !== large.prepared.operation) return [];
      return [Math.log(large.here / small.here) / Math.log(to / from)];
    }),
  );
  return median(exponents);
}

async function peerOf(target: 'native' | 'wasm', builtin: string): Promise<Peer | undefined> {
  if (!hasGo()) return undefined;
  const peer = startPeer(buildPeer(target));
  const loaded = await peer.ask(`{"load":{"name":"builtin","definitions":${builtin}}}`);
  if (loaded !== '{}') throw new Error(`the partner could not load the built-in kinds: ${loaded}`);
  return peer;
}

/** The time of a row in milliseconds, and what share of Go's it is: `0.45 ms · 0.59`. */
function cellOf({ here, native }: Row): string {
  const time = Number((here / 1e6).toPrecision(2));
  return native === undefined ? `${time} ms` : `${time} ms · ${(here / native).toFixed(2)}`;
}

function microseconds(nanoseconds: number | undefined): string {
  return nanoseconds === undefined ? '' : `${(nanoseconds / 1000).toFixed(0)} µs`;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function right(text: string): string {
  return text.padStart(12);
}

/** Nanoseconds of one operation in this engine: the mean over so many rounds, copies made outside of the clock. */
function timeHere(prepared: Prepared, rounds: number): number {
  const { kinds, object, write, manager } = prepared;
  let total = 0;
  for (let i = 0; i < rounds; i++) {
    const live = prepared.live === undefined ? undefined : structuredClone(prepared.live);
    const next = structuredClone(object);
    const started = process.hrtime.bigint();
    operate(kinds, live, { operation: write, manager, force: false, object: next });
    total += Number(process.hrtime.bigint() - started);
  }
  return total / rounds;
}

/** The same in upstream's engine. */
async function timeThere(peer: Peer, prepared: Prepared, rounds: number): Promise<number> {
  const { definitions, kinds, live, object, write, manager } = prepared;
  const step = `{"operation":"${write}","manager":"${manager}","object":${formatJson(object)}}`;
  const before = live === undefined ? '' : `"live":${formatJson(live)},`;
  const storage = JSON.stringify(kinds.storage);
  const asked = `{"time":{"storage":${storage},"definitions":${definitions},${before}"step":${step},"rounds":${rounds}}}`;
  const answer: { nanoseconds?: number; error?: string } = JSON.parse(await peer.ask(asked));
  if (answer.nanoseconds === undefined) throw new Error(`the partner failed: ${answer.error}`);
  return answer.nanoseconds;
}
