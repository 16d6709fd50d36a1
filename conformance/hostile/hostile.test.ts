import { serialize } from 'node:v8';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion, type Playback, type Question, run } from '@managed-fields/player/whole';
import { readPastedTexts } from '@managed-fields/reading';
import { checkForm, newScenario, readScenario, type Scenario, type StepKind } from '@managed-fields/scenario';
import { decodeLink, encodeLink } from '@managed-fields/share-link';
import { afterEach, describe, expect, test } from 'vitest';
import { files, inEveryPlace, links, messages, strings, texts } from '../../e2e/hostile/corpus.ts';

// What the page cannot be brought to do by a text is shown in e2e/hostile.spec.ts; here, that no code of ours throws at
// any of them, and that what comes out is not much more than what went in.

const catalog = await loadKubernetesTypes();

afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted');
  expect(Reflect.get({}, 'polluted')).toBe(undefined);
});

test('the corpus is large, and every input has a name of its own', () => {
  const groups = { strings, texts, files, links, messages };
  for (const [name, group] of Object.entries(groups)) {
    expect(new Set(group.map((input) => input.name)).size, name).toBe(group.length);
  }
  expect(Object.values(groups).flat().length).toBeGreaterThanOrEqual(200);
});

test('an answer out of all proportion to a small text is noticed', () => {
  const text = 'kind: ConfigMap';
  expect(() => expectBounded(Array.from(text), text)).not.toThrow();
  expect(() => expectBounded(Array.from({ length: 100 }), text)).toThrow('to be less than or equal to 85');
});

describe('a string in every place', () => {
  for (const { name, tries, text } of strings) {
    test(`${name}: ${tries}`, () => {
      const read = checkForm(inEveryPlace(text));
      if (read.kind === 'failure') throw new Error(JSON.stringify(read.problems));
      for (const { id } of read.scenario.steps)
        expectBounded(run(read.scenario, { catalog, selected: id }), read.scenario);
      askAll(read.scenario);
      expectCarried(read.scenario);
    });
  }
});

describe('a text', () => {
  const kinds: readonly StepKind[] = ['live', 'apply', 'json-patch', 'crd', 'kubectl'];

  for (const { name, tries, text } of texts) {
    test(`${name}: ${tries}`, () => {
      // What is large is read by the same reader for all kinds.
      for (const kind of text.length < 300_000 ? kinds : kinds.slice(0, 1)) {
        const scenario = newScenario('', [
          { kind: 'apply', manager: 'm', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n' },
          kind === 'kubectl' ? { kind, text: 'kubectl apply -f a', files: { a: text } } : { kind, text },
          ...(kind === 'kubectl' ? [{ kind, text }] : []),
        ]);
        for (const { id } of scenario.steps.slice(1)) expectBounded(run(scenario, { catalog, selected: id }), scenario);
        if (text.length < 10_000) askAll(scenario);
      }
      const asked = newScenario('', []);
      expectBounded(readPastedTexts([text], {}, asked, { catalog }), text);
      readScenario(text);
    });
  }
});

describe('a scenario file', () => {
  for (const { name, tries, text } of files) {
    test(`${name}: ${tries}`, () => {
      const read = readScenario(text);
      if (read.kind === 'failure') {
        expect(read.problems.length).toBeGreaterThan(0);
        return;
      }
      const selected = read.scenario.steps.at(-1)?.id;
      expectBounded(run(read.scenario, { catalog, selected }), read.scenario);
      expectCarried(read.scenario);
    });
  }
});

describe('a fragment', () => {
  for (const { name, tries, text } of links) {
    test(`${name}: ${tries}`, () => {
      const link = decodeLink(text);
      expect(['failure', 'example', 'scenario']).toContain(link.kind);
      if (link.kind === 'scenario') run(link.scenario, { catalog, selected: link.scenario.steps.at(-1)?.id });
    });
  }
});

/** Asks what can be asked of any step. */
function askAll(scenario: Scenario): void {
  for (const { id: stepId } of scenario.steps) {
    const questions: readonly Question[] = [
      { kind: 'changes', stepId },
      { kind: 'entries', stepId },
      { kind: 'ways-out', stepId },
      { kind: 'force', stepId },
      { kind: 'request-forms', stepId },
      { kind: 'api-versions', stepId },
      { kind: 'other-way', stepId },
    ];
    for (const question of questions) expectBounded(answerQuestion(scenario, question, { catalog }), scenario);
  }
}

/** A link carries it whole, or says why not. */
function expectCarried(scenario: Scenario): void {
  const link = encodeLink(scenario);
  if (link.kind === 'failure') expect(['too-long', 'too-large']).toContain(link.code);
  else expect(decodeLink(link.fragment)).toEqual({ kind: 'scenario', scenario });
}

/** The limit of parts that come out for each character that went in; the most of any input here is 2.8. */
const mostParts = 5;

/** Counted, not timed, and as strict with a small input as with a large one. */
function expectBounded(out: Playback | unknown, given: unknown): void {
  // Throws at what a worker could not send.
  serialize(out);
  expect(partsOf(out)).toBeLessThanOrEqual(mostParts * JSON.stringify(given).length);
}

function partsOf(value: unknown): number {
  let parts = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    parts++;
    if (typeof next === 'object' && next !== null) {
      for (const child of next instanceof Map ? next.values() : Object.values(next)) waiting.push(child);
    }
  }
  return parts;
}
