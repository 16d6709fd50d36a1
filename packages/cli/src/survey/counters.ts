import { type Batch, type CountedBatch, countBatch, type RuleOptions } from '@managed-fields/survey';
import type { Io, Worker } from '../io.ts';
import type { CountingSettings } from './worker.ts';

/** How much of a source is counted at once, in bytes or letters. */
export const batchLength = 1 << 21;

/** Counts batches, here or in workers, and gives them back in their order. */
export interface Counters {
  /** Takes a batch of so many bytes; returns those that are counted now. */
  count(batch: Batch, length: number): Promise<readonly CountedBatch[]>;
  /** All that are not given back yet. */
  rest(): Promise<readonly CountedBatch[]>;
  end(): void;
}

/** Counts in this thread until it is much, and then in a worker for each core. */
export function counters(options: RuleOptions, settings: CountingSettings, io: Pick<Io, 'workers'>): Counters {
  const { workers } = io;
  let taken = 0;
  let next = 0;
  let started: readonly Worker[] = [];
  const pending: Promise<CountedBatch>[] = [];
  return {
    count: async (batch, length) => {
      taken += length;
      if (workers === undefined || taken < workers.worthFrom) return [countBatch(batch, options)];
      if (started.length === 0) started = Array.from({ length: workers.count }, () => workers.start(settings));
      const worker = started[next++ % started.length];
      if (worker === undefined) return [countBatch(batch, options)];
      const { posted, buffers } = inOneBuffer(batch);
      pending.push(worker.ask(posted, buffers) as Promise<CountedBatch>);
      // Each has one batch in hand and one to go on with, so that what is in memory has an end.
      const first = pending.length < 2 * started.length ? undefined : pending.shift();
      return first === undefined ? [] : [await first];
    },
    rest: async () => Promise.all(pending.splice(0)),
    end: () => {
      for (const worker of started) worker.end();
    },
  };
}

/** A batch whose bytes stand in one buffer, which is handed over and not copied. */
function inOneBuffer({ file, parts }: Batch): { readonly posted: Batch; readonly buffers: readonly ArrayBuffer[] } {
  const size = parts.reduce((sum, part) => sum + (bytesOf(part)?.length ?? 0), 0);
  const all = new Uint8Array(size);
  let at = 0;
  const moved = parts.map((part) => {
    const bytes = bytesOf(part);
    if (bytes === undefined || part.kind !== 'piece') return part;
    all.set(bytes, at);
    at += bytes.length;
    return { ...part, source: all.subarray(at - bytes.length, at) };
  });
  return { posted: { file, parts: moved }, buffers: [all.buffer] };
}

function bytesOf(part: Batch['parts'][number]): Uint8Array | undefined {
  return part.kind === 'piece' && typeof part.source !== 'string' ? part.source : undefined;
}
