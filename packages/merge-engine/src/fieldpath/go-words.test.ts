import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { elementToString, fieldElement, keyElement, valueElement } from './element.ts';
import { fieldSetFromJson, fieldSetToJson } from './fields-v1.ts';
import { loadGoReader } from './load-go-reader.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';
import { setToString } from './set.ts';

await loadGoReader();

/** Keys, and texts of sets: what structured-merge-diff v7.0.0, built by Go 1.27.0, writes and prints of them, or says. */
const { elements, sets }: Readonly<Record<'elements' | 'sets', readonly Case[]>> = JSON.parse(
  readFileSync(new URL('./go-words.cases.json', import.meta.url), 'utf8'),
);

interface Case {
  readonly text: string;
  readonly written?: string;
  readonly printed?: string;
  readonly error?: string;
}

describe('v7.0.0', () => {
  it.each(elements)('reads the key $text', ({ text, ...answer }) => {
    const read = elementFromV1(text, 'v7.0.0');
    if (read.kind === 'unknown') throw new Error('unknown');
    expect(
      read.kind === 'error'
        ? { error: read.message }
        : { written: elementToV1(read.element, 'v7.0.0'), printed: elementToString(read.element) },
    ).toEqual(answer);
  });

  it.each(sets)('reads the set $text', ({ text, ...answer }) => {
    const read = fieldSetFromJson(text, 'v7.0.0');
    expect(
      read.kind === 'error'
        ? { error: read.message }
        : { written: fieldSetToJson(read.set, 'v7.0.0'), printed: setToString(read.set) },
    ).toEqual(answer);
  });

  it('writes <, > and & as they are, others escaped', () => {
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
