import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compacted, expanded } from './compact.ts';

const ceiling = 1_000_000;

/** What the pieces are made of, so that chance puts them side by side. */
const scrap = fc.constantFrom(
  '\\',
  'n',
  '\n',
  '\n  ',
  '"',
  '","text":"',
  '"},{"kind":"',
  '\u0001',
  '\u001f',
  'я',
  '\ud800',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(scrap).map((scraps) => scraps.join('')),
);

test('gives the same JSON text back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(text), (value, texts) => {
      const json = JSON.stringify({
        version: 1,
        title: texts[0],
        steps: texts.map((each) => ({ kind: each, text: each })),
        value,
      });
      expect(expanded(compacted(json), ceiling)).toBe(json);
    }),
    { numRuns: 1000 },
  );
});

test('writes a step in a few characters', () => {
  const json = JSON.stringify({
    version: 1,
    steps: [
      { kind: 'apply', manager: 'a', text: 'spec:\n  replicas: 1\n' },
      { kind: 'apply', manager: 'b', text: 'a: "\\n"\n' },
    ],
  });
  expect(compacted(json)).toBe('\x1bapply\x10a\x0fspec:\x02replicas: 1\x16b\x0fa: \x01\\\\n\x01\x1f');
});

test('stops where a text would grow beyond the ceiling', () => {
  const compact = '\x16'.repeat(100);
  expect(expanded(compact, 3200)?.length).toBe(3200);
  expect(expanded(compact, 3199)).toBeUndefined();
});

test('leaves characters alone that mean nothing', () => {
  expect(expanded('\x00\x09\x0d\x7f', ceiling)).toBe('\x00\x09\x0d\x7f');
});
