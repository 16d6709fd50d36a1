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

/** The same of resources of a kind of their own. */
const typed: Readonly<Record<string, readonly string[]>> = {
  'a resource that is in the configuration no more, or whose object is gone': [
    ...['removed', 'deleted-by-hand', 'deployment-renamed', 'labels-resource-removed', 'annotations-resource-removed'],
    ...['data-resource-removed', 'labels-resource-object-deleted', 'random-03', 'random-04', 'random-06', 'random-07'],
    ...['random-08', 'random-10', 'random-11', 'random-13', 'random-17', 'random-20'],
    ...['job', 'cron', 'claim', 'binding', 'cluster-binding'].flatMap((each) => [
      `${each}-removed`,
      `${each}-deleted-by-hand`,
    ]),
    'cluster-role-removed',
  ],
  'all that it has was taken by somebody else': ['cluster-role-of-another'],
  'a kubernetes_manifest, of which a field was dropped after everything had been sent': ['random-22'],
  'a field that is read only where it was configured': ['stateful-set-strategy', 'cluster-role-aggregation-added'],
  'a label that somebody else has taken since': ['labels-resource-changed-by-hand'],
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
  ['terraform-typed', typed],
  ['pulumi', pulumi],
])('%s without its state does the same, but where no object tells what was', async (tool, untold) => {
  const otherwise: string[] = [];
  for (const recorded of recordedCases(tool)) {
    const differences = differencesOf(recorded, await playCase(recorded, 'objects'));
    if (differences.length > 0) otherwise.push(recorded.name);
  }
  expect(otherwise.toSorted()).toEqual(Object.values(untold).flat().toSorted());
});
