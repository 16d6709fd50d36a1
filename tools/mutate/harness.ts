import { expect } from 'vitest';

/**
 * Vitest's functions, as far as the tests that are run here use them, so that one process collects tests and runs
 * chosen ones without setting up anything else. What a test expects is checked by Vitest's own `expect`.
 */
export { expect };

type Body = (...values: never[]) => unknown;

/** A group of tests with what has to happen before and after them. */
interface Group {
  readonly parent: Group | undefined;
  readonly before: (() => unknown)[];
  readonly beforeEach: (() => unknown)[];
  begun: boolean;
}

/** A test that was collected. */
export interface Collected {
  readonly run: () => Promise<void>;
}

const newGroup = (parent: Group | undefined): Group => ({ parent, before: [], beforeEach: [], begun: false });

let group = newGroup(undefined);
let collected: Collected[] = [];
/** What groups do, which may take its time, and in which more of them may stand. */
let waiting: (() => unknown)[] = [];

/** The tests that a function collects, by importing a file of tests. */
export async function collect(load: () => Promise<unknown>): Promise<readonly Collected[]> {
  group = newGroup(undefined);
  collected = [];
  waiting = [];
  await load();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  return collected;
}

async function begin(of: Group): Promise<void> {
  if (of.parent !== undefined) await begin(of.parent);
  if (of.begun) return;
  of.begun = true;
  for (const each of of.before) await each();
}

async function beginTest(of: Group): Promise<void> {
  if (of.parent !== undefined) await beginTest(of.parent);
  for (const each of of.beforeEach) await each();
}

const bodyOf = (given: readonly unknown[]) => given.find((each) => typeof each === 'function') as Body;

/** The values of one row of `each`, as they are handed to the body. */
const valuesOf = (row: unknown) => (Array.isArray(row) ? row : [row]) as never[];

/** The error that a test throws to skip itself. */
const skipped = new Error('skipped');

/** The context that a test without values is given, as far as tests use it. */
const context = {
  skip(): never {
    throw skipped;
  },
};

function addTest(body: Body, values: never[]): void {
  const own = group;
  collected.push({
    run: async () => {
      await begin(own);
      await beginTest(own);
      try {
        await body(...(values.length === 0 ? [context as never] : values));
      } catch (error) {
        if (error !== skipped) throw error;
      }
    },
  });
}

function addGroup(body: Body, values: never[]): void {
  const own = newGroup(group);
  waiting.push(() => {
    group = own;
    return body(...values);
  });
}

const adder = (add: (body: Body, values: never[]) => void) =>
  Object.assign((_name: unknown, ...given: readonly unknown[]) => add(bodyOf(given), []), {
    each:
      (rows: readonly unknown[]) =>
      (_name: unknown, ...given: readonly unknown[]) => {
        for (const row of rows) add(bodyOf(given), valuesOf(row));
      },
  });

export const test = adder(addTest);
export const it = test;
export const describe = adder(addGroup);
export const beforeAll = (body: () => unknown) => void group.before.push(body);
export const beforeEach = (body: () => unknown) => void group.beforeEach.push(body);
/** What a test leaves behind is thrown away with the process. */
export const afterAll = () => undefined;
export const afterEach = afterAll;
