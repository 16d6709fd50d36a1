import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commaSeparated } from './comma-separated.ts';

/** Texts, and what Go's encoding/csv reads of each first, or says of it. */
const cases: readonly (readonly [text: string, read: readonly string[] | string])[] = JSON.parse(
  readFileSync(new URL('./cases/comma-separated.json', import.meta.url), 'utf8'),
);

it.each(cases)('%j', (text, read) => {
  expect(commaSeparated(text)).toEqual(read);
});
