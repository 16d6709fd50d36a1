import { expect, test } from 'vitest';
import { differencesOf, playCase, recordedCases } from './play-case.ts';

// Terraform and Pulumi keep outside of the cluster what they applied last. A forecast without that finds out of the objects
// what it can.

/** What no object tells of Terraform's state, and the cases in which it matters. */
const terraform: Readonly<Record<string, readonly string[]>> = {
  'a resource that is in the configuration no more, or whose object is gone': [
    ...['removed', 'removed-of-others', 'plan-fails-removed', 'deleted-by-hand', 'version-changed'],
    ...['random-02', 'random-04', 'random-10'],
  ],
  'a resource whose manifest says nothing that anybody owns': ['others', 'random-12'],
  'a field that was dropped after everything had been sent': ['dropped-after-update', 'flexible-dropped', 'random-09'],
  'another name of the manager': ['manager-renamed', 'manager-renamed-drops'],
};

/** The same of Pulumi's. */
const pulumi: Readonly<Record<string, readonly string[]>> = {
  'a resource that is in the program no more, or whose object is gone': [
    ...['removed', 'removed-by-hand', 'removed-in-background', 'removed-orphan', 'deleted-by-hand'],
  ],
  'a value that somebody else has set since': ['deployment-scaled'],
};

test.each([
  ['terraform', terraform],
  ['pulumi', pulumi],
])('%s without its state does the same, but where no object tells what was', async (tool, untold) => {
  const otherwise: string[] = [];
  for (const recorded of recordedCases(tool)) {
    const differences = differencesOf(recorded, await playCase(recorded, 'objects'));
    if (differences.length > 0) otherwise.push(recorded.name);
  }
  expect(otherwise.toSorted()).toEqual(Object.values(untold).flat().toSorted());
});
