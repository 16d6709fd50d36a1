import { expect, it } from 'vitest';
import type { MergeLibrary } from '../schema/library.ts';
import { typeFromStructuralSchema } from '../schema/structural.ts';
import { mapFromPlain } from '../value/json.ts';
import { asTyped } from './typed.ts';

const text = { type: 'string' };
const type = (third: object) =>
  typeFromStructuralSchema(
    mapFromPlain({
      type: 'object',
      properties: {
        l: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a', 'b', ...('default' in third ? ['c'] : [])],
          items: { type: 'object', properties: { a: text, b: text, c: { ...text, ...third }, d: text } },
        },
      },
    }),
  );

const omits = (place: number, key: string) =>
  `element ${place}: associative list with keys has an element that omits key field "${key}" (and doesn't have default value)`;
const omitsAll = (place: number) =>
  `element ${place}: associative list with keys has an element that omits all key fields ["a" "b"] (and doesn't have default values for any key fields)`;

/** What both releases of the library answered, in Go. */
it.each<readonly [items: object[], third: object, v4: readonly string[], v6: readonly string[]]>([
  [[{ a: 'x', b: 'z' }], { default: 'z' }, [], []],
  [[{ a: 'x' }], { default: 'z' }, [omits(0, 'b')], []],
  [[{ b: 'x' }, { a: 'x' }], {}, [omits(0, 'a')], []],
  [[{ d: 'x' }], { default: 'z' }, [omits(0, 'a')], []],
  [[{ d: 'x' }], {}, [omits(0, 'a')], [omitsAll(0)]],
  [[{ a: 'x', b: 'z' }, {}], {}, [omits(1, 'a')], [omitsAll(1)]],
  [[{ d: 'x' }, { a: 'x' }], {}, [omits(0, 'a')], [omitsAll(0)]],
  [[{ a: 'x', d: 5 }], {}, [omits(0, 'b')], ['expected string, got &value.valueUnstructured{Value:5}']],
  [
    [{ a: 'x', b: 'z' }, { a: 'x', b: 'z' }, { a: 'q' }],
    {},
    ['duplicate entries for key [a="x",b="z"]', omits(2, 'b')],
    ['duplicate entries for key [a="x",b="z"]'],
  ],
  [
    [{ a: 'x', b: 'z' }, { a: 'q' }, { a: 'x', b: 'z' }],
    {},
    [omits(1, 'b')],
    ['duplicate entries for key [a="x",b="z"]'],
  ],
])('%j with %j', (items, third, v4, v6) => {
  const messages = (library: MergeLibrary) => {
    const typed = asTyped(mapFromPlain({ l: items }), type(third), { allowDuplicates: false, library });
    return typed.kind === 'typed' ? [] : typed.errors.map(({ message }) => message);
  };
  expect([messages('v4.6.0'), messages('v6.3.3')]).toEqual([v4, v6]);
});
