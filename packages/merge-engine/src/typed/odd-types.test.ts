import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Atom, AtomDraft, ListType, MapType, Scalar, StructField } from '../schema/atom.ts';
import { mapFromJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { runOperation } from './cases/run.ts';

/**
 * Types that no OpenAPI schema makes, in the form of structured-merge-diff's own schemas, operations on values of them,
 * and the answers of structured-merge-diff v6.3.3 in Go.
 */
const file = mapFromJson(readFileSync(new URL('./odd-types.cases.json', import.meta.url), 'utf8'));
const cases = (listAt(file, 'cases') ?? []).filter(isMap);
const typeOf = typesOf(listAt(mapAt(file, 'schema'), 'types') ?? []);

it.each(cases.map((each) => [named(each, 'operation'), formatJson(each), each] as const))('%s: %s', (name, _, each) => {
  const before = formatJson(each);
  const answer = runOperation(name, typeOf(named(each, 'type')), each);
  const options = { sortKeys: true, indent: 1 };
  expect(formatJson(answer, options)).toBe(formatJson(each.get('gives') ?? null, options));
  expect(formatJson(each)).toBe(before);
});

function named(of: ValueMap, key: string): string {
  return stringAt(of, key) ?? '';
}

/** The types of a schema by their names; each refers to others, and maybe to itself. */
function typesOf(definitions: readonly Value[]): (name: string) => Atom {
  const made = new Map<string, AtomDraft>();
  const given = definitions.filter(isMap);
  const typeOf = (name: string): AtomDraft => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const draft: AtomDraft = { name };
    made.set(name, draft);
    return fill(
      draft,
      given.find((each) => named(each, 'name') === name),
    );
  };
  const reference = (of: ValueMap | undefined): Atom => {
    const name = named(of ?? new Map(), 'namedType');
    return name === '' ? fill({ name: '' }, of) : typeOf(name);
  };
  const fill = (draft: AtomDraft, of: ValueMap | undefined): AtomDraft => {
    const scalar = stringAt(of, 'scalar');
    if (scalar !== undefined) draft.scalar = scalar as Scalar;
    const [list, map] = [mapAt(of, 'list'), mapAt(of, 'map')];
    if (list !== undefined) {
      draft.list = {
        element: reference(mapAt(list, 'elementType')),
        relationship: named(list, 'elementRelationship') as ListType['relationship'],
        keys: (listAt(list, 'keys') ?? []).filter((key) => typeof key === 'string'),
      };
    }
    if (map !== undefined) {
      const element = mapAt(map, 'elementType');
      draft.map = {
        fields: new Map((listAt(map, 'fields') ?? []).filter(isMap).map((field) => fieldOf(field))),
        element: element === undefined ? undefined : reference(element),
        relationship: (stringAt(map, 'elementRelationship') ?? 'separable') as MapType['relationship'],
      };
    }
    return draft;
  };
  const fieldOf = (field: ValueMap): [string, StructField] => {
    const name = named(field, 'name');
    const value = field.get('default');
    return [name, { name, type: reference(mapAt(field, 'type')), ...(value === undefined ? {} : { default: value }) }];
  };
  return typeOf;
}
