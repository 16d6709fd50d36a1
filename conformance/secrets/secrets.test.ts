import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion } from '@managed-fields/player/whole';
import { secretKinds } from '@managed-fields/redact';
import { type Scenario, writeScenario, writeScenarioJson } from '@managed-fields/scenario';
import { decodeLink, encodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { elementCode, frameCode, linkTo, markdownOf, writtenElementCode } from '../../app/src/features/share/forms.ts';
import { readableIn, type SecretCase, scenarioOf, secretCases, textOf } from '../../e2e/hostile/secrets.ts';
import { spread } from '../whole.ts';
import { type Mutation, mutated, mutations } from './mutations.ts';

const catalog = await loadKubernetesTypes();
const redacted = (scenario: Scenario) =>
  answerQuestion(scenario, { kind: 'redacted', kinds: secretKinds }, { catalog });
const findings = (scenario: Scenario) => answerQuestion(scenario, { kind: 'secrets' }, { catalog }).findings;

test('there are forms enough', () => {
  expect(secretCases.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(secretCases.map(({ name }) => name)).size).toBe(secretCases.length);
});

test.each(secretCases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  const scenario = scenarioOf(each);
  // What cannot be read in the form proves nothing.
  expect(readableIn(textOf(scenario), each.secrets)).not.toEqual([]);
  expect(findings(scenario)).not.toEqual([]);
  const shared = redacted(scenario);
  expect(readableIn(textOf(shared), each.secrets)).toEqual([]);
  const text = textOf(shared);
  expect((each.keeps ?? []).filter((kept) => !text.includes(kept))).toEqual([]);
  expect(readableIn(waysOut(shared).join('\n'), each.secrets)).toEqual([]);
  // Once more takes nothing more, and finds nothing.
  expect(redacted(shared)).toEqual(shared);
  expect(findings(shared).filter(({ left }) => left === undefined)).toEqual([]);
});

/** Returns the texts that the dialog for sharing gives, in each of its forms. */
function waysOut(scenario: Scenario): readonly string[] {
  const link = encodeLink(scenario);
  if (link.kind === 'failure') throw new Error(link.code);
  const decoded = decodeLink(link.fragment);
  expect(decoded).toEqual({ kind: 'scenario', scenario });
  const shared = { folder: 'https://a.example/', fragment: link.fragment, title: scenario.title, look: {} };
  const codes = [linkTo, markdownOf, frameCode, elementCode].map((write) => write(shared));
  return [...codes, writtenElementCode(shared, scenario) ?? '', writeScenario(scenario), writeScenarioJson(scenario)];
}

/**
 * Forms of one text that were written by hand, without aliases: what makes a value secret stands beside it, and goes with it where the text
 * is cut.
 */
const alone = secretCases.filter(
  ({ group, title, about, steps }) =>
    !['rule', 'connection', 'argument', 'name'].includes(group) &&
    title === undefined &&
    about === undefined &&
    steps.length === 1 &&
    steps.every(({ note, name, text }) => !note && !name && !/[&*][a-z]/.test(text)),
);

test.each(mutations.map((each, i) => [each.name, each, i] as const))('%s hides no secret', (_, mutation, i) => {
  const isMeant = (each: SecretCase) => mutation.groups === undefined || mutation.groups.includes(each.group);
  // Another share of the forms for each mutation.
  const cases = spread(alone.filter(isMeant), 5, i % 5);
  for (const each of cases) {
    // What a change leaves as it was, or makes twice, is looked at once.
    const seen = new Set([textOf(scenarioOf(each))]);
    for (let chance = 0; chance < mostChances; chance++) {
      const chances = [chance, chance * 7 + 3, chance * 3];
      const scenario = scenarioOf({ ...each, steps: each.steps.map((step) => mutatedStep(step, mutation, chances)) });
      if (seen.has(textOf(scenario))) continue;
      seen.add(textOf(scenario));
      expect(readableIn(textOf(redacted(scenario)), each.secrets), textOf(scenario)).toEqual([]);
    }
  }
});

/** The number of times that each form is changed by each mutation, at another line each time. */
const mostChances = 5;

function mutatedStep(step: SecretCase['steps'][number], mutation: Mutation, chances: readonly number[]) {
  if (step.kind !== 'kubectl') return { ...step, text: mutated(step.text, mutation, chances) };
  if (step.files === undefined) return step;
  const files = Object.entries(step.files).map(([name, text]) => [name, mutated(text, mutation, chances)] as const);
  return { ...step, files: Object.fromEntries(files) };
}
