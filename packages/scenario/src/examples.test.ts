import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { describe, expect, test } from 'vitest';
import { readScenario, writeScenario } from './file.ts';
import { run } from './run/run.ts';

const folder = new URL('../../../public/examples/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const catalog = await loadKubernetesTypes();

test('there are examples', () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
});

/** Of the steps that are meant to be refused; kubectl puts `error:` before the server's words. */
const messages: ReadonlyMap<string | undefined, unknown> = new Map([
  ['conflict', expect.stringMatching(/^(error: )?Apply failed with \d+ conflict/)],
  ['error', expect.stringMatching(/^(error|warning|Error from server.*): /)],
]);

describe.each(names)('%s', (name) => {
  const read = readScenario(readFileSync(new URL(name, folder), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
  const { scenario, expected } = read;

  test('has a title, a sentence about it, and a sentence a step', () => {
    expect(scenario.title).not.toBe('');
    expect(scenario.about ?? '').toMatch(/^\w.*\.$/);
    for (const step of scenario.steps) expect(step.note ?? '', step.id).toMatch(/^\w.*\.$/);
  });

  test('ends each step as it says', () => {
    const { outcomes } = run(scenario, { catalog });
    const told = outcomes.map(({ stepId, status, message, problems }) => ({ stepId, status, message, problems }));
    expect(told).toEqual(
      scenario.steps.map(({ id }, index) => ({
        stepId: id,
        status: expected[index],
        message: messages.get(expected[index]),
        problems: [],
      })),
    );
  });

  test('shows every step', () => {
    for (const { id } of scenario.steps) {
      const { view } = run(scenario, { catalog, selected: id });
      expect(structuredClone(view)).toEqual(view);
      expect(view?.notices.filter(({ code }) => !code.startsWith('unmodelled-'))).toEqual([]);
      for (const field of view?.result?.fields ?? []) expect(field.range === undefined).toBe(field.state === 'absent');
    }
  });

  test('is written as it is read', () => {
    expect(readScenario(writeScenario(scenario, expected))).toEqual(read);
  });
});
