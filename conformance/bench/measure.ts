import { formatJson } from '@managed-fields/merge-engine';
import type { Peer } from '../fuzz/peer.ts';
import { operate } from '../fuzz/sequence.ts';
import type { Prepared } from './prepared.ts';

/** Nanoseconds of one operation in this engine: the mean over so many rounds, copies made outside of the clock. */
export function timeHere(prepared: Prepared, rounds: number): number {
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
export async function timeThere(peer: Peer, prepared: Prepared, rounds: number): Promise<number> {
  const { definitions, kinds, live, object, write, manager } = prepared;
  const step = `{"operation":"${write}","manager":"${manager}","object":${formatJson(object)}}`;
  const before = live === undefined ? '' : `"live":${formatJson(live)},`;
  const storage = JSON.stringify(kinds.storage);
  const asked = `{"time":{"storage":${storage},"definitions":${definitions},${before}"step":${step},"rounds":${rounds}}}`;
  const answer: { nanoseconds?: number; error?: string } = JSON.parse(await peer.ask(asked));
  if (answer.nanoseconds === undefined) throw new Error(`the partner failed: ${answer.error}`);
  return answer.nanoseconds;
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
