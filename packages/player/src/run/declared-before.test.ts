import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { declaredLast, filesOf, headIn } from './declared-before.ts';

const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const applied = `apiVersion: v1
data: {a: "1", b: default}
kind: ConfigMap
metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a"}}
  name: a
  uid: x
`;

test.each<readonly [name: string, steps: readonly NewStep[], declared: unknown]>([
  ['nothing', [], undefined],
  [
    'an apply',
    [
      { kind: 'apply', text: map },
      { kind: 'scale', text: 'spec: {replicas: 2}' },
    ],
    { text: map },
  ],
  ['a create', [{ kind: 'create', text: map }], { text: map }],
  ['a patch alone', [{ kind: 'merge-patch', text: map }], undefined],
  [
    'the file that a command names',
    [{ kind: 'kubectl', text: 'kubectl apply -f b.yaml', files: { 'a.yaml': 'a', 'b.yaml': map } }],
    { name: 'b.yaml', text: map },
  ],
  [
    'a file of a command before',
    [
      { kind: 'kubectl', text: 'kubectl apply -f a.yaml', files: { 'a.yaml': map } },
      { kind: 'kubectl', text: 'kubectl apply -f a.yaml --server-side' },
      { kind: 'kubectl', text: 'kubectl scale deploy/x --replicas=2' },
    ],
    { name: 'a.yaml', text: map },
  ],
  ['a here-document', [{ kind: 'kubectl', text: `kubectl apply -f - <<E\n${map}E` }], { text: map }],
  ['standard input', [{ kind: 'kubectl', text: 'kubectl apply -f -', files: { '-': map } }], { text: map }],
  ['no text after editing', [{ kind: 'kubectl', text: 'kubectl edit cm a', files: { $EDITOR: map } }], undefined],
  ['a step that is off', [{ kind: 'apply', text: map, off: true }], undefined],
  [
    'what a live object was applied from',
    [{ kind: 'live', text: applied }],
    {
      text: 'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  annotations: {}\n  name: a\n',
    },
  ],
  ['a live object that no server wrote', [{ kind: 'live', text: map }], { text: map }],
  [
    'no other live object',
    [
      { kind: 'apply', text: map },
      { kind: 'live', text: `${map}  uid: x\n` },
    ],
    undefined,
  ],
])('the last declaration is of %s', (_, steps, declared) => {
  expect(declaredLast(newScenario('', steps))).toEqual(declared);
});

test('a command finds the files before it, and neither standard input nor edited text of another', () => {
  const scenario = newScenario('', [
    { kind: 'kubectl', text: 'a', files: { 'a.yaml': '1', '-': '2', $EDITOR: '3' } },
    { kind: 'kubectl', text: 'b', files: { 'b.yaml': '4', '-': '5' } },
  ]);
  expect(filesOf(scenario, 's2')).toEqual({ 'a.yaml': '1', 'b.yaml': '4', '-': '5' });
});

test('the head of an object is what names it', () => {
  expect(headIn(`${map}  namespace: b\n  uid: c\ndata: {}\n`)).toBe(`${map}  namespace: b\n`);
});
