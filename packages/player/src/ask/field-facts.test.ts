import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { configMap, crd, whole } from '../sample-texts.ts';
import { type FieldFacts, fieldFacts } from './field-facts.ts';

const catalog = await loadKubernetesTypes();
const apply = (manager: string, text: string): NewStep => ({ kind: 'apply', manager, text });
const custom: readonly NewStep[] = [
  {
    kind: 'crd',
    text: crd(
      `            type: object
            properties:
              tier:
                type: string
                description: How much of it there is.
                x-kubernetes-validations: [{rule: self == oldSelf, message: tier is fixed}]
              items: {type: array, items: {type: object, properties: {v: {type: integer, description: Its weight.}}}}
          status: {type: object, properties: {phase: {type: string}}}
`,
      '    subresources: {status: {}}\n',
    ),
  },
  apply('a', 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\nspec: {tier: gold, items: [{v: 1}]}\n'),
  { kind: 'status', manager: 'c', text: 'status: {phase: Ready}\n' },
];
const clientSide: NewStep = {
  kind: 'kubectl',
  text: 'kubectl apply -f c.yaml',
  files: { 'c.yaml': configMap('  k: v\n  l: w\n') },
};

test.each<readonly [name: string, steps: readonly NewStep[], path: string, facts: Partial<FieldFacts> | undefined]>([
  ['a plain field', [apply('a', whole)], '.spec.replicas', { rules: [] }],
  [
    'what must not change',
    [apply('a', whole)],
    '.spec.selector',
    { rules: [], immutable: expect.stringContaining('field is immutable') },
  ],
  [
    'a field with a description and a rule',
    custom,
    '.spec.tier',
    { description: 'How much of it there is.', rules: [{ rule: 'self == oldSelf', message: 'tier is fixed' }] },
  ],
  ['a field of an item', custom, '.spec.items[0].v', { description: 'Its weight.', rules: [] }],
  ['a field of the status', custom, '.status.phase', { rules: [], writtenThrough: 'status' }],
  ['what was applied', [clientSide], '.data.k', { rules: [], lastApplied: { says: 'v', agrees: true } }],
  [
    'what was applied and changed since',
    [clientSide, { kind: 'merge-patch', manager: 'u', text: 'data: {k: x}\n' }],
    '.data.k',
    { rules: [], lastApplied: { says: 'v', agrees: false } },
  ],
  [
    'what was never applied',
    [clientSide, { kind: 'merge-patch', manager: 'u', text: 'data: {m: x}\n' }],
    '.data.m',
    { rules: [], lastApplied: { says: undefined, agrees: false } },
  ],
  ['what names the object, which no apply deletes', [clientSide], '.metadata.name', { rules: [] }],
  ['nothing', [apply('a', whole)], '.spec.paused', undefined],
])('knows of %s', (_, steps, path, facts) => {
  const scenario = newScenario('', steps);
  expect(fieldFacts(scenario, scenario.steps.at(-1)?.id ?? '', path, { catalog })).toEqual(facts);
});
