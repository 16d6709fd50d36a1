import { openSync, readFileSync, readSync } from 'node:fs';
import { sourceReader, startSurvey } from '@managed-fields/survey';

/** How many bytes a browser hands over at once of a file, more or less. */
const chunkBytes = 65_536;

/** Reads and judges a text as the page's worker does, chunk by chunk, and returns how many objects there are. */
function survey(chunks: Iterable<Uint8Array>): number {
  const survey = startSurvey();
  const reader = sourceReader('dump');
  let rows = 0;
  const take = (parts: ReturnType<typeof reader.end>) => {
    for (const part of parts) {
      const added = survey.add(part);
      if (added !== undefined && 'row' in added) rows++;
      else throw new Error(`not read: ${JSON.stringify(added)}`);
    }
  };
  for (const chunk of chunks) take(reader.push(chunk));
  take(reader.end());
  kept[0] = survey;
  return rows;
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The chunks of a file, which is never in memory as a whole. */
function* chunksOfFile(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  for (;;) {
    const chunk = new Uint8Array(chunkBytes);
    const read = readSync(file, chunk);
    if (read === 0) return;
    yield chunk.subarray(0, read);
  }
}

/** The survey stays in memory, as it does in the page. */
const kept: unknown[] = [];

/** Times the survey of a file so many times, in milliseconds. */
export function timeSurvey(
  path: string,
  rounds: number,
): { readonly times: readonly number[]; readonly objects: number } {
  const bytes = readFileSync(path);
  let objects = 0;
  const times = timed(rounds, () => {
    objects = survey(chunksOf(bytes));
  });
  return { times, objects };
}

/** Times a parser of the same text. */
export function timeParse(path: string, rounds: number, parse: (text: string) => unknown): readonly number[] {
  const text = readFileSync(path, 'utf8');
  return timed(rounds, () => {
    kept[0] = parse(text);
  });
}

function timed(rounds: number, run: () => void): readonly number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

/** The most memory that a survey of a file holds at any time, of what cannot be let go of, in bytes; needs `--expose-gc`. */
export function memoryOfSurvey(path: string, warmUp: string): number {
  const held = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  survey(chunksOfFile(warmUp));
  kept[0] = undefined;
  const before = held();
  let most = 0;
  function* looked(): Generator<Uint8Array> {
    let count = 0;
    for (const chunk of chunksOfFile(path)) {
      yield chunk;
      if (++count % 16 === 0) most = Math.max(most, held());
    }
  }
  survey(looked());
  return Math.max(most, held()) - before;
}
