import { describe, expect, test } from 'vitest';
import { recordedCases } from '../tools/play-case.ts';
import { readExamples } from './examples.ts';
import { toolCasesOf } from './tool-cases.ts';

// Examples with deploy tools: each run is recorded of the tool itself, after the same steps. That the player does the same
// as the recording, tools/tool-step.test.ts tells.

const cases = readExamples().flatMap((example) => toolCasesOf(example));

test('there are some', () => {
  expect(new Set(cases.map(({ name }) => name.replace(/-\d+$/, ''))).size).toBeGreaterThanOrEqual(3);
});

describe('each run is recorded as the example has it', () => {
  test.each(cases.map((each) => [each.name, each] as const))('%s', (name, asked) => {
    const recorded = recordedCases(asked.folder).find((each) => each.name === name);
    if (recorded === undefined) throw new Error(`conformance/tools/recorded/${asked.folder}/${name}.json is not there`);
    expect(recorded.manifests).toBe(asked.manifests);
    expect(recorded.options).toMatchObject(asked.options);
    expect(recorded.before.map(comparable)).toEqual(asked.before.map(comparable));
  });
});

/** A step without the other name of an Argo CD Application, which the recorder gives. */
function comparable({ options = {}, ...step }: (typeof cases)[number]['before'][number]) {
  const { app: _, ...named } = options;
  return { ...step, options: named };
}
