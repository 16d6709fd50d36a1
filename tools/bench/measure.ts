import { formatJson } from '@managed-fields/merge-engine';
import { operate } from '../../conformance/upstream/sequence.ts';
import type { Peer } from '../fuzz/peer.ts';
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
