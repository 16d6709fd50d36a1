import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/** A job, as far as it is looked at here. */
interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
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

function runsTests({ steps = [], uses }: Job): boolean {
  const called = workflows.find(({ file }) => uses === `./.github/workflows/${file}`);
  return steps.some(({ run }) => run === '.ci/run') || Object.values(called?.jobs ?? {}).some(runsTests);
}

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
