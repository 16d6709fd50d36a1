import { readFileSync } from 'node:fs';
import '../whole.ts';
import { knownKinds } from '@managed-fields/known-definitions';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

/** Objects as their authors write them, one or more of each project: apiVersion, kind and the rest as YAML. */
const samples: readonly (readonly [apiVersion: string, kind: string, rest: string])[] = JSON.parse(
  readFileSync(new URL('./known-samples.cases.json', import.meta.url), 'utf8'),
);

test('every project has a sample', () => {
  const sampled = (apiVersion: string, kind: string) =>
    samples.some(([version, name]) => version === apiVersion && name === kind);
  const projects = knownKinds().flatMap(({ apiVersion, kind, of }) => (sampled(apiVersion, kind) ? [of.project] : []));
  expect([...new Set(projects)].sort()).toEqual([...new Set(knownKinds().map(({ of }) => of.project))].sort());
});

describe.each(samples)('%s %s', (apiVersion, kind, rest) => {
  const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: sample\n${rest}\n`;

  test('is applied without a complaint, and at last without a change; a field that it does not have is refused', () => {
    const misspelt = text.replace('spec: {', 'spec: {misspelt: 1, ');
    // Where the status has a default, it comes into storage with the second write.
    const steps = [text, text, text, misspelt].map((each) => ({ kind: 'apply', manager: 'a', text: each }) as const);
    const { outcomes, view } = run(newScenario('', steps), { catalog, selected: 's1' });
    expect(outcomes.map(({ status }) => status)).toEqual(['created', expect.any(String), 'unchanged', 'error']);
    expect(outcomes[0]?.problems).toEqual([]);
    expect(outcomes[0]?.warnings.filter((warning) => !warning.includes(' is deprecated'))).toEqual([]);
    expect(outcomes[3]?.message).toContain('.spec.misspelt: field not declared in schema');
    expect(view?.notices.map(({ code }) => code)).toContain('known-schema');
  });
});
