import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { elementToString } from './element.ts';
import { fieldSetFromJson, fieldSetToJson } from './fields-v1.ts';
import { goFields } from './go-fields.ts';
import { goReader, provideGoReader } from './go-reader.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';
import { setToString } from './set.ts';

/** A text, whole or damaged by chance, and what structured-merge-diff v7.0.0 made of it in Go. */
interface Read {
  readonly reads: 'element' | 'set';
  readonly text: string;
  readonly written?: string;
  readonly printed?: string;
  readonly error?: string;
}

const cases: readonly Read[] = JSON.parse(readFileSync(new URL('go-fields.cases.json', import.meta.url), 'utf8'));
const library = 'v7.0.0';

function answer({ reads, text }: Read): Pick<Read, 'written' | 'printed' | 'error'> {
  provideGoReader(goFields);
  if (reads === 'set') {
    const read = fieldSetFromJson(text, library);
    if (read.kind === 'error') return { error: read.message };
    return { written: fieldSetToJson(read.set, library), printed: setToString(read.set) };
  }
  const read = elementOf(text);
  if (read.kind !== 'element') return { error: read.kind === 'error' ? read.message : 'unknown path element type' };
  return { written: elementToV1(read.element, library), printed: elementToString(read.element) };
}

/** Values and keys are read here without what is remembered of texts that were read before. */
function elementOf(text: string): ReturnType<typeof elementFromV1> {
  if (text.startsWith('v:')) return goFields.value(text.slice(2));
  return text.startsWith('k:') ? goFields.key(text.slice(2)) : elementFromV1(text, library);
}

it.each(cases.map((each) => [each.reads, each.text, each] as const))('reads the %s %j', (_, __, each) => {
  const { reads, text, ...expected } = each;
  expect(answer({ reads, text })).toEqual(expected);
});

it('goes down some thousand levels, and no deeper', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(goFields.value(deep(1500)).kind).toBe('element');
  expect(goFields.value(deep(1501))).toMatchObject({
    kind: 'error',
    message: expect.stringMatching(/^jsontext: exceeded max depth within "\/0\/0.* after offset 1500$/),
  });
  const key = goFields.key(`{"a":${deep(1501)}}`);
  expect(key).toMatchObject({ kind: 'error', message: expect.stringContaining('exceeded max depth') });
  expect(goFields.key(`{"a":${deep(1499)}}`).kind).toBe('element');
});

it('is what reads once it was given', () => {
  provideGoReader(goFields);
  expect(goReader()).toBe(goFields);
});
