import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenarios } from './arbitrary.ts';
import { readScenario, writeScenario, writeScenarioJson } from './file.ts';
import type { Expectation } from './file-schema.ts';
import type { Scenario } from './scenario.ts';

interface Refusal {
  readonly name: string;
  readonly text: string;
  /** `not-a-scenario` where it is left out. */
  readonly code?: string;
  /** The text at each problem, and its code. */
  readonly problems: readonly (readonly [at: string, code: string])[];
}

describe('refuses', () => {
  test.each<Refusal>([
    { name: 'an empty file', text: '# nothing\n', code: 'unreadable', problems: [['', 'empty']] },
    { name: 'broken YAML', text: 'version: 1\nsteps: [\n', code: 'unreadable', problems: [['*', 'syntax']] },
    {
      name: 'another version',
      text: 'version: 2\nwhatever: true\n',
      code: 'newer-version',
      problems: [['2', 'newer-version']],
    },
    { name: 'no version', text: 'steps: []\n', problems: [['steps: []', 'missing-field']] },
    {
      name: 'a manifest',
      text: 'kind: Pod\n',
      problems: [
        ['kind: Pod', 'missing-field'],
        ['kind: Pod', 'missing-field'],
        ['kind', 'unknown-field'],
      ],
    },
    {
      name: 'an unknown field',
      text: 'version: 1\nsteps:\n- kind: live\n  txt: a\n',
      problems: [['txt', 'unknown-field']],
    },
    {
      name: 'an unknown kind of step',
      text: 'version: 1\nsteps:\n- kind: aply\n',
      problems: [['aply', 'bad-value']],
    },
    {
      name: 'a value of another type, which YAML reads as a boolean',
      text: 'version: 1\nsteps:\n- kind: apply\n  manager: on\n',
      problems: [['on', 'wrong-type']],
    },
    {
      name: 'an id that stands twice',
      text: 'version: 1\nsteps:\n- {id: a, kind: live}\n- {id: a, kind: live}\n',
      problems: [['a', 'duplicate-id']],
    },
    {
      name: 'an id that links and selectors could not hold',
      text: 'version: 1\nsteps:\n- {id: a b, kind: live}\n',
      problems: [['a b', 'bad-value']],
    },
    {
      name: 'a key that stands twice',
      text: 'version: 1\ntitle: a\ntitle: b\nsteps: []\n',
      problems: [['title', 'duplicate-key']],
    },
    {
      name: 'a second document',
      text: 'version: 1\nsteps: []\n---\nversion: 1\n',
      problems: [['version: 1\n', 'second-document']],
    },
    {
      name: 'JSON with a field of its own',
      text: '{"version": 1, "steps": [], "extra": {}}',
      problems: [['"extra"', 'unknown-field']],
    },
  ])('$name', ({ text, code = 'not-a-scenario', problems }) => {
    const read = readScenario(text);
    if (read.kind !== 'failure') throw new Error('read');
    expect(read.code).toBe(code);
    expect(read.problems.map((problem) => [text.slice(problem.from, problem.to), problem.code])).toEqual(
      problems.map(([at, problem]) => [
        at === '*' ? expect.any(String) : at,
        at === '*' ? expect.any(String) : problem,
      ]),
    );
  });
});

test('reads what people leave out', () => {
  expect(readScenario('version: 1\nsteps:\n- kind: live\n- kind: reset\n  expect: changed\n')).toEqual({
    kind: 'scenario',
    scenario: {
      title: '',
      steps: [
        { id: 's1', kind: 'live', text: '' },
        { id: 's2', kind: 'reset', text: '' },
      ],
    },
    expected: [undefined, 'changed'],
  });
});

test.each([
  ['YAML', writeScenario],
  ['JSON', writeScenarioJson],
] as const)('writes %s that reads as the same scenario', (_, write) => {
  fc.assert(
    fc.property(
      scenarios,
      fc.array(fc.constantFrom<Expectation | undefined>('created', 'conflict', undefined)),
      (made, wanted) => {
        const expected = made.steps.map((__, index) => wanted[index]);
        expect(readScenario(write(made, expected))).toEqual({ kind: 'scenario', scenario: made, expected });
      },
    ),
    { numRuns: 300 },
  );
});

test('writes files that people can read', () => {
  const made: Scenario = {
    title: 'Two: managers',
    steps: [
      { id: 's1', kind: 'apply', manager: 'a', text: 'apiVersion: v1\nkind: ConfigMap\n' },
      { id: 'x', kind: 'reset', text: '', object: { apiVersion: 'v1', kind: 'ConfigMap', name: 'c' } },
    ],
  };
  expect(writeScenario(made, ['created', undefined])).toBe(`version: 1
title: "Two: managers"
steps:
- kind: apply
  manager: a
  text: |
    apiVersion: v1
    kind: ConfigMap
  expect: created
- id: x
  kind: reset
  object:
    apiVersion: v1
    kind: ConfigMap
    name: c
`);
});

test('reads who sends a request, and complains of what no user has', () => {
  const of = (user: string) => readScenario(`version: 1\nsteps:\n- kind: delete\n  user: ${user}\n`);
  const whole = { name: 'jane', groups: ['dev'], uid: '7', extra: { scopes: ['read', ''], 'a.b/c': [] } };
  const read = of(JSON.stringify(whole));
  expect(read.kind === 'scenario' && read.scenario.steps[0]).toStrictEqual({
    ...{ id: 's1', kind: 'delete', text: '', user: whole },
  });
  for (const user of [
    '{uid: "7"}',
    '{name: a, uid: 7}',
    '{name: a, extra: {b: c}}',
    '{name: a, extra: [b]}',
    '{name: a, scopes: [b]}',
  ])
    expect(of(user)).toMatchObject({ kind: 'failure', code: 'not-a-scenario' });
});

test('keeps every setting of a request, and leaves out what a step of the kind cannot have', () => {
  const settings =
    'manager: m\n  userAgent: u/1\n  force: true\n  subresource: status\n  dryRun: true\n  files: {a: b}';
  const kept = { manager: 'm', userAgent: 'u/1', force: true, subresource: 'status', dryRun: true };
  const read = readScenario(
    `version: 1\nsteps:\n${['create', 'delete', 'live', 'crd', 'kubectl'].map((kind) => `- kind: ${kind}\n  ${settings}\n`).join('')}`,
  );
  expect(read.kind === 'scenario' && read.scenario.steps).toStrictEqual([
    { id: 's1', kind: 'create', text: '', ...kept },
    { id: 's2', kind: 'delete', text: '', ...kept },
    { id: 's3', kind: 'live', text: '' },
    { id: 's4', kind: 'crd', text: '' },
    { id: 's5', kind: 'kubectl', text: '', files: { a: 'b' } },
  ]);
});
