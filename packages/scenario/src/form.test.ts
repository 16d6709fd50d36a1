import { expect, test } from 'vitest';
import { checkForm } from './file-schema.ts';

const problemsOf = (plain: unknown) => {
  const checked = checkForm(plain);
  return checked.kind === 'failure'
    ? checked.problems.map(({ path, code, message }) => [path.join('.'), code, message])
    : [];
};

test.each<readonly [plain: unknown, problems: readonly (readonly string[])[]]>([
  [null, [['', 'wrong-type', 'the scenario: expected Object, found null']]],
  [[], [['', 'wrong-type', 'the scenario: expected Object, found Array']]],
  [
    {},
    [
      ['version', 'missing-field', 'version is missing'],
      ['steps', 'missing-field', 'steps is missing'],
    ],
  ],
  [{ version: '1', steps: [] }, [['version', 'bad-value', 'version: expected 1, found "1"']]],
  [{ version: 1, steps: {} }, [['steps', 'wrong-type', 'steps: expected Array, found Object']]],
  [
    { version: 1, steps: Array(501).fill({ kind: 'reset' }) },
    [['steps', 'bad-value', 'steps: expected at most 500, found 501']],
  ],
  [{ version: 1, steps: [null] }, [['steps.0', 'wrong-type', 'steps.0: expected Object, found null']]],
  [
    { version: 1, title: 'x'.repeat(1001), steps: [{ kind: 'apply', force: 'yes', run: 1 }] },
    [
      ['title', 'bad-value', `title: expected at most 1000 characters, found "${'x'.repeat(79)}…`],
      ['steps.0.force', 'wrong-type', 'steps.0.force: expected boolean, found "yes"'],
      ['steps.0.run', 'unknown-field', 'unknown field steps.0.run'],
    ],
  ],
  [
    {
      version: 1,
      steps: [
        { kind: 'kubectl', files: { a: 1 } },
        { kind: 'scale', object: { kind: 'Pod', name: 'p' } },
      ],
    },
    [
      ['steps.0.files.a', 'wrong-type', 'steps.0.files.a: expected string, found 1'],
      ['steps.1.object.apiVersion', 'missing-field', 'steps.1.object.apiVersion is missing'],
    ],
  ],
  [
    { version: 1, steps: [{ kind: 'apply', text: undefined }] },
    [['steps.0.text', 'missing-field', 'steps.0.text is missing']],
  ],
])('says what is wrong with %j', (plain, problems) => {
  expect(problemsOf(plain)).toEqual(problems);
});

test.each(['__proto__', 'constructor', 'toString', '7'])('knows no field %s, wherever it stands', (key) => {
  const plain: unknown = JSON.parse(`{"version":1,"${key}":{},"steps":[{"kind":"apply","${key}":true}]}`);
  expect(problemsOf(plain).map(([path, code]) => [path, code])).toEqual(
    expect.arrayContaining([
      [key, 'unknown-field'],
      [`steps.0.${key}`, 'unknown-field'],
    ]),
  );
  const files: unknown = JSON.parse(`{"version":1,"steps":[{"kind":"kubectl","files":{"${key}":"a"}}]}`);
  expect(problemsOf(files)).toEqual([]);
});
