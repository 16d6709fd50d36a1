import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { aboutSameObject } from './same-object.ts';

const catalog = await loadKubernetesTypes();

const map = (metadata: readonly string[], kind = 'ConfigMap'): NewStep => ({
  kind: 'apply',
  manager: 'a',
  text: `# mine\napiVersion: v1\nkind: ${kind}\nmetadata:\n${metadata.map((line) => `  ${line}\n`).join('')}`,
});

test.each<readonly [name: string, second: NewStep, other: string | undefined, metadata: readonly string[] | undefined]>(
  [
    ['another name', map(['name: wbe']), 'shop/web', ['name: web']],
    ['another namespace', map(['name: web', 'namespace: default']), 'shop/web', ['name: web', 'namespace: shop']],
    ['no namespace, which is that of before', map(['name: web']), undefined, undefined],
    ['another kind', map(['name: other'], 'Secret'), undefined, undefined],
  ],
)('a step about %s says so, and can be made the same', (_, second, other, metadata) => {
  const scenario = newScenario('', [map(['name: web', 'namespace: shop']), second]);
  const [, step] = scenario.steps;
  const { view } = run(scenario, { catalog, selected: step?.id });
  expect(view?.notices.find(({ code }) => code === 'other-object')?.data['other']).toBe(other);
  const same = aboutSameObject(scenario, step?.id ?? '', { catalog });
  expect(same.steps[1]?.text).toBe(metadata === undefined ? step?.text : map(metadata).text);
  const after = run(same, { catalog, selected: step?.id });
  expect(after.view?.notices.some(({ code }) => code === 'other-object')).toBe(false);
});
