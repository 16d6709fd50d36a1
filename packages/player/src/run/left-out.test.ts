import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

const configMap = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {${data}}\n`;
const keys = (count: number) => Array.from({ length: count }, (_, number) => `k${number}: v`).join(', ');

function viewOf(text: string) {
  const { view, outcomes } = run(newScenario('', [{ kind: 'live', text }]), { catalog, selected: 's1' });
  const codes = view?.notices.filter(({ code }) => code.endsWith('left-out')) ?? [];
  return { fields: view?.own?.fields.length, codes, problems: outcomes[0]?.problems.length };
}

test('fields beyond what a page can draw are left out, and it says how many', () => {
  const { fields, codes } = viewOf(configMap(keys(31_000)));
  expect(fields).toBe(30_000);
  expect(codes).toEqual([
    { code: 'fields-left-out', data: { drawn: '30000', count: expect.stringMatching(/^310\d\d$/) } },
  ]);
});

test('problems beyond what a page can mark are left out, and it says how many', () => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, ${keys(1200)}}\n`;
  const { codes, problems } = viewOf(text);
  expect(problems).toBe(1000);
  expect(codes).toEqual([{ code: 'problems-left-out', data: { drawn: '1000', count: '1200' } }]);
});

test('an object of usual size has all its fields and problems', () => {
  expect(viewOf(configMap(`${keys(100)}, k1: v`))).toMatchObject({ codes: [], problems: 1 });
});
