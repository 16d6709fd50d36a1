import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, testFiles, testsOf } from './areas.ts';
import { build } from './build.ts';
import { readEquivalent } from './equivalent.ts';
import { collect, describe, test } from './harness.ts';
import { measure } from './measure.ts';
import { chosen, type Mutant, mutantsOf, onlySwitchesOf } from './mutants.ts';
import { newTrier } from './try.ts';
import { refusedByTypes } from './types.ts';

const folder = 'tools/mutate/sample';

it('finds what no test notices, and nothing else', async () => {
  const { mutants, code } = await mutantsOf([`${folder}/sample.ts`]);
  const built = await build([`${folder}/sample.test.ts`], code);
  const measured = await measure(built, 1);
  expect(measured.failing).toEqual([]);
  const tryOne = newTrier(built, measured, 1000);
  const survivors: string[] = [];
  for (const mutant of mutants) {
    if ((await tryOne(mutant)).kind === 'survived') survivors.push(`${mutant.from} -> ${mutant.to}`);
  }
  rmSync(built.folder, { recursive: true });
  expect(survivors).toEqual(['value < high -> true', 'value < high -> value <= high']);
});

it('shows mutants to the type checker, each by itself', async () => {
  const { mutants } = await mutantsOf([`${folder}/sample.ts`]);
  const refused = await refusedByTypes(mutants);
  expect(mutants.filter(({ id }) => refused.has(id)).map(({ from, to }) => `${from} -> ${to}`)).toEqual([
    "['zero', 'one'] -> []",
    '{ -> {}',
    '{ -> {}',
    "units[at] ?? 'many' -> units[at] && 'many'",
  ]);
  expect((await refusedByTypes([])).size).toBe(0);
});

it('says so where the type checker refuses the code as it stands', async () => {
  const [first] = (await mutantsOf([`${folder}/sample.ts`])).mutants;
  if (first === undefined) throw new Error('no mutant');
  const wrong = {
    ...first,
    file: 'tools/mutate/sample/sample.test.ts',
    apply: (text: string) => `${text}\nlet a: string = 1;`,
  };
  await expect(refusedByTypes([{ ...wrong, id: 'none' }])).rejects.toThrow('refuses the code as it stands');
});

it('passes a test that skips itself', async () => {
  const [only] = await collect(async () =>
    test('skips', (context: { skip(): void }) => {
      context.skip();
      throw new Error('it goes on');
    }),
  );
  await expect(only?.run()).resolves.toBeUndefined();
});

it('tries an area by the tests that know of it, and any other by all', () => {
  const own = testsOf('packages/admission/src/quota');
  expect(own).toEqual(testsOf('admission'));
  const some = testFiles(own);
  expect(some).toContain('packages/admission/src/quota/quota.test.ts');
  expect(some.filter((file) => !file.startsWith('packages/admission/'))).toEqual(['conformance/traces.test.ts']);
  expect(testsOf('field manager')).toBeUndefined();
  expect(testFiles(testsOf('packages/admissions')).length).toBeGreaterThan(some.length);
});

it('collects what stands in groups that wait for something', async () => {
  const ran: string[] = [];
  const tests = await collect(async () => {
    describe('waits', async () => {
      await Promise.resolve();
      describe('in it', () => test('two', () => ran.push('two')));
      test('one', () => ran.push('one'));
    });
    test('zero', () => ran.push('zero'));
  });
  for (const { run } of tests) await run();
  expect(ran).toEqual(['zero', 'one', 'two']);
});

it('chooses the same mutants by the same seed', () => {
  const all = Array.from(
    { length: 50 },
    (_, index): Mutant => ({
      id: String(index),
      file: '',
      line: index,
      code: `code ${index % 20}`,
      from: '',
      to: '',
      apply: (text) => text,
    }),
  );
  const ids = (seed: number) => chosen(all, 10, seed).map(({ line }) => line);
  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(ids(1)).toEqual([...new Set(ids(1))].sort((a, b) => a - b));
  expect(ids(1)).toHaveLength(10);
  const without = chosen(all.slice(0, -1), 10, 1).map(({ line }) => line);
  expect(ids(1).filter((line) => without.includes(line)).length).toBeGreaterThanOrEqual(9);
});

it('leaves only the switches of chosen mutants in the code', () => {
  const code = 'const a = stryMutAct_9fa48("1") ? b : stryMutAct_9fa48("2") ? c : (stryCov_9fa48("1", "2"), d);';
  expect(onlySwitchesOf(code, new Set(['2']))).toBe(
    'const a = false ? b : stryMutAct_9fa48("2") ? c : (stryCov_9fa48("2"), d);',
  );
  expect(onlySwitchesOf(code, new Set())).toBe('const a = false ? b : false ? c : (void 0, d);');
});

it.each(
  readEquivalent(new URL('equivalent.json', import.meta.url)).map((row) => [`${row.file}: ${row.from}`, row] as const),
)('an equivalent mutant is still one of the code, and has a reason: %s', (_, { file, code, from, reason }) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  expect(lines.map((line) => line.trim())).toContain(code);
  expect(code).toContain(from);
  expect(reason).not.toBe('');
});
