import { expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { whole } from '../whole.ts';
import { askFour, isSpecial } from './four-answers.ts';
import { isCustom, objectsOf, pasted, random, someTraces } from './recorded-objects.ts';

// Overlay, panel, table and what-if name the same owners of each line of every object that a recorded server answered
// with. `WHOLE=1` asks about every line of all traces; without it about some lines of a share by `OWNERS_SEED`.
const seed = Number(process.env['OWNERS_SEED'] ?? 11);
const files = someTraces(whole ? 1 : 0.015, seed);
const chance = random(seed + 1);
const take = (share: number) => whole || chance() < share;

const catalog = await loadCatalog();
const known = new Set<string>();
const counted = { objects: 0, lines: 0, asked: 0 };

test.each(files.map((file) => ({ name: file.slice(file.indexOf('v1.36/') + 6), file })))('$name', ({ file }) => {
  for (const recorded of objectsOf(file).filter((each) => take(isSpecial(each) ? 1 : 0.3))) {
    for (const withDefinitions of isCustom(recorded) ? [true, false] : [true]) {
      const scenario = pasted(recorded, withDefinitions);
      // The same object after the same definitions is the same question, whichever trace it comes from.
      const texts = JSON.stringify(scenario.steps.map(({ text }) => text));
      if (known.has(texts)) continue;
      known.add(texts);
      const takes = () => take(isSpecial(recorded) ? 0.15 : 0.06);
      const { lines, asked, disagreements } = askFour({ recorded, scenario, catalog, takes, playsAll: !whole });
      counted.objects++;
      counted.lines += lines;
      counted.asked += asked;
      expect(disagreements, `${recorded.name}${withDefinitions ? '' : ' without definition'}`).toEqual([]);
    }
  }
});

test.runIf(whole)('every line is asked about', () => {
  process.stdout.write(`${JSON.stringify(counted)}\n`);
  expect(counted.asked).toBe(counted.lines);
});
