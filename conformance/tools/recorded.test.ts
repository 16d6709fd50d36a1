import { describe, expect, test } from 'vitest';
import { differencesOf, namedDifferences, playCase, recordedCases, recordedTools } from './play-case.ts';

const named = namedDifferences();

/** The fewest cases that a folder has, where it is not the usual number. */
const least: Readonly<Record<string, number>> = {
  'controller-runtime': 80,
  argocd: 120,
  terraform: 60,
  pulumi: 30,
  'terraform-typed': 240,
  'flux-helm': 30,
};
const usual = 40;

describe.each(recordedTools())(
  '%s sends the same requests, leaves the same objects and ends in the same words',
  (tool) => {
    const cases = recordedCases(tool);

    test('there are many', () => {
      expect(cases.length).toBeGreaterThanOrEqual(least[tool] ?? usual);
    });

    test.each(cases.map((each) => [each.name, each] as const))('%s', async (name, recorded) => {
      const differences = differencesOf(recorded, await playCase(recorded));
      const isNamed = named.some((each) => each.case === `${tool}/${name}`);
      if (isNamed) expect(differences, 'it is named, but nothing differs').not.toEqual([]);
      else expect(differences).toEqual([]);
    });
  },
);

test('no difference is named of a case that is not there', () => {
  const all = recordedTools().flatMap((tool) => recordedCases(tool).map(({ name }) => `${tool}/${name}`));
  expect(named.filter((each) => !all.includes(each.case))).toEqual([]);
});
