import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerHere } from './answer-here.ts';
import { sameAnswers } from './compare.ts';
import { readKeptQuestion } from './kept.ts';

const lines = readFileSync(new URL('./upstream-library.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

describe('the library answers as upstream’s own did', () => {
  it.each(lines.map((line, i) => [i, JSON.parse(line).ask.operation, line] as const))(
    'question %i: %s',
    (_, _name, line) => {
      const { question, answer } = readKeptQuestion(line);
      const here = answerHere(question);
      expect(sameAnswers(here, answer) ? answer : here).toEqual(answer);
    },
  );
});
