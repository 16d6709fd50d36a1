import type { FoundObject, Pasted } from '@managed-fields/reading';
import { type NewStep, newScenario, type StepKind } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { meaningOfHere, onlyObject, partsOf, stepsOf, takenIn } from './bring-plan.ts';

const found = (name: string, more: Partial<FoundObject> = {}): FoundObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: '',
  name,
  nature: 'configuration',
  hasManagedFields: false,
  text: `metadata:\n  name: ${name}\n`,
  obstacle: undefined,
  ...more,
});

const pasted: readonly Pasted[] = [
  {
    kind: 'objects',
    objects: [
      found('a'),
      found('b', { nature: 'live' }),
      found('c', { obstacle: 'unknown-kind' }),
      found('d', { obstacle: 'credentials' }),
    ],
    others: [
      { index: 4, code: 'foreign', text: 'x: y\n' },
      { index: 5, code: 'fragment', text: 'spec: {}\n' },
    ],
    listed: 0,
  },
  {
    kind: 'requests',
    form: 'curl',
    readings: [
      { kind: 'step', step: { kind: 'scale', text: '3' }, problems: [] },
      { kind: 'refused', code: 'reads-only', data: {} },
    ],
  },
];

test('what is known becomes steps, the rest is there to be seen', () => {
  const parts = partsOf(pasted);
  expect(parts.map(({ preset, kinds }) => `${preset} ${kinds.length}`)).toEqual([
    'apply 5',
    'live 5',
    'undefined 5',
    'undefined 0',
    'undefined 0',
    'merge-patch 3',
    'scale 1',
    'undefined 0',
  ]);
  expect(stepsOf(parts, new Map()).map(({ kind }) => kind)).toEqual(['apply', 'live', 'merge-patch', 'scale']);
});

test('the first definition of a kind comes before the objects', () => {
  const definition = (text: string) => found('foos.example.com', { nature: 'definition', text });
  const objects = [found('a'), definition('one'), found('b'), definition('two')];
  const steps = stepsOf(partsOf([{ kind: 'objects', objects, others: [], listed: 0 }]), new Map());
  expect(steps.map(({ text }) => text)).toEqual(['one', found('a').text, found('b').text, 'two']);
});

test('each part becomes what was chosen', () => {
  const parts = partsOf(pasted);
  const choices = new Map<string, StepKind | undefined>([
    ['0 object 0', 'kubectl'],
    ['0 object 1', undefined],
    ['0 object 2', 'create'],
    ['0 other 1', undefined],
    ['1 0', undefined],
  ]);
  expect(stepsOf(parts, choices)).toEqual([
    { kind: 'kubectl', text: 'kubectl apply -f a.yaml', files: { 'a.yaml': found('a').text } },
    { kind: 'create', manager: 'kubectl-create', text: found('c').text },
  ]);
});

const scenario = newScenario('t', [
  { kind: 'live', text: 'old' },
  { kind: 'scale', text: '1' },
]);
const two: readonly NewStep[] = [
  { kind: 'live', text: 'x' },
  { kind: 'apply', text: 'y' },
];

test.each([
  ['a blank page is filled', two, 0, true, undefined, 'fill'],
  ['one object changes the text of a step that holds one', two.slice(0, 1), 0, false, undefined, 'text'],
  ['one object takes the place of another step', two.slice(0, 1), 1, false, undefined, 'step'],
  ['several are no text', two, 0, false, undefined, undefined],
  ['what came out of a step takes its place', two, 0, false, 's1', 'step'],
] as const)('%s', (_, steps, at, blank, from, meaning) => {
  expect(meaningOfHere(steps, scenario.steps[at], blank, from)).toBe(meaning);
});

test('a request takes the place of a step with all its settings', () => {
  expect(meaningOfHere(two.slice(0, 1), scenario.steps[0], false, undefined, true)).toBe('step');
});

test('steps go where they were sent, and nothing else changes', () => {
  const told = (destination: Parameters<typeof takenIn>[3], steps = two) => {
    const { scenario: taken, select } = takenIn(scenario, 's1', steps, destination);
    return [...taken.steps.map(({ text }) => text), taken.steps.findIndex(({ id }) => id === select)];
  };
  expect(told('add')).toEqual(['old', 'x', 'y', '1', 2]);
  expect(told('step')).toEqual(['x', 'y', '1', 1]);
  expect(told('fill')).toEqual(['x', 'y', 1]);
  expect(told('text', two.slice(1))).toEqual(['y', '1', 0]);
});

const objects = (...each: readonly FoundObject[]): Extract<Pasted, { readonly kind: 'objects' }> => ({
  kind: 'objects',
  objects: each,
  others: [],
  listed: 0,
});

test.each<readonly [name: string, pasted: readonly Pasted[], preset: StepKind | undefined]>([
  ['a live object', [objects(found('a', { nature: 'live' }))], 'live'],
  ['a configuration', [objects(found('a'))], 'apply'],
  ['a definition', [objects(found('a', { nature: 'definition' }))], 'crd'],
  ['an object that cannot be a step as it is', [objects(found('a', { obstacle: 'no-name' }))], undefined],
  ['two objects', [objects(found('a'), found('b'))], undefined],
  ['an object beside something else', pasted, undefined],
  ['an object beside a conflict', [{ ...objects(found('a')), errors: [] }], undefined],
  ['a request', pasted.slice(1), undefined],
  ['nothing', [{ kind: 'nothing' }], undefined],
])('one object is taken without a choice: %s', (_, read, preset) => {
  expect(onlyObject(read)?.preset).toBe(preset);
});
