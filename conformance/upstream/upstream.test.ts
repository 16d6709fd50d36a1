import { loadGoReader, mergeLibraries } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare.ts';
import { keptLines, readKept } from './kept.ts';
import { factsWith, playHere } from './sequence.ts';

await loadGoReader();

describe.each(mergeLibraries)(
  'the engine answers as upstream’s own engine did with structured-merge-diff %s',
  (library) => {
    it.each(keptLines(library, 'sequences').map((line, i) => [i, line] as const))('sequence %i', (_, line) => {
      const { kinds, operations, answers } = readKept(line);
      const here = playHere(kinds, operations, factsWith(library));
      const step = firstDifference(here, answers);
      expect(step === undefined ? undefined : { step, ...here[step] }).toEqual(
        step === undefined ? undefined : { step, ...answers[step] },
      );
    });
  },
);
