import { type AnyStep, type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { changedKind } from './changed-kind.ts';

test('a live object that becomes an apply is applied by who applied before it, else by kubectl', () => {
  const live: NewStep = { kind: 'live', text: 'kind: ConfigMap' };
  expect(managerOfLast([live])).toBe('kubectl');
  expect(
    managerOfLast([{ kind: 'apply', text: '', manager: 'helm' }, { kind: 'scale', text: '', manager: 'hpa' }, live]),
  ).toBe('helm');
});

test('a request that becomes an apply keeps its manager, or the name in its User-Agent', () => {
  expect(managerOfLast([{ kind: 'update', text: '', manager: 'ops' }])).toBe('ops');
  expect(managerOfLast([{ kind: 'update', text: '', userAgent: 'controller/v1' }])).toBe('controller');
});

test('other kinds are sent without a manager as before', () => {
  const scenario = newScenario('', [{ kind: 'live', text: '' }]);
  const [step] = scenario.steps;
  expect(step && changedKind(scenario, step, 'update').steps).toEqual([{ id: 's1', kind: 'update', text: '' }]);
});

test('a step that becomes a command declares what was declared, and nothing that a server filled in', () => {
  const text = 'kind: ConfigMap\nmetadata:\n  name: a\n';
  const live = `${text}  uid: x\ndata:\n  a: default\n`;
  const fileOf = (...steps: readonly NewStep[]) => {
    const scenario = newScenario('', steps);
    const last = scenario.steps.at(-1);
    const changed: AnyStep | undefined = last && changedKind(scenario, last, 'kubectl').steps.at(-1);
    return changed?.files;
  };
  expect(fileOf({ kind: 'apply', text, manager: 'a' })).toEqual({ 'a.yaml': text });
  expect(fileOf({ kind: 'create', text }, { kind: 'update', text: live })).toEqual({ 'a.yaml': text });
  expect(fileOf({ kind: 'live', text: live })).toEqual({ 'a.yaml': text });
});

function managerOfLast(steps: readonly NewStep[]): string | undefined {
  const scenario = newScenario('', steps);
  const last = scenario.steps.at(-1);
  const changed: AnyStep | undefined = last && changedKind(scenario, last, 'apply').steps.at(-1);
  return changed?.manager;
}
