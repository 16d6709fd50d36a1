import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { elementToString, fieldElement, keyElement, valueElement } from './element.ts';
import { fieldSetFromJson, fieldSetToJson } from './fields-v1.ts';
import { loadGoReader } from './load-go-reader.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';
import { setToString } from './set.ts';

await loadGoReader();

/** What upstream writes and prints of a text, or says of it; v7.0.0 as it is built by Go 1.27.0. */
type Answer = { readonly written: string; readonly printed: string } | { readonly error: string };
type Case = { readonly text: string } & Readonly<Record<(typeof libraries)[number], Answer>>;

const libraries = ['v6.3.3', 'v7.0.0'] as const;
const { elements, sets }: Readonly<Record<'elements' | 'sets', readonly Case[]>> = JSON.parse(
  readFileSync(new URL('./fields-text.cases.json', import.meta.url), 'utf8'),
);

describe.each(libraries)('%s', (library) => {
  it.each(elements)('reads the key $text', ({ text, ...answers }) => {
    const read = elementFromV1(text, library);
    expect(
      read.kind === 'element'
        ? { written: elementToV1(read.element, library), printed: elementToString(read.element) }
        : { error: read.kind === 'error' ? read.message : 'unknown path element type' },
    ).toEqual(answers[library]);
  });

  it.each(sets)('reads the set $text', ({ text, ...answers }) => {
    const read = fieldSetFromJson(text, library);
    expect(
      read.kind === 'set'
        ? { written: fieldSetToJson(read.set, library), printed: setToString(read.set) }
        : { error: read.message },
    ).toEqual(answers[library]);
  });
});

describe('writing', () => {
  it('by v7.0.0 leaves <, > and & as they are, by those before it escapes them', () => {
    const key = keyElement([{ name: 'a', value: '<&>' }]);
    expect(elementToV1(key, 'v7.0.0')).toBe('k:{"a":"<&>"}');
    expect(elementToV1(key, 'v6.4.2')).toBe('k:{"a":"\\u003c\\u0026\\u003e"}');
    expect(elementToV1(valueElement('\b'), 'v7.0.0')).toBe('v:"\\b"');
    expect(elementToV1(valueElement('\b'), 'v6.4.2')).toBe('v:"\\u0008"');
    expect(elementToV1(fieldElement('<'), 'v7.0.0')).toBe('f:<');
  });
});

describe('text behind the JSON of a key', () => {
  it.each(['v6.3.3'] as const)('is not looked at by %s', (library) =>
    expect(elementFromV1('v:1 x', library)).toMatchObject({ kind: 'element' }),
  );

  it.each(['v6.4.2', 'v7.0.0'] as const)('is refused by %s', (library) =>
    expect(elementFromV1('v:1 x', library)).toMatchObject({ kind: 'error' }),
  );
});
