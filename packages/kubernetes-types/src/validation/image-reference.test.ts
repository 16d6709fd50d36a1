import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { imageReferenceFault } from './image-reference.ts';

/** References, and what upstream's own packages say of each. */
const cases: readonly (readonly [reference: string, fault: string])[] = JSON.parse(
  readFileSync(new URL('./image-reference.cases.json', import.meta.url), 'utf8'),
);

describe('a reference to an image by its digest', () => {
  it.each(cases)('%s', (reference, fault) => {
    expect(imageReferenceFault(reference) ?? '').toBe(fault);
  });
});
