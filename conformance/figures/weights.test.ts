import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { facts, firstViews, loaders, monaco, shareLink, styles } from '../../e2e/size/budgets.ts';
import { staleLines, withWeights } from './weights.ts';

const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
const budgets = [...firstViews, styles, facts, monaco, ...loaders, shareLink];

test('docs/performance.md has a line for each budget, with its limit', () => {
  for (const { name, limit } of budgets) {
    const said = Number(new RegExp(`^${name} ([\\d.]+) KB`, 'm').exec(page)?.[1]);
    expect(staleLines(page, [{ name, limit, size: said }]), name).toEqual([]);
  }
});

test('weights are written where they stand', () => {
  expect(withWeights('app 10.0 KB of 20 KB\n', [{ name: 'app', size: 12.34, limit: 30 }])).toBe(
    'app 12.3 KB of 30 KB\n',
  );
});

test('a weight that is more than 1 KB beside what is said is stale, and so is another limit', () => {
  const text = 'app 10.0 KB of 20 KB\nembed 3.0 KB of 4 KB';
  expect(staleLines(text, [{ name: 'app', size: 10.9, limit: 20 }])).toEqual([]);
  expect(staleLines(text, [{ name: 'app', size: 11.1, limit: 20 }])).toEqual(['app 10.0 KB of 20 KB']);
  expect(staleLines(text, [{ name: 'embed', size: 3, limit: 5 }])).toEqual(['embed 3.0 KB of 4 KB']);
  expect(() => staleLines(text, [{ name: 'Monaco', size: 3, limit: 5 }])).toThrow('Monaco');
});
