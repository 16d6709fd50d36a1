import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { crd, deployment, whole } from '../sample-texts.ts';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

/** The problems of the last step in short: severity, code, the text at the place, the words. */
function problemsOf(steps: readonly NewStep[]): readonly string[] {
  const { outcomes } = run(newScenario('', steps), { catalog });
  const text = steps.at(-1)?.text ?? '';
  return (outcomes.at(-1)?.problems ?? []).map(
    ({ severity, code, from, to, message }) => `${severity} ${code} at ${text.slice(from, to)}: ${message}`,
  );
}

const apply = { kind: 'apply', manager: 'a' } as const;
const foo = `apiVersion: example.com/v1
kind: Foo
metadata: {name: x, namespace: default}
spec:
`;
const fooCrd: NewStep = {
  kind: 'crd',
  text: crd(`            type: object
            properties:
              size: {type: integer}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              peers:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [host]
                items: {type: object, required: [host], properties: {host: {type: string}, port: {type: integer}}}
`),
};

test.each<readonly [name: string, steps: readonly NewStep[], problems: readonly string[]]>([
  [
    'apply: everything that the type does not allow, not only the first of a map',
    [{ ...apply, text: deployment('  replica: 3\n  replicas: two\n  other: 1\n') }],
    [
      'error unknown-field at replica: .spec.replica: field not declared in schema',
      'error wrong-type at two: .spec.replicas: expected numeric (int or float), got string',
      'error unknown-field at other: .spec.other: field not declared in schema',
    ],
  ],
  [
    'create: the type errors beside the one that the server tells',
    [{ kind: 'create', manager: 'a', text: deployment('  replicas: two\n  paused: 7\n') }],
    [
      'error wrong-type at two: .spec.replicas: expected numeric (int or float), got string',
      'error wrong-type at 7: cannot unmarshal number into Go struct field DeploymentSpec.spec.paused of type bool',
    ],
  ],
  [
    'create, ignoring: still told',
    [
      { kind: 'create', manager: 'a', text: whole },
      { kind: 'merge-patch', manager: 'p', text: 'spec:\n  replica: 3\n', fieldValidation: 'Ignore' },
    ],
    ['info unknown-field at replica: unknown field "spec.replica"'],
  ],
  [
    'warning: once, in the words of the server',
    [
      { ...apply, text: whole },
      { kind: 'merge-patch', manager: 'p', text: 'spec:\n  replica: 3\n  other: 4\n' },
    ],
    [
      'warning unknown-field at replica: unknown field "spec.replica"',
      'warning unknown-field at other: unknown field "spec.other"',
    ],
  ],
  [
    'strict: an error',
    [
      { ...apply, text: whole },
      { kind: 'merge-patch', manager: 'p', text: 'spec:\n  replica: 3\n', fieldValidation: 'Strict' },
    ],
    ['error unknown-field at replica: unknown field "spec.replica"'],
  ],
  [
    'a key that stands twice: by the field validation',
    [
      { ...apply, text: whole },
      { kind: 'merge-patch', manager: 'p', text: 'spec:\n  paused: true\n  paused: true\n', fieldValidation: 'Ignore' },
    ],
    ['info duplicate-key at paused: key "paused" already set in map'],
  ],
  [
    'strategic: directives are no fields, and items need no keys',
    [
      { ...apply, text: whole },
      {
        kind: 'strategic-merge-patch',
        manager: 'p',
        text: 'spec:\n  $retainKeys: [replicas]\n  replicas: 4\n  replica: 3\n',
        fieldValidation: 'Ignore',
      },
    ],
    ['info unknown-field at replica: unknown field "spec.replica"'],
  ],
  [
    'apply: an item without its keys, and one that stands twice',
    [fooCrd, { ...apply, text: `${foo}  peers:\n  - port: 1\n  - host: a\n  - host: a\n  tags: [a, b, a]\n` }],
    [
      'error missing-key at port: .spec.peers[0]: associative list with keys has an element that omits all key fields ["host"] (and doesn\'t have default values for any key fields)',
      'error duplicate-item at host: .spec.peers: duplicate entries for key [host="a"]',
      'error duplicate-item at a: .spec.tags: duplicate entries for key [="a"]',
    ],
  ],
  [
    'a pasted object: what its schema does not know',
    [{ kind: 'live', text: `${whole}  surplus: 1\n` }],
    ['warning unknown-field at surplus: unknown field "spec.surplus"'],
  ],
  [
    'a pasted object that cannot be read: every wrong type',
    [{ kind: 'live', text: whole.replace('replicas: 2', 'replicas: two\n  paused: 7') }],
    [
      'error wrong-type at two: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
      'error wrong-type at 7: .spec.paused: expected boolean, got 7',
    ],
  ],
  [
    'a definition: what definitions do not have',
    [{ kind: 'crd', text: crd('            type: object').replace('scope:', 'scoop: x\n  scope:') }],
    ['warning unknown-field at scoop: unknown field "spec.scoop"'],
  ],
  [
    'a status patch and a scale: nothing to say of what is in order',
    [
      { ...apply, text: whole },
      { kind: 'scale', manager: 's', text: 'spec: {replicas: 7}' },
    ],
    [],
  ],
])('%s', (_name, steps, problems) => {
  expect(problemsOf(steps)).toEqual(problems);
});

test('files of commands are held to the kinds of their objects', () => {
  const file = deployment('  replica: 3\n');
  const steps: readonly NewStep[] = [{ kind: 'kubectl', text: 'kubectl apply -f a.yaml', files: { 'a.yaml': file } }];
  const { view } = run(newScenario('', steps), { catalog, selected: 's1' });
  const problems = view?.command?.fileProblems.flatMap((each) => each.problems) ?? [];
  expect(problems.map(({ severity, from, to, message }) => [severity, file.slice(from, to), message])).toContainEqual([
    'error',
    'replica',
    'unknown field "spec.replica"',
  ]);
});
