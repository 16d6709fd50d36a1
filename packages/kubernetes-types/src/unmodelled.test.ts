import { describe, expect, it } from 'vitest';
import { loadKubernetesTypes } from './catalog/kubernetes-types.ts';
import { kindsWithoutStrategy, kindsWithoutValidation, unmodelledRules } from './unmodelled.ts';

const catalog = await loadKubernetesTypes();

/** The kinds whose resource says that a table is missing, in order. */
function lacking(table: 'strategy' | 'validation'): readonly string[] {
  const kinds = catalog.names().flatMap(({ group, plural, preferredVersion, kind }) => {
    const found = catalog.find(group, preferredVersion, plural);
    return found?.resource.unmodelled.includes(table) ? [`${group}/${kind}`] : [];
  });
  return [...new Set(kinds)].sort();
}

describe('what is not modelled', () => {
  it('names the kinds whose catalog entry says that it refuses nothing', () => {
    expect([...kindsWithoutValidation].sort()).toEqual(lacking('validation'));
  });

  it('names the kinds whose catalog entry says that it has no strategy', () => {
    expect([...kindsWithoutStrategy].sort()).toEqual(lacking('strategy'));
  });

  it('speaks of kinds that exist and that are validated', () => {
    const known = new Set(catalog.names().map(({ group, kind }) => `${group}/${kind}`));
    const named = unmodelledRules.flatMap(({ kinds = [] }) => kinds);
    expect(named.filter((kind) => !known.has(kind) || kindsWithoutValidation.includes(kind))).toEqual([]);
  });
});
