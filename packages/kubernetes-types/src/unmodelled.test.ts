import { expect, it } from 'vitest';
import { loadKubernetesTypes } from './catalog/kubernetes-types.ts';
import { unmodelledRules } from './unmodelled.ts';

const catalog = await loadKubernetesTypes();

it('speaks of kinds that exist and that are validated', () => {
  const validated = new Set(
    catalog.names().flatMap(({ group, plural, preferredVersion, kind }) => {
      const found = catalog.find(group, preferredVersion, plural);
      return found?.resource.unmodelled.includes('validation') ? [] : [`${group}/${kind}`];
    }),
  );
  const named = unmodelledRules.flatMap(({ kinds = [] }) => kinds);
  expect(named.filter((kind) => !validated.has(kind))).toEqual([]);
});
