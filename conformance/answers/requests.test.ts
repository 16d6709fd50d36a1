import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineAnswers, keptAnswer, keptRequests, namespaceOf, type Row, readCases } from './plays.ts';

it('plays all files of kept requests', () => {
  const names = readdirSync(import.meta.dirname).flatMap(
    (file) => /^requests-(.*)\.cases\.json$/.exec(file)?.[1] ?? [],
  );
  expect(names.sort()).toEqual([...keptRequests].sort());
});

describe.each(keptRequests)('requests about %s', (file) => {
  const cases = readCases(file);
  it.each(Object.entries(cases.plays))('%s is answered as a kube-apiserver answers', async (play, rows) => {
    const given = await engineAnswers(cases.release, cases, play, namespaceOf(file, play));
    const shown = (row: Row | undefined, answer: string | undefined) =>
      `${row?.[0]} ${JSON.stringify(row?.[2])}\n${answer}`;
    const wanted = rows.map((row) => keptAnswer(cases, row));
    const wrong = rows.flatMap((_, i) => (given[i] === wanted[i] ? [] : [i]));
    expect(wrong.map((i) => shown(rows[i], given[i]))).toEqual(wrong.map((i) => shown(rows[i], wanted[i])));
  });
});
