import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askCases } from './cases.ts';
import { type AskedCase, outcomeWords, playCase } from './play-case.ts';

const recorded: Readonly<Record<string, AskedCase>> = JSON.parse(
  readFileSync(new URL('recorded-cases.json', import.meta.url), 'utf8'),
);

test.each(askCases)('$name', async (each) => {
  const { release, replies } = recorded[each.name] ?? { release: '', replies: {} };
  const asked: string[] = [];
  const outcome = await playCase(each, release, (method, address) => {
    const key = `${method} ${address}`;
    const times = asked.filter((other) => other === key).length;
    asked.push(key);
    const found = replies[key];
    const reply = found?.[times] ?? found?.at(-1);
    if (reply === undefined) throw new Error(`nothing was recorded of ${key}`);
    return Promise.resolve(reply);
  });
  const words = outcomeWords(outcome, each);
  expect(words[0]).toBe(each.is[0]);
  for (const line of each.is) {
    const [, begins = line, why = ''] = /^(.*?)( \(.*\))$/.exec(line) ?? [];
    expect(
      words.filter((word) => word.startsWith(begins) && word.endsWith(why)),
      words.join('\n'),
    ).not.toEqual([]);
  }
});
