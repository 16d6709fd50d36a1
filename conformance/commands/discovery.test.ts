import { readFileSync } from 'node:fs';
import { builtinKinds } from '@managed-fields/kubectl/discovery';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** The hashes of what is stored, by version and resource, as api/discovery of k8s.io/kubernetes has them at each release. */
const recorded: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('./discovery.cases.json', import.meta.url), 'utf8'),
);

it.each(Object.keys(recorded))('discovery of %s tells in which version each kind is stored', async (version) => {
  const catalog = await loadCatalog(version);
  const kinds = builtinKinds(catalog, catalog.discovered?.() ?? []);
  const hashes = kinds.flatMap(({ group, version: of, resource, storageVersionHash }) =>
    storageVersionHash === undefined
      ? []
      : [[`${group === '' ? '' : `${group}/`}${of}/${resource}`, storageVersionHash]],
  );
  expect(hashes.length).toBeGreaterThan(50);
  expect(Object.fromEntries(hashes)).toEqual(
    Object.fromEntries(hashes.map(([key = '']) => [key, recorded[version]?.[key]])),
  );
});
