import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare.ts';
import { readKept } from './kept.ts';
import { playHere } from './sequence.ts';

const lines = readFileSync(new URL('./upstream.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

describe('the engine answers as upstream’s own engine did', () => {
  it.each(lines.map((line, i) => [i, readKept(line)] as const))('sequence %i', (_, { kinds, operations, answers }) => {
    const here = playHere(kinds, operations);
    const step = firstDifference(here, answers);
    expect(step === undefined ? undefined : { step, ...here[step] }).toEqual(
      step === undefined ? undefined : { step, ...answers[step] },
    );
  });
});
