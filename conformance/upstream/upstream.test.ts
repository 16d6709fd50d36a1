import { readFileSync } from 'node:fs';
import {
  libraryDoes,
  loadGoReader,
  type MergeLibrary,
  mergeLibraries,
  usualLibrary,
} from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare.ts';
import { readKept } from './kept.ts';
import { playHere } from './sequence.ts';

await loadGoReader();

/** The sequences that upstream's engine played with a release of the library, as `fuzz --library V --keep FILE` kept them. */
function sequencesWith(library: MergeLibrary): readonly string[] {
  const name = library === usualLibrary ? 'upstream' : `upstream-${library}`;
  return readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

describe.each(mergeLibraries)(
  'the engine answers as upstream’s own engine did with structured-merge-diff %s',
  (library) => {
    // The libraries of Kubernetes that v7 is built with keep managedFields that cannot be read.
    const facts = { library, ...(libraryDoes('jsonOfGo', library) ? { keepsManagedFields: true } : {}) };
    it.each(sequencesWith(library).map((line, i) => [i, line] as const))('sequence %i', (_, line) => {
      const { kinds, operations, answers } = readKept(line);
      const here = playHere(kinds, operations, facts);
      const step = firstDifference(here, answers);
      expect(step === undefined ? undefined : { step, ...here[step] }).toEqual(
        step === undefined ? undefined : { step, ...answers[step] },
      );
    });
  },
);
