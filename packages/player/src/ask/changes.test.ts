import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { AnyStep, Scenario } from '@managed-fields/scenario';
import { newScenario, stepOf } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { type ChangesView, changesOfStep } from './changes.ts';

const catalog = await loadKubernetesTypes();

function scenarioOf(...steps: readonly Partial<AnyStep>[]): Scenario {
  return newScenario(
    '',
    steps.map((step) => stepOf({ id: '', kind: 'apply', text: '', ...step })),
  );
}

function changes(scenario: Scenario, stepId: string, against?: string): ChangesView {
  const view = changesOfStep(scenario, stepId, { catalog }, against);
  if (view === undefined) throw new Error('no changes');
  expect(structuredClone(view)).toEqual(view);
  return view;
}

/** The lines that differ, as a diff writes them; `=` where only the owners do, `>` for moved ones, `#` bookkeeping. */
function told({ before, after, lines }: ChangesView): readonly string[] {
  const [old, next] = [before?.text.split('\n') ?? [], after?.text.split('\n') ?? []];
  return lines.flatMap((line) => {
    const [a, b] = [old[line.before ?? -1] ?? '', next[line.after ?? -1] ?? ''];
    const mark = `${line.bookkeeping ? '#' : ''}${line.moved ? '>' : ''}`;
    switch (line.kind) {
      case 'same':
        return line.owners ? [`=${b}`] : [];
      case 'changed':
        return [`${mark}-${a}`, `${mark}+${b}`];
      case 'removed':
        return [`${mark}-${a}`];
      default:
        return [`${mark}+${b}`];
    }
  });
}

const map = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: ${data}\n`;
const deployment = (spec: string, containers: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  ${spec}
  selector: {matchLabels: {app: d}}
  template:
    metadata: {labels: {app: d}}
    spec:
      containers: ${containers}
`;

describe('a diff', () => {
  test.each<readonly [what: string, first: Partial<AnyStep>, second: Partial<AnyStep>, lines: readonly string[]]>([
    [
      'shows a value that changed',
      { manager: 'a', text: map('{k: v, l: w}') },
      { manager: 'a', text: map('{k: x, l: w}') },
      ['-  k: v', '+  k: x', '#-  resourceVersion: "1"', '#+  resourceVersion: "2"'],
    ],
    [
      'shows a field that changed owners without its value',
      { manager: 'a', text: map('{k: v}') },
      { manager: 'b', text: map('{k: v}') },
      ['=  k: v', '#-  resourceVersion: "1"', '#+  resourceVersion: "2"'],
    ],
    [
      'lets the item of a list with keys meet its own, and not its neighbour',
      { manager: 'a', text: deployment('replicas: 1', '[{name: web, image: "i:1"}, {name: log, image: "j:1"}]') },
      {
        manager: 'a',
        text: deployment(
          'replicas: 1',
          '[{name: new, image: "n:1"}, {name: web, image: "i:2"}, {name: log, image: "j:1"}]',
        ),
      },
      [
        '#-  generation: 1',
        '#+  generation: 2',
        '#-  resourceVersion: "1"',
        '#+  resourceVersion: "2"',
        '+      - image: n:1',
        '+        imagePullPolicy: IfNotPresent',
        '+        name: new',
        '+        resources: {}',
        '+        terminationMessagePath: /dev/termination-log',
        '+        terminationMessagePolicy: File',
        '-      - image: i:1',
        '+      - image: i:2',
      ],
    ],
    [
      'does not take a dash for a change',
      { manager: 'a', text: deployment('replicas: 1', '[{name: web, image: "i:1"}]') },
      { manager: 'a', text: deployment('replicas: 1', '[{name: web, image: "i:1", args: [x]}]') },
      [
        '#-  generation: 1',
        '#+  generation: 2',
        '#-  resourceVersion: "1"',
        '#+  resourceVersion: "2"',
        '+      - args:',
        '+        - x',
      ],
    ],
    [
      'compares what is inside an atomic whole by what it says',
      { manager: 'a', text: deployment('replicas: 1', '[{name: web, image: i, args: [a, b, c]}]') },
      { manager: 'a', text: deployment('replicas: 1', '[{name: web, image: i, args: [new, a, c]}]') },
      [
        '#-  generation: 1',
        '#+  generation: 2',
        '#-  resourceVersion: "1"',
        '#+  resourceVersion: "2"',
        '+        - new',
        '-        - b',
      ],
    ],
    [
      'compares texts of several lines line by line',
      { manager: 'a', text: map('{k: "one\\ntwo\\nthree\\n"}') },
      { manager: 'a', text: map('{k: "one\\n2\\nthree\\n"}') },
      ['-    two', '+    2', '#-  resourceVersion: "1"', '#+  resourceVersion: "2"'],
    ],
  ])('%s', (_what, first, second, lines) => {
    expect(told(changes(scenarioOf(first, second), 's2'))).toEqual(lines);
  });

  test('tells items that took another place', () => {
    const text = (items: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: p, finalizers: ${items}}\nspec: {containers: [{name: c, image: i}]}\n`;
    const scenario = scenarioOf(
      { manager: 'a', text: text('[x/a, x/b, x/c]') },
      { manager: 'a', text: text('[x/c, x/a, x/b]') },
    );
    expect(told(changes(scenario, 's2')).filter((line) => line.includes('x/'))).toEqual(['>+  - x/c', '>-  - x/c']);
  });
});

describe('what is compared', () => {
  const scenario = scenarioOf(
    { manager: 'a', text: map('{k: v}') },
    { manager: 'a', text: map('{k: w}') },
    { manager: 'a', text: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n` },
    { manager: 'a', text: map('{k: x}') },
  );
  const values = (against?: string) =>
    changes(scenario, 's4', against).values.map(({ before, after }) => [before, after]);

  test('is the step before, though it was about something else', () => {
    expect(changes(scenario, 's4').against).toEqual({ kind: 'step', stepId: 's3' });
    expect(values()).toEqual([['w', 'x']]);
  });
  test('is any earlier step', () => expect(values('s1')).toEqual([['v', 'x']]));
  test('is nothing where there is nothing before', () => {
    expect(changes(scenario, 's1')).toMatchObject({ against: { kind: 'nothing' }, before: undefined, effect: 'wrote' });
  });
  test('is nothing where nothing is asked for', () => {
    const view = changes(scenario, 's4', 'nothing');
    expect(view).toMatchObject({ against: { kind: 'nothing' }, before: undefined });
    expect(new Set(view.lines.map(({ kind }) => kind))).toEqual(new Set(['added']));
  });
  test('is told with whether the object was there', () => {
    expect(changes(scenario, 's3').earlier).toEqual([
      { stepId: 's1', exists: false },
      { stepId: 's2', exists: false },
    ]);
  });
  test('is nobody’s where the step does not say what it is about', () => {
    expect(changesOfStep(scenarioOf({ text: 'x' }), 's1', { catalog })).toBeUndefined();
    expect(changesOfStep(scenario, 'no-such-step', { catalog })).toBeUndefined();
  });
});

describe('the effect', () => {
  const first: Partial<AnyStep> = { manager: 'a', text: map('{k: v}') };
  test.each<readonly [effect: ChangesView['effect'], second: Partial<AnyStep>, lines: readonly string[]]>([
    ['refused', { manager: 'b', text: map('{k: w}') }, []],
    ['dry-run', { manager: 'b', text: map('{k: w}'), force: true, dryRun: true }, ['-  k: v', '+  k: w']],
    ['wrote', { kind: 'delete', text: '' }, ['-  k: v']],
    ['idle', { manager: 'a', text: map('{k: w}'), off: true }, []],
  ])('%s', (effect, second, lines) => {
    const view = changes(scenarioOf(first, second), 's2');
    expect(view.effect).toBe(effect);
    expect(told(view).filter((line) => line.includes('k: '))).toEqual(lines);
  });
});

test('tells who owned a field and who does, whatever became of its value', () => {
  const scenario = scenarioOf(
    { manager: 'a', text: map('{k: v, l: w, m: x}') },
    { manager: 'b', text: map('{k: v, l: other, p: q}'), force: true },
    { manager: 'a', text: map('{k: v}') },
  );
  const moves = (stepId: string) =>
    changes(scenario, stepId).moves.map(
      ({ path, value, before, after }) =>
        `${path} ${value} ${before.map(({ manager }) => manager)}>${after.map(({ manager }) => manager)}`,
    );
  expect(moves('s2')).toEqual(['.data.k same a>a,b', '.data.l changed a>b', '.data.p added >b']);
  expect(moves('s3')).toEqual(['.data.m removed a>']);
});
