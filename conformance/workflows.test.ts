import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/** A job, as far as it is looked at here. */
interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  /** A workflow that it calls. */
  readonly uses?: string;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

type Jobs = Readonly<Record<string, Job>>;

/** The reader of YAML that `source` has. */
const { parse } = createRequire(new URL('../packages/source/package.json', import.meta.url))('yaml') as {
  parse(text: string): { readonly jobs: Jobs } & Readonly<Record<string, unknown>>;
};

const folder = new URL('../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  return { file, text, jobs: parse(text).jobs };
});

test.each(workflows)('$file runs the actions of commits, each with its version', ({ text }) => {
  const used = [...text.matchAll(/\buses:\s*(.*)$/gm)].map(([, action = '']) => action);
  const own = used.filter((action) => action.startsWith('./'));
  const pinned = used.filter((action) => /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
  expect([...own, ...pinned].sort()).toEqual(used.sort());
  expect(used).not.toEqual([]);
});

test('nothing is deployed that the tests did not pass', () => {
  const deploying = workflows.flatMap(({ jobs }) =>
    Object.entries(jobs).flatMap(([name, { steps }]) =>
      steps?.some(({ uses }) => uses?.startsWith('actions/deploy-pages@')) ? [{ jobs, name }] : [],
    ),
  );
  expect(deploying).toHaveLength(1);
  for (const { jobs, name } of deploying) {
    const before = neededBy(jobs, name).map((needed) => jobs[needed]);
    expect(before.some((job) => job !== undefined && runsTests(job))).toBe(true);
    // A condition, such as `always()`, lets a job run after one that failed.
    for (const job of [...before, jobs[name]]) expect(job?.if).toBeUndefined();
  }
});

/** All jobs that a job waits for, and those that they wait for. */
function neededBy(jobs: Jobs, name: string): readonly string[] {
  const needs = [jobs[name]?.needs ?? []].flat();
  return needs.flatMap((needed) => [needed, ...neededBy(jobs, needed)]);
}

/** Whether a job runs all tests: CI does, whose parts are held below. */
function runsTests({ uses }: Job): boolean {
  return uses === './.github/workflows/ci.yml';
}

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The scripts that a script runs in the end, one after another. */
function partsOf(name: string): readonly string[] {
  const called = [...(scripts[name] ?? '').matchAll(/pnpm run ([\w:-]+)/g)].map(([, part = '']) => part);
  return called.length === 0 ? [name] : called.flatMap(partsOf);
}

const jobsOf = (name: string) => workflows.find(({ file }) => file === name)?.jobs ?? {};
const runsOf = (jobs: Jobs) => Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));

test('CI runs every part of the test command, side by side', () => {
  const parts = partsOf('test');
  expect(parts).toEqual(['format', 'typecheck', 'unit', 'packages', 'build', 'conformance', 'size', 'e2e']);
  const runs = runsOf(jobsOf('ci.yml'));
  expect(
    parts.filter((part) => !runs.some((run) => new RegExp(`^npx --yes pnpm@\\S+ ${part}(?: |$)`).test(run))),
  ).toEqual([]);
  expect(Object.values(jobsOf('ci.yml')).filter(({ needs }) => needs !== undefined)).toEqual([]);
});

test('each night everything runs of which the test command takes a share, and the command itself', () => {
  const jobs = jobsOf('nightly.yml');
  expect(runsOf(jobs)).toContain('.ci/run');
  for (const name of ['conformance', 'e2e', 'page']) expect(jobs[name]?.env, name).toEqual({ WHOLE: 1 });
});

test('each release note names packages that are published, and by how much', () => {
  const notes = new URL('../.changeset/', import.meta.url);
  const files = readdirSync(notes).filter((file) => file.endsWith('.md') && file !== 'README.md');
  for (const file of files) {
    const text = readFileSync(new URL(file, notes), 'utf8');
    const [, head = ''] = /^---\n([\s\S]*?\n)---\n\n\S/.exec(text) ?? [];
    const names = Object.entries(parse(head) ?? {}).map(([name, bump]) => `${name} ${bump}`);
    expect(names.length, file).toBeGreaterThan(0);
    for (const name of names)
      expect(name, file).toMatch(/^(managed-fields|@managed-fields\/[\w-]+) (patch|minor|major)$/);
  }
});
