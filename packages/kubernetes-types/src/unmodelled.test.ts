import { expect, it } from 'vitest';
import { loadKubernetesTypes } from './catalog/kubernetes-types.ts';
import { unmodelledRules } from './unmodelled.ts';
import { defaultVersion, newestVersion } from './versions.ts';

const catalogs = [await loadKubernetesTypes(defaultVersion), await loadKubernetesTypes(newestVersion)];

it('speaks of kinds that exist and that are validated', () => {
  const validated = new Set(
    catalogs.flatMap((catalog) =>
      catalog.names().flatMap(({ group, plural, preferredVersion, kind }) => {
        const found = catalog.find(group, preferredVersion, plural);
        return found?.resource.unmodelled.includes('validation') ? [] : [`${group}/${kind}`];
      }),
    ),
  );
  const named = unmodelledRules.flatMap(({ kinds = [] }) => kinds);
  expect(named.filter((kind) => !validated.has(kind))).toEqual([]);
});
