import { readFileSync } from 'node:fs';
import { catalogOf } from '@managed-fields/api-server';
import { formatJson, isMap, mapFromPlain, stringAt, type Value } from '@managed-fields/merge-engine';
import { loadOnNeed, objectServer, serveObjects } from '@managed-fields/player';
import { configurationOf, hasStruct, structOf } from '@managed-fields/tools/programs';
import { expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** An object, and how Go writes it by the struct of its kind and by the configuration of client-go; neither without a struct. */
interface Written {
  readonly object: object;
  readonly struct?: object;
  readonly configuration?: object;
}

const cases: readonly Written[] = JSON.parse(
  readFileSync(new URL('written-by-types.cases.json', import.meta.url), 'utf8'),
);
const rows = cases.map((each) => [nameOf(each.object), each] as const);

test.each(rows)('%s is written as its types write it', async (_, { object, struct, configuration }) => {
  const value = mapFromPlain(object);
  const [apiVersion, kind] = [stringAt(value, 'apiVersion') ?? '', stringAt(value, 'kind') ?? ''];
  const catalog = await loadCatalog('v1.37.0');
  const written = await loadOnNeed(() => {
    const { cluster } = serveObjects(objectServer(catalog, 'v1.37'), [], [{ apiVersion, kind }]);
    const version = catalogOf(cluster).findKind(apiVersion, kind);
    if (version === undefined || !hasStruct(version)) return undefined;
    return [structOf(version, value), configurationOf(version, value)].map((each) =>
      each.kind === 'error' ? each.message : comparable(each.object),
    );
  });
  expect(written).toEqual(
    struct === undefined || configuration === undefined
      ? undefined
      : [comparable(mapFromPlain(struct)), comparable(mapFromPlain(configuration))],
  );
});

test('there are objects of most kinds', () => {
  expect(new Set(rows.map(([name]) => name)).size).toBeGreaterThan(40);
});

function nameOf(object: object): string {
  const value = mapFromPlain(object);
  return `${stringAt(value, 'apiVersion') ?? ''} ${stringAt(value, 'kind') ?? ''}`;
}

function comparable(value: Value): string {
  return formatJson(sorted(value));
}

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return new Map(
    [...value].map(([key, inside]) => [key, sorted(inside)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
