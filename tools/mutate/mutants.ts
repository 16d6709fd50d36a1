import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from './areas.ts';

/** One small change of the code that a test should notice. */
export interface Mutant {
  /** By which its switch in the code knows it. */
  readonly id: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line of code on which the change begins, without the space around it. */
  readonly code: string;
  /** The code that is changed; of more than one line the first. */
  readonly from: string;
  readonly to: string;
  /** The text of the file with this change alone in it. */
  readonly apply: (text: string) => string;
}

/** Mutants, and the code of each file with all of them in it, each behind a switch. */
export interface Mutated {
  readonly mutants: readonly Mutant[];
  readonly code: ReadonlyMap<string, string>;
}

const silent = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** All mutants of some files, by all mutators of StrykerJS. */
export async function mutantsOf(files: readonly string[]): Promise<Mutated> {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const made = await new Instrumenter(logger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const mutants = made.mutants.map(({ id, fileName, location: { start, end }, replacement }): Mutant => {
    const lines = (sources.get(fileName) ?? '').split('\n');
    const first = lines[start.line] ?? '';
    return {
      id,
      file: fileName,
      line: start.line + 1,
      code: first.trim(),
      from: first.slice(start.column, start.line === end.line ? end.column : undefined).trim(),
      to: replacement.replaceAll(/\s+/g, ' '),
      apply: (text) => {
        const [begin, finish] = [start, end].map(({ line, column }) => offsetOf(text, line, column));
        return text.slice(0, begin) + replacement + text.slice(finish);
      },
    };
  });
  return { mutants, code: new Map(made.files.map(({ name, content }) => [name, content])) };
}

/** The number of characters before a column of a line, both from 0. */
function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let each = 0; each < line; each++) at = text.indexOf('\n', at) + 1;
  return at + column;
}

/**
 * So many mutants, chosen by a seed, in the order of the code. Each has a number made of the seed and of its own code,
 * and the smallest are taken: a change elsewhere in the code leaves the choice as it is.
 */
export function chosen(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const times = new Map<string, number>();
  const numbered = mutants.map((mutant) => {
    const own = JSON.stringify([seed, mutant.code, mutant.from, mutant.to]);
    const before = times.get(own) ?? 0;
    times.set(own, before + 1);
    return { mutant, number: createHash('sha256').update(`${own}${before}`).digest('hex') };
  });
  const smallest = numbered.sort((a, b) => (a.number < b.number ? -1 : 1)).slice(0, count);
  const taken = new Set(smallest.map(({ mutant }) => mutant));
  return mutants.filter((mutant) => taken.has(mutant));
}

/** Code without the switches of other mutants than these, so that it is about as fast as it was. */
export function onlySwitchesOf(code: string, ids: ReadonlySet<string>): string {
  return code
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, (whole, id: string) => (ids.has(id) ? whole : 'false'))
    .replaceAll(/stryCov_9fa48\(((?:"\d+"(?:, )?)+)\)/g, (_, list: string) => {
      const kept = list.split(', ').filter((id) => ids.has(id.slice(1, -1)));
      return kept.length === 0 ? 'void 0' : `stryCov_9fa48(${kept.join(', ')})`;
    });
}
