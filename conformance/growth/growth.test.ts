import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { run } from '@managed-fields/player/whole';
import { assignColours, overlay, palette } from '@managed-fields/rendering';
import type { RequestStep, Scenario, Step } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { countWork } from './count-work.ts';
import { definitionText } from './definition-text.ts';
import { customTexts } from './pipeline-texts.ts';

// Work is counted and not timed, so that what grows faster than its input is noticed on any machine.

const catalog = await loadKubernetesTypes();

/** Four times as much may cost a little more than four times the work, as sorting does; sixteen times is a square. */
const most = 4.5;

/** Plays steps and draws what the last of them shows, as the page does. */
function draw(steps: readonly Step[], ...wanted: readonly string[]): void {
  const scenario: Scenario = { title: '', steps };
  const { outcomes, view } = run(scenario, { catalog, selected: steps.at(-1)?.id });
  expect(wanted).toContain(outcomes.at(-1)?.status);
  for (const text of [view?.result, view?.own]) {
    if (text === undefined) continue;
    const names = text.managers.map(({ manager }) => manager);
    overlay(text, palette(assignColours(names), text.managers));
  }
}

function growth(workOf: (size: number) => () => unknown, size: number): number {
  // What is made once for all sizes is not counted.
  workOf(3)();
  const [small, large] = [workOf(size), workOf(4 * size)].map(countWork);
  return (large ?? 0) / (small ?? 1);
}

const live = (text: string): Step => ({ id: 'live', kind: 'live', text });

type Next = readonly [step: Omit<RequestStep, 'text'>, textOf: (applied: string) => string, ...ends: readonly string[]];

/** The steps that may follow a live object, and the outcomes that they may have. */
const next: Readonly<Record<string, Next>> = {
  'applied again': [{ id: 'next', kind: 'apply', manager: 'alice' }, (text) => text, 'changed'],
  'in conflict': [
    { id: 'next', kind: 'apply', manager: 'dora' },
    (text) => text.replaceAll(': value', ': other'),
    'conflict',
    // Without its definition nobody owns the list as a whole.
    'changed',
  ],
  forced: [
    { id: 'next', kind: 'apply', manager: 'dora', force: true },
    (text) => text.replaceAll(': value', ': other'),
    'changed',
  ],
  patched: [
    { id: 'next', kind: 'merge-patch', manager: 'dora' },
    (text) => text.replaceAll(': value', ': other'),
    'changed',
  ],
};

describe.each([0, 1] as const)('a custom resource', (which) => {
  const textsOf = (items: number) => customTexts(items, catalog)[which];
  const start = (items: number): readonly Step[] => {
    const { live: text, definition } = textsOf(items);
    return [...(definition === undefined ? [] : [{ id: 'crd', kind: 'crd', text: definition } as const]), live(text)];
  };
  const { name } = textsOf(3);

  test(`${name}: pasted`, () => {
    const workOf = (items: number) => {
      const steps = start(items);
      return () => draw(steps, 'read');
    };
    expect(growth(workOf, 100)).toBeLessThan(most);
  });

  test.each(Object.entries(next))(`${name}: %s`, (_, [step, textOf, ...ends]) => {
    const workOf = (items: number) => {
      const steps = [...start(items), { ...step, text: textOf(textsOf(items).applied(1)) }];
      return () => draw(steps, ...ends);
    };
    expect(growth(workOf, 100)).toBeLessThan(most);
  });
});

test('a definition', () => {
  const workOf = (thousands: number) => {
    const text = definitionText(thousands * 1000, 8);
    return () => draw([{ id: 'crd', kind: 'crd', text }], 'installed');
  };
  // The text grows by whole fields, so more exactly than by half it is not four times as long.
  const length = definitionText(800_000, 8).length / definitionText(200_000, 8).length;
  expect(growth(workOf, 200) / length).toBeLessThan(most / 4);
});

test('a definition is put in force with no more than a few readings of all that it holds', () => {
  const text = definitionText(100_000, 8);
  const work = countWork(() => draw([{ id: 'crd', kind: 'crd', text }], 'installed'));
  expect(work / text.split('\n').length).toBeLessThan(100);
});

test.each<readonly [name: string, deepen: (expression: string, level: number) => string]>([
  ['inside of each other', (expression, level) => `[1].map(v${level}, ${expression})`],
  ['behind each other', (expression, level) => `${expression}.map(v${level}, [v${level}])`],
])('a rule in which lists are made %s', (_, deepen) => {
  const workOf = (levels: number) => {
    let expression = '[1]';
    for (let level = 0; level < levels; level++) expression = deepen(expression, level);
    const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: webs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Web, plural: webs, singular: web, listKind: WebList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{rule: '${expression}.size() > 0'}]
`;
    return () => draw([{ id: 'crd', kind: 'crd', text }], 'installed');
  };
  expect(growth(workOf, 40)).toBeLessThan(most);
});

describe('a Deployment with many variables', () => {
  const deployment = (count: number, value: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec:
      containers:
      - name: c
        image: i
        ports:
${Array.from({ length: count }, (_, i) => `        - containerPort: ${i + 1}\n`).join('')}        env:
${Array.from({ length: count }, (_, i) => `        - name: VARIABLE_${i}\n          value: ${value}-${i}\n`).join('')}`;
  const variable = / {8}- name: VARIABLE_\d+\n {10}value: .*\n/g;
  const reversed = (text: string) => text.replace(variable, '') + (text.match(variable) ?? []).reverse().join('');
  const halved = (text: string) => text.replace(variable, (each) => (/_\d*[02468]\n/.test(each) ? each : ''));
  const kubectl = (id: string, text: string): Step => ({
    id,
    kind: 'kubectl',
    text: 'kubectl apply -f api.yaml',
    files: { 'api.yaml': text },
  });

  test.each<readonly [name: string, stepsOf: (count: number) => readonly Step[]]>([
    ['applied', (count) => [{ id: 'a', kind: 'apply', manager: 'a', text: deployment(count, 'a') }]],
    ['applied by a client', (count) => [kubectl('a', deployment(count, 'a')), kubectl('b', deployment(count, 'b'))]],
    [
      'applied by a client in another order',
      (count) => [kubectl('a', deployment(count, 'a')), kubectl('b', reversed(deployment(count, 'b')))],
    ],
    [
      'of which a client removes half',
      (count) => [kubectl('a', deployment(count, 'a')), kubectl('b', halved(deployment(count, 'a')))],
    ],
  ])('%s', (_, stepsOf) => {
    const workOf = (count: number) => {
      const steps = stepsOf(count);
      return () => draw(steps, 'created', 'changed');
    };
    expect(growth(workOf, 100)).toBeLessThan(most);
  });
});
