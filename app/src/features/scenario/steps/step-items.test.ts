import { type AnyStep, newScenario, stepKinds } from '@managed-fields/scenario';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MenuItem } from '../../../core/ui/menu-list.tsx';

type Items = typeof import('./step-items.ts');
type Store = typeof import('../../../core/store/scenario-store.ts');

let items: Items;
let store: Store;
beforeAll(async () => {
  vi.stubGlobal('location', { search: '', hash: '', href: 'http://localhost/' });
  store = await import('../../../core/store/scenario-store.ts');
  items = await import('./step-items.ts');
});

afterAll(() => vi.unstubAllGlobals());

const steps = ['a', 'b', 'c'].map((manager) => ({ kind: 'apply', text: '', manager }) as const);
beforeEach(() => store.useScenario.setState({ scenario: newScenario('', steps) }));

const order = () => store.useScenario.getState().scenario.steps.map(({ manager }: AnyStep) => manager);

/** What the menu of the step at a place, from 1, offers. */
function menuOf(place: number): readonly Extract<MenuItem, { kind: 'action' }>[] {
  const step = store.useScenario.getState().scenario.steps[place - 1];
  if (step === undefined) throw new Error('no such step');
  return items.stepItems(step).filter((item) => item.kind === 'action');
}

test('the first step cannot go up, and the last one cannot go down', () => {
  const disabled = (place: number) => menuOf(place).map((item) => item.disabled === true);
  expect(disabled(1).slice(0, 2)).toEqual([true, false]);
  expect(disabled(2).slice(0, 2)).toEqual([false, false]);
  expect(disabled(3).slice(0, 2)).toEqual([false, true]);
});

test.each([
  ['up', 0, ['b', 'a', 'c']],
  ['down', 1, ['a', 'c', 'b']],
  ['twice', 3, ['a', 'b', 'b', 'c']],
  ['away', 5, ['a', 'c']],
] as const)('the second step goes %s', (_name, item, after) => {
  menuOf(2)[item]?.run();
  expect(order()).toEqual(after);
});

test('a step is switched off, and on again', () => {
  const off = () => store.useScenario.getState().scenario.steps.map((step) => step.off === true);
  menuOf(2)[4]?.run();
  expect(off()).toEqual([false, true, false]);
  menuOf(2)[4]?.run();
  expect(off()).toEqual([false, false, false]);
});

test('a step of every kind can be added', () => {
  // Policies and webhooks have an entry of their own, which adds a step with a skeleton.
  expect(items.addItems()).toHaveLength(stepKinds.length + 1);
  for (const item of items.addItems())
    expect(item).toMatchObject({ kind: 'action', hint: expect.stringMatching(/\w/) });
});
