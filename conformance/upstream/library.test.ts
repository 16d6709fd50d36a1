import { loadGoReader, mergeLibraries } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { answerHere } from './answer-here.ts';
import { sameAnswers } from './compare.ts';
import { keptLines, readKeptQuestion } from './kept.ts';

await loadGoReader();

describe.each(mergeLibraries)('structured-merge-diff %s answers as upstream’s own did', (library) => {
  it.each(keptLines(library, 'questions').map((line, i) => [i, JSON.parse(line).ask.operation, line] as const))(
    'question %i: %s',
    (_, _name, line) => {
      const { question, answer } = readKeptQuestion(line);
      const here = answerHere(question, library);
      expect(sameAnswers(here, answer) ? answer : here).toEqual(answer);
    },
  );
});
