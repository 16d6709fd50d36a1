import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { elementToString } from './element.ts';
import { fieldSetFromJson, fieldSetFromV1, fieldSetToJson } from './fields-v1.ts';
import { elementFromV1, elementToV1 } from './serialize-element.ts';
import { setToString } from './set.ts';

/** A text as nobody should write it, and what upstream's own library made of it. */
interface Hostile {
  readonly name: string;
  readonly reads: 'element' | 'set';
  readonly text: string;
  readonly written?: string;
  readonly printed?: string;
  readonly error?: string;
}

/** Texts that somebody thought of, and some that were damaged by chance. */
const cases: readonly Hostile[] = ['hostile.cases.json', 'hostile-random.cases.json'].flatMap((file) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

function answer({ reads, text }: Hostile): Pick<Hostile, 'written' | 'printed' | 'error'> {
  if (reads === 'set') {
    const read = fieldSetFromJson(text);
    if (read.kind === 'error') return { error: read.message };
    return { written: fieldSetToJson(read.set), printed: setToString(read.set) };
  }
  const read = elementFromV1(text);
  if (read.kind === 'element') return { written: elementToV1(read.element), printed: elementToString(read.element) };
  return { error: read.kind === 'error' ? read.message : 'unknown path element type' };
}

describe('hostile fieldsV1 reads as upstream reads it', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (_, { name, reads, text, ...expected }) =>
    expect(answer({ name, reads, text })).toEqual(expected),
  );

  it.each([
    [
      4081,
      '1.x}',
      'readNumberAsString: invalid number, error found in #0 byte of ...|x}|..., bigger context ...|x}|...',
    ],
    [
      4082,
      '1.x}',
      'readNumberAsString: invalid number, error found in #1 byte of ...|.x}|..., bigger context ...|.x}|...',
    ],
    [
      4083,
      '1.x}',
      'validateNumber: missing digit after dot, error found in #1 byte of ...|1.x}|..., bigger context ...|1.x}|...',
    ],
    [4082, '12}', undefined],
  ])(
    'reads a number at the border of the buffer as upstream does: after %i letters, %s',
    (letters, number, message) => {
      const name = 'a'.repeat(letters);
      const expected =
        message === undefined ? { written: `{"f:${name}":{}}`, printed: `.${name}` } : { error: message };
      expect(answer({ name: '', reads: 'set', text: `{"f:${name}":{},".":${number}` })).toEqual(expected);
    },
  );

  it('goes no deeper than upstream', () => {
    const near = '['.repeat(20);
    const message = `incrementDepth: exceeded max depth, error found in #10 byte of ...|${near}|..., bigger context ...|${near.repeat(5)}|...`;
    expect(fieldSetFromJson(`{"x:a":${'['.repeat(200_000)}`)).toEqual({ kind: 'error', message });
    expect(elementFromV1(`v:${'['.repeat(200_000)}`)).toEqual({ kind: 'error', message });
  });

  it('does not count what stands side by side as depth', () => {
    const text = `v:[${'[],'.repeat(20_000)}{}]`;
    expect(answer({ name: '', reads: 'element', text }).written).toBe(text);
  });

  it('reads the same from a decoded body, where no key stands twice', () => {
    for (const { reads, text } of cases) {
      const parsed = parseJson(text);
      if (reads !== 'set' || parsed.kind === 'error' || parsed.duplicates.length > 0) continue;
      expect(fieldSetFromV1(parsed.value), text).toEqual(fieldSetFromJson(formatJson(parsed.value)));
    }
  });
});
