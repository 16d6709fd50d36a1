import { readFileSync } from 'node:fs';
import { loadGoReader, mergeLibraries, usualLibrary } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { answerHere } from './answer-here.ts';
import { sameAnswers } from './compare.ts';
import { readKeptQuestion } from './kept.ts';

await loadGoReader();

/** The questions that a release of the library was asked, as `fuzz --library V --keep upstream-V.jsonl` kept them. */
function questionsTo(library: string): readonly string[] {
  const name = library === usualLibrary ? 'upstream-library' : `upstream-${library}-library`;
  return readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

describe.each(mergeLibraries)('structured-merge-diff %s answers as upstream’s own did', (library) => {
  it.each(questionsTo(library).map((line, i) => [i, JSON.parse(line).ask.operation, line] as const))(
    'question %i: %s',
    (_, _name, line) => {
      const { question, answer } = readKeptQuestion(line);
      const here = answerHere(question, library);
      expect(sameAnswers(here, answer) ? answer : here).toEqual(answer);
    },
  );
});
