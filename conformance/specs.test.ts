import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../e2e/', import.meta.url);

/** All files of end-to-end tests, and of the programs beside them. */
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(spec|test)\.ts$/.test(file),
);

/** How often a file names the clock of the machine, or a time after which something is done, and why it may. */
const timed: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'browsers/looking.ts': [2, 'a program: looks at a state again and again, through a driver that cannot wait for one'],
  'browsers/webkit.ts': [2, 'a program: asks a driver that has just been started until it answers'],
  'bring.spec.ts': [1, 'what comes after all listeners of an event'],
  'cluster/admission.spec.ts': [1, 'a policy of a real server needs some moments to be in force'],
  'cluster/attacker.ts': [4, 'an attack that nobody answers has failed, and that can be seen by a time alone'],
  'cluster/figures.ts': [4, 'a program: measures'],
  'cluster/objects.ts': [1, 'looks again and again whether a real server has deleted an object'],
  'cluster/serve-cluster.ts': [2, 'a server that is slow, or that goes away in the middle of an answer'],
  'drafts.spec.ts': [1, 'a page that hangs as soon as it has kept a draft'],
  'embed-page.spec.ts': [1, 'notes when something came, to be held against when files were asked for'],
  'hostile.spec.ts': [3, 'looks at the state of the page again and again, in the page, for hundreds of links'],
  'size/measure.ts': [1, 'notes when something came, to be held against when files were asked for'],
  'tasks.ts': [1, 'measures what happens in a time, for bench page'],
  'test.ts': [1, 'what comes after React has drawn'],
  'views-compare/cli.ts': [2, 'a program: says how long it took'],
  'views-compare/pictures.ts': [1, 'a program: takes a picture when nothing has moved for a while'],
};

/** What waits for a time or reads the clock. `test.setTimeout` bounds a test, and waits for nothing. */
const clock = /(?<!\btest\.)\bsetTimeout\b|\bsetInterval\b|\bwaitForTimeout\b|\bDate\.now\b|\bperformance\.now\b/g;

test('only what is named here reads the clock of the machine, or waits for a time, and no more often', () => {
  const found = all.flatMap((file) => {
    const times = [...readFileSync(new URL(file, folder), 'utf8').matchAll(clock)].length;
    return times === 0 ? [] : [[file, times] as const];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(timed).map(([file, [times]]) => [file, times])),
  );
  const ways = ['await new Promise((done) => setTimeout(done, 300))', 'setTimeout(run)', 'Date.now() < until'];
  for (const way of ways) expect(way.match(clock), way).not.toBeNull();
  expect('test.setTimeout(60_000)'.match(clock)).toBeNull();
});

test('no end-to-end test is tried twice', () => {
  const again = all.filter((file) => /\bretries\b|test\.slow\(/.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(again).toEqual([]);
  expect(specs.length).toBeGreaterThan(60);
  expect(readFileSync(new URL('../playwright.config.ts', folder), 'utf8')).toContain('retries: 0,');
});

test('every end-to-end test hears of breached policies', () => {
  const deaf = readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return !/^import { (?:\w+, )*test(?:, withMonaco)? } from '.\/test.ts';$/m.test(text);
    });
  expect(deaf).toEqual([]);
});

test('`test` runs a share of the end-to-end tests, CI and `e2e` run all of them', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', folder), 'utf8'));
  expect(scripts.test).toMatch(/ pnpm run e2e --grep-invert @further$/);
  expect(scripts.e2e).not.toContain('@further');
  const workflow = readFileSync(new URL('../.github/workflows/ci.yml', folder), 'utf8');
  expect(workflow).toContain('pnpm@12.21.0 e2e --shard=');
  expect(workflow).not.toContain('@further');
});
